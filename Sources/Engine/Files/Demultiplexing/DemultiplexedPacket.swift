public import AudioBase

/// A packet of a track, from a ``Demultiplexer``; ``Demultiplexer/packetBytes`` lends its bytes.
///
/// Linear PCM and similar formats come in runs of many packets, which ``packetCount`` counts.
public struct DemultiplexedPacket: Sendable, BitwiseCopyable {
  /// The index of the track in ``Demultiplexer/tracks``.
  public var track: Int
  /// The packet's number in its track, from 0 on; for a run, that of its first packet.
  public var number: Int64
  /// The number of packets of the run; 1 except for linear PCM and similar formats.
  public var packetCount: Int
  /// The offset from the start of the file, in bytes.
  public var fileOffset: Int64
  /// The number of bytes of the packet or run.
  public var byteCount: Int
  /// The number of frames of an audio packet or run; 0 if nothing states it.
  public var frameCount: Int
  /// The number of the packet's stream: see ``Demultiplexer/stream(of:)``.
  public var streamNumber: Int
  /// The times of decoding and presentation, in units of ``timescale`` from the start of the track's media.
  public var timing: PacketTiming
  /// The number of units of ``timing`` per second.
  public var timescale: Int
  /// The offset from a media time to the time line that all tracks share: `TrackInfo.presentationStart`.
  public var presentationStart: Int64

  /// True if decoding can begin here.
  public var isSync: Bool { timing.isSync }
  /// The decode time on the time line that all tracks share.
  public var decodeTime: MediaTime { time(timing.decodeTime) }
  /// The presentation time on the time line that all tracks share; before 0 if an edit removes the packet.
  public var presentationTime: MediaTime { time(timing.presentationTime) }
  /// The duration of the packet.
  public var duration: MediaTime { MediaTime(value: timing.duration, timescale: Int64(timescale)) }

  private func time(_ mediaTime: Int64) -> MediaTime {
    MediaTime(value: mediaTime &+ presentationStart, timescale: Int64(timescale))
  }
}
