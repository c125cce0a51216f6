import AudioBase
import SystemLibraries

/// The encodings of a track's frames in its blocks (RFC 9559, 5.1.4.1).
struct ContentEncodings {
  /// A step of decoding.
  private enum Step {
    /// Bytes that every frame begins with, and that the file stores once.
    case prefix([UInt8])
    /// zlib, RFC 1950.
    case inflation
  }

  /// The steps, in the order of decoding.
  private var steps: [Step] = []
  /// The first bytes that all frames share, stored once in the file; `nil` if frames are also deflated.
  private(set) var prefix: [UInt8]? = []
  /// True if `CodecPrivate` was encoded in the same way.
  private(set) var appliesToConfiguration = false

  /// The largest number of encodings of a track.
  private static let maximumStepCount = 8

  /// Creates encodings that leave frames unchanged.
  init() {}

  /// Reads an element `ContentEncodings`.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for encryption, bzip2 and LZO.
  init(_ list: Element, _ window: inout SourceWindow, limits: ResourceLimits) throws(ContainerError) {
    var found: [(order: UInt64, step: Step, scope: UInt64)] = []
    var children = try list.children()
    while let element = try children.next(&window) {
      guard element.identifier == TrackName.contentEncoding else { continue }
      guard found.count < Self.maximumStepCount else {
        throw element.failure(.limitExceeded, "a track has more than 8 encodings")
      }
      found.append(try Self.read(element, &window, limits: limits))
    }
    // The last step of encoding has the highest number.
    found.sort { $0.order > $1.order }
    // Bit 1: frames. Bit 2: CodecPrivate. Bit 4 is about the next encoding alone.
    steps = found.filter { $0.scope & 1 != 0 }.map(\.step)
    appliesToConfiguration = found.contains { $0.scope & 2 != 0 }
    guard found.allSatisfy({ $0.scope & 2 == 0 || $0.scope & 1 != 0 }) else {
      throw list.failure(.unsupported, "an encoding of CodecPrivate that frames do not have is not undone")
    }
    var bytes: [UInt8]? = []
    for step in steps {
      if case .prefix(let settings) = step { bytes = bytes.map { settings + $0 } } else { bytes = nil }
    }
    prefix = bytes
  }

  private static func read(
    _ encoding: Element, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) -> (order: UInt64, step: Step, scope: UInt64) {
    var (order, scope, type, algorithm): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 0, 0)
    var settings: [UInt8] = []
    var children = try encoding.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TrackName.encodingOrder: order = try element.unsigned(&window)
      case TrackName.encodingScope: scope = try element.unsigned(&window)
      case TrackName.encodingType: type = try element.unsigned(&window)
      case TrackName.compression:
        var fields = try element.children()
        while let field = try fields.next(&window) {
          switch field.identifier {
          case TrackName.compressionAlgorithm: algorithm = try field.unsigned(&window)
          case TrackName.compressionSettings: settings = try field.bytes(window.source, limits: limits)
          default: break
          }
        }
      default: break
      }
    }
    guard type == 0 else { throw encoding.failure(.unsupported, "the track is encrypted") }
    switch algorithm {
    case 0: return (order, .inflation, scope)
    case 1: throw encoding.failure(.unsupported, "frames compressed with bzip2 are not read")
    case 2: throw encoding.failure(.unsupported, "frames compressed with LZO are not read")
    case 3:
      guard settings.count <= limits.unprovenByteCount else {
        throw encoding.failure(.limitExceeded, "the beginning that all frames share is longer than the limit")
      }
      return (order, .prefix(settings), scope)
    default: throw encoding.failure(.unsupported, "frames are compressed in a way that is not known here")
    }
  }

  /// Decodes a frame to the codec's own bytes.
  ///
  /// - Parameter offset: The offset of the frame in the file, for the error.
  /// - Throws: ``ErrorKind/limitExceeded`` beyond ``ResourceLimits/packetByteCount``, ``ErrorKind/malformed`` for data
  ///   that cannot be inflated, ``ErrorKind/unsupported`` where zlib is missing.
  func decode(_ stored: [UInt8], at offset: Int64, limits: ResourceLimits) throws(ContainerError) -> [UInt8] {
    var bytes = stored
    for step in steps {
      switch step {
      case .prefix(let settings): bytes = settings + bytes
      case .inflation: bytes = try Self.inflate(bytes, at: offset, limits: limits)
      }
    }
    guard bytes.count <= limits.packetByteCount else { throw Self.tooLarge(offset) }
    return bytes
  }

  private static func inflate(_ bytes: [UInt8], at offset: Int64, limits: ResourceLimits) throws(ContainerError)
    -> [UInt8]
  {
    switch Inflation.inflate(bytes, atMost: limits.packetByteCount) {
    case .bytes(let inflated): return inflated
    case .tooLarge: throw tooLarge(offset)
    case .damaged:
      throw ContainerError(.malformed, "a compressed frame cannot be inflated", at: offset, in: MatroskaFile.fileType)
    case .missingLibrary:
      throw ContainerError(
        .unsupported, "compressed frames need zlib: install the package zlib1g (Debian) or zlib (Fedora)", at: offset,
        in: MatroskaFile.fileType)
    }
  }

  /// Returns the error for a packet beyond the limit.
  static func tooLarge(_ offset: Int64) -> ContainerError {
    ContainerError(
      .limitExceeded, "a packet has more bytes than the limit allows", at: offset, in: MatroskaFile.fileType)
  }
}
