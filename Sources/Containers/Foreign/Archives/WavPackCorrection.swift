import AudioBase
import FramedStreams

/// The correction file of a hybrid WavPack file: for each packet the blocks that make it lossless.
///
/// D. Bryant, "WavPack 4 & 5 Binary File / Block Format" (wavpack.com, 2020): its blocks have the numbers of frames of
/// those that they correct.
struct WavPackCorrection {
  /// The place of the blocks of a packet.
  struct Place: BitwiseCopyable {
    var offset: Int64
    var byteCount: Int
    fileprivate var firstFrame: Int64
    fileprivate var frameCount: Int
  }

  /// The largest number of packets, which are six days of half a second each.
  private static let maximumCount = 1 << 20

  private var window: SourceWindow
  /// In the order of frames.
  private let places: [Place]

  /// Opens the correction file beside a source.
  ///
  /// - Parameter first: The first header of the file that is corrected.
  /// - Returns: The corrections, or a warning that says why there are none.
  static func beside(
    _ source: any ByteSource, of first: WavPackHeader, limits: ResourceLimits
  ) -> (WavPackCorrection?, warning: String?) {
    guard let file = source.companion(extension: "wvc") else {
      return (nil, "the file is hybrid, and no correction file (.wvc) lies beside it: its sound is lossy")
    }
    do throws(ContainerError) {
      return (try WavPackCorrection(file, of: first, limits: limits), nil)
    } catch {
      return (nil, "the correction file (.wvc) is not read, so that the sound is lossy: \(error)")
    }
  }

  private init(
    _ source: any ByteSource, of first: WavPackHeader, limits: ResourceLimits
  ) throws(ContainerError) {
    let tags = try ArchiveTags(source, limits: limits)
    var scanner = WavPackScanner(source, from: tags.start, to: tags.end, limits: limits)
    var finder = scanner
    if let packet = try finder.next(), let own = finder.first?.header, !own.corrects(first) {
      throw ContainerError(.malformed, "it is the correction of another file", at: packet.offset, in: "wvpk")
    }
    places = try Self.places(&scanner)
    window = SourceWindow(source, capacity: 1 << 12)
  }

  private static func places(_ scanner: inout WavPackScanner) throws(ContainerError) -> [Place] {
    var places: [Place] = []
    do throws(ContainerError) {
      while let packet = try scanner.next(), let header = scanner.first?.header {
        guard places.count < maximumCount else {
          throw ContainerError(.limitExceeded, "there are more packets than the limit", at: packet.offset, in: "wvpk")
        }
        guard header.firstFrame > places.last?.firstFrame ?? -1 else {
          throw ContainerError(.malformed, "the blocks are not in order", at: packet.offset, in: "wvpk")
        }
        places.append(
          Place(
            offset: packet.offset, byteCount: packet.ownByteCount, firstFrame: header.firstFrame,
            frameCount: packet.frameCount))
      }
    } catch {
      // A file that was cut corrects the packets that it still has; the others are counted.
      guard error.kind == .truncated, !places.isEmpty else { throw error }
    }
    guard !places.isEmpty else { throw ContainerError(.malformed, "it holds no block of sound", at: 0, in: "wvpk") }
    return places
  }

  /// Returns the place of the blocks that correct a packet.
  func place(ofFrame frame: Int64, frameCount: Int) -> Place? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].firstFrame < frame { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].firstFrame == frame, places[low].frameCount == frameCount else { return nil }
    return places[low]
  }

  /// Appends blocks.
  mutating func append(_ place: Place, to bytes: inout [UInt8]) throws(ContainerError) {
    guard try window.append(place.byteCount, at: place.offset, to: &bytes) == place.byteCount else {
      throw ContainerError(.truncated, "the correction file became shorter", at: place.offset, in: "wvpk")
    }
  }
}
