import AudioBase
import FuzzSupport

/// The bytes are an ADTS file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("adts"))
  StreamExerciser.run(bytes, as: "adts")
  return 0
}
