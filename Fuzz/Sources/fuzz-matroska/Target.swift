import AudioBase
import FuzzSupport

/// The bytes are a file of the type `mkv `.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("mkv "))
  StreamExerciser.run(bytes, as: "mkv ")
  return 0
}
