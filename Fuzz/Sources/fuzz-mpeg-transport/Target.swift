import AudioBase
import FuzzSupport

/// The bytes are a file of the type `mp2t`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("mp2t"))
  StreamExerciser.run(bytes, as: "mp2t")
  return 0
}
