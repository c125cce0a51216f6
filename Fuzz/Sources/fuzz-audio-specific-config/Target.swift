import AudioBase
import AudioCatalog
import FuzzSupport

/// The bytes are a magic cookie. What is read out of it must describe the same stream when read again.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let cookie = unsafe fuzzerInput(data, count)
  guard let codec = Subject.catalog.codec(formatID: .aac) else { preconditionFailure("not in the catalog") }
  let nothing: [UInt8] = []
  let stream = CodedStream(aacCookie: cookie)
  if let summary = try? codec.summary(of: stream) {
    let again = try? codec.summary(of: CodedStream(aacCookie: summary.configuration))
    precondition(again == summary, "what was read reads differently when written")
  }
  if var exerciser = PacketExerciser(aacCookie: cookie) {
    exerciser.decode(nothing.span)
    exerciser.decode(cookie.span)
  }
  return 0
}
