import AudioBase
import AudioFiles

/// A maker of sound: frames of linear PCM as bytes, channels interleaved, block after block.
protocol SoundMaker: AnyObject {
  /// The frames that were made last.
  var bytes: [UInt8] { get }

  /// Makes the next frames, and returns false at the end.
  func next() throws(AudioError) -> Bool
}

/// Sound that is made while it is read, as one track of linear PCM.
///
/// A copy continues reading independently, as of any reader: one whose sound was read elsewhere meanwhile begins again
/// and skips what has been read, which takes time and changes nothing.
struct MadeTrack: ContainerReader {
  var fileType: FourCharacterCode { "lpcm" }
  let tracks: [TrackInfo]
  let metadata: Metadata
  private let fail: (AudioError) -> Void
  private let make: () throws(AudioError) -> any SoundMaker
  /// The frame that is read next.
  private var position: Int64 = 0
  private var reading: Reading?

  /// The maker and its progress.
  private final class Reading {
    var position: Int64 = 0
    let maker: any SoundMaker
    /// The bytes of the maker's last block that have been read.
    var taken = 0

    init(_ maker: any SoundMaker) { self.maker = maker }
  }

  /// The making of a sound, for the job that reads the track.
  final class Progress<Maker: SoundMaker> {
    /// The sound that was begun last.
    fileprivate(set) var maker: Maker?
    /// The reason for which making failed, which a container's error cannot carry.
    fileprivate(set) var error: AudioError?
  }

  /// - Parameters:
  ///   - progress: Receives the sound, or the error of making it.
  ///   - make: Starts the sound from the beginning.
  init<Maker: SoundMaker>(
    _ track: TrackInfo, _ metadata: Metadata, _ progress: Progress<Maker>,
    make: @escaping () throws(AudioError) -> Maker
  ) {
    (tracks, self.metadata) = ([track], metadata)
    fail = { progress.error = $0 }
    self.make = { () throws(AudioError) in
      let maker = try make()
      progress.maker = maker
      return maker
    }
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) { position = max(0, packet) }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: position)
    let size = max(1, tracks[0].format.bytesPerFrame)
    do throws(AudioError) {
      while true {
        let current = try self.current()
        if current.taken >= current.maker.bytes.count {
          current.taken = 0
          guard try current.maker.next() else { return false }
        }
        // A maker's block may be longer than a run of packets.
        let rest = Int64((current.maker.bytes.count - current.taken) / size)
        let skipped = min(rest, position - current.position)
        let count = skipped > 0 ? skipped : min(rest, Int64(ConstantPacketCursor.framesPerRun))
        let end = current.taken + Int(count) * size
        current.position += count
        defer { current.taken = end }
        guard skipped == 0 else { continue }
        batch.bytes.append(contentsOf: current.maker.bytes[current.taken..<end])
        batch.noteAppendedPacket(from: 0, fileOffset: position, frameCount: Int(count))
        position += count
        return true
      }
    } catch {
      fail(error)
      throw ContainerError(.inputOutput, "the sound cannot be made", at: 0)
    }
  }

  /// Returns the maker at the position, or before it.
  private mutating func current() throws(AudioError) -> Reading {
    if let reading, reading.position <= position { return reading }
    let new = Reading(try make())
    reading = new
    return new
  }
}
