import AudioBase
import AudioCatalog
import FuzzSupport

/// The bytes are a magic cookie. What is read out of it must describe the same stream when read again.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let cookie = unsafe fuzzerInput(data, count)
  guard let codec = Subject.catalog.codec(formatID: .aac) else { preconditionFailure("not in the catalog") }
  let nothing: [UInt8] = []
  if let summary = try? codec.describe(cookie.span, nothing.span) {
    let again = try? codec.describe(summary.configuration.span, nothing.span)
    precondition(again == summary, "what was read reads differently when written")
  }
  if var exerciser = PacketExerciser(cookie: cookie.span) {
    exerciser.decode(nothing.span)
    exerciser.decode(cookie.span)
  }
  return 0
}
