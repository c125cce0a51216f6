import APIExerciser
import FuzzSupport

/// The bytes are a file of any type; their last eight choose how a program written for Core Audio treats it.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  let seed = bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  _ = APIExerciser.run(bytes, seed: seed)
  return 0
}
