import AudioBase

/// The header before a segment (RFC 8794, 11.2).
struct DocumentHeader {
  /// `DocType`: `matroska` or `webm` for documents read here.
  private(set) var type = ""
  private var ebmlVersion: UInt64 = 1
  private var version: UInt64 = 1
  private var longestName: UInt64 = 4
  private var longestSize: UInt64 = 8
  /// The first byte after it.
  let end: Int64

  /// The versions up to which documents are understood here.
  private static let knownVersion = 4

  /// Reads the header at a place.
  ///
  /// - Throws: ``ContainerError`` if there is none, or it breaks a rule.
  init(_ window: inout SourceWindow, at offset: Int64, limits: ResourceLimits) throws(ContainerError) {
    guard let header = try ElementReading.element(at: offset, &window), header.identifier == ElementName.document
    else {
      throw ContainerError(
        .malformed, "the file does not begin with a header of EBML", at: offset, in: MatroskaFile.fileType)
    }
    var children = try header.children()
    end = children.end
    while let element = try children.next(&window) {
      switch element.identifier {
      case ElementName.ebmlReadVersion: ebmlVersion = try element.unsigned(&window)
      case ElementName.maximumNameLength: longestName = try element.unsigned(&window)
      case ElementName.maximumSizeLength: longestSize = try element.unsigned(&window)
      case ElementName.documentType: type = try element.text(&window, limits: limits)
      case ElementName.documentReadVersion: version = try element.unsigned(&window)
      default: break
      }
    }
  }

  /// True if documents of this type are read here.
  var isRead: Bool { type == "matroska" || type == "webm" }

  /// Rejects documents that are not read here.
  func check(at offset: Int64) throws(ContainerError) {
    func refusal(_ rule: StaticString) -> ContainerError {
      ContainerError(.unsupported, rule, at: offset, in: MatroskaFile.fileType)
    }
    guard isRead else { throw refusal("the document of EBML is neither Matroska nor WebM") }
    guard ebmlVersion <= 1 else { throw refusal("the document needs a later version of EBML than 1") }
    guard version <= Self.knownVersion else { throw refusal("the document needs a later version of Matroska than 4") }
    guard longestName <= 4, longestSize <= 8 else {
      throw refusal("names of elements have 4 bytes at most here, and sizes 8")
    }
  }
}
