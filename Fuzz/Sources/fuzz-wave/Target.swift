import AudioBase
import FuzzSupport

/// The bytes are a file of the RIFF family; all four containers open all of its forms.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FileExerciser.run(unsafe fuzzerInput(data, count), as: Subject.container("WAVE"))
  return 0
}
