import CoreMedia
import Foundation
import TestSupport
import Testing

/// A function of Core Media's and what it answers where it cannot do what it is asked.
struct MediaRefusal {
  var function: String
  var call: () -> OSStatus

  init(_ function: String, _ call: @escaping () -> OSStatus) { (self.function, self.call) = (function, call) }

  /// Makes the calls, all of which must come to the same.
  static func check(_ expected: OSStatus, _ reason: String = "", _ refusals: [MediaRefusal]) {
    for refusal in refusals {
      let status = refusal.call()
      expectEqual(status, expected, "\(refusal.function) \(reason)")
    }
  }

  /// The functions of a header that return a status, as the facts of the API tell.
  static func functions(of header: String) throws -> [String] {
    let data = try Data(contentsOf: try SharedFiles.file("api/\(header).json"))
    let facts = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let names = (facts["functions"] as? [[String: Any]] ?? []).filter { $0["returns"] as? String == "OSStatus" }
      .compactMap { $0["name"] as? String }
    guard !names.isEmpty else { throw NothingToTest("no functions of \(header)") }
    return names
  }
}

/// A null pointer, or no function, where the header asks for one: what C code can give, and Swift code cannot.
func nothing<Pointer>(_ type: Pointer.Type = Pointer.self) -> Pointer { unsafeBitCast(0, to: type) }

/// What is taken for an object and is none, or another: null, and a number of Foundation's.
func strangers<Object: AnyObject>(_ type: Object.Type = Object.self) -> [(name: String, object: Object)] {
  [("null", nothing()), ("a number", unsafeBitCast(NSNumber(value: 12_345), to: type))]
}
