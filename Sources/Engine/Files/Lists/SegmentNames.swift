import AudioBase
import AudioErrors

/// The names of the files of a list of segments, and the list.
struct SegmentNames {
  /// The most segments, which the names have digits for.
  static let maximumCount = 65_535
  private static let initialSuffix = ".init.mp4"

  private let folder: [UInt8]
  private let stem: String
  private let kind: SegmentKind

  /// Chooses names based on the list's name that no file has yet.
  init(beside list: Pathname, _ kind: SegmentKind) throws(AudioError) {
    self.kind = kind
    folder = Array(list.directory)
    let stem = Self.stem(of: list)
    for number in 1...1000 {
      let candidate = number == 1 ? stem : "\(stem)-\(number)"
      let place = Pathname(bytes: folder + Array((candidate + Self.initialSuffix).utf8))
      let first = Pathname(bytes: folder + Array(Self.name(0, candidate, kind).utf8))
      if FileDescriptor.kind(of: place) == nil, FileDescriptor.kind(of: first) == nil {
        self.stem = candidate
        return
      }
    }
    throw .alreadyExists
  }

  /// Returns the beginning of the names: that of the list, without characters that addresses cannot have.
  private static func stem(of list: Pathname) -> String {
    let name = String(decoding: list.lastComponent, as: UTF8.self)
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    let plain = stem.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
        ? Character(scalar) : "_"
    }
    return plain.isEmpty || plain[0] == "." ? "_" + String(plain) : String(plain)
  }

  private static func name(_ index: Int, _ stem: String, _ kind: SegmentKind) -> String {
    let digits = String(index)
    // Bound: five digits.
    return stem + "-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      + kind.suffix
  }

  /// Returns true for a name that these names have been made of for a list.
  static func isOne(_ name: String, of list: Pathname) -> Bool {
    let stem = stem(of: list)
    guard name.hasPrefix(stem), !name.contains("/") else { return false }
    let rest = name.dropFirst(stem.count)
    if rest.hasSuffix(initialSuffix) {
      return rest.dropLast(initialSuffix.count).allSatisfy { "-0123456789".contains($0) }
    }
    return SegmentKind.allCases.contains { kind in
      rest.hasSuffix(kind.suffix) && rest.dropLast(kind.suffix.count).allSatisfy { "-0123456789".contains($0) }
    }
  }

  func path(of name: String) -> Pathname { Pathname(bytes: folder + Array(name.utf8)) }
  func path(ofSegment index: Int) -> Pathname { path(of: Self.name(index, stem, kind)) }
  var initialPath: Pathname { path(of: stem + Self.initialSuffix) }

  /// Returns the media list of segments of these durations in seconds; RFC 8216, 4.3.
  func list(_ seconds: [Double]) -> String {
    let longest = seconds.max() ?? 0
    var text = """
      #EXTM3U
      #EXT-X-VERSION:\(kind == .fragments ? 7 : 3)
      #EXT-X-TARGETDURATION:\(max(1, Int(longest.rounded(.up))))
      #EXT-X-MEDIA-SEQUENCE:0
      #EXT-X-PLAYLIST-TYPE:VOD
      #EXT-X-INDEPENDENT-SEGMENTS

      """
    if kind == .fragments { text += "#EXT-X-MAP:URI=\"\(stem + Self.initialSuffix)\"\n" }
    for (index, duration) in seconds.enumerated() {
      text += "#EXTINF:\(Self.decimal(duration)),\n\(Self.name(index, stem, kind))\n"
    }
    return text + "#EXT-X-ENDLIST\n"
  }

  /// Returns a number with six digits after the point.
  private static func decimal(_ seconds: Double) -> String {
    let millionths = Int((seconds * 1e6).rounded())
    let fraction = String(millionths % 1_000_000)
    // Bound: six digits.
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
