import AudioBase
import AudioConversion
import ID3Tags

extension TimeMap {
  /// Creates the map of a conversion: the part that is decoded, and the rates.
  ///
  /// - Parameters:
  ///   - track: The track of the input, in whose frames places count.
  ///   - decoding: The frames that are decoded.
  ///   - decodedRate: The sample rate of its decoded frames.
  ///   - outputRate: The sample rate, in Hz, of the output.
  init(of track: TrackInfo, _ decoding: DecodeRequest, decodedRate: Double, outputRate: Double) {
    let rate = track.format.sampleRate
    guard rate > 0, decodedRate > 0 else {
      self.init()
      return
    }
    // Untrimmed sound begins with the priming, in which no place lies.
    let lead = decoding.trimming == .none ? track.primingPlaces : 0
    let frames = decoding.frames(atRate: decodedRate)
    let start = Double(frames.lowerBound) * rate / decodedRate - lead
    let end = frames.upperBound == .max ? .infinity : Double(frames.upperBound) * rate / decodedRate - lead
    self.init(part: decoding.isPart || lead > 0 ? start..<max(start, end) : nil, scale: outputRate / rate)
  }

  /// The map of copied packets: positions move if the output cannot state that the first frames are not part of the
  /// recording.
  ///
  /// - Parameter trimOverride: The priming that the output states in place of the track's.
  init(copying track: TrackInfo, intoFileThatMarksRecording marksRecording: Bool, _ trimOverride: TrimOverride?) {
    self.init(offset: marksRecording ? 0 : track.primingPlaces)
    if let trimOverride {
      self = beginning(earlierBy: track.primingPlaces - Double(trimOverride.primingFrames))
    }
  }
}

extension TrackInfo {
  /// The track's priming, in the units in which positions are counted.
  fileprivate var primingPlaces: Double {
    guard let table = packetTable, table.timescale > 0 else { return 0 }
    return Double(table.primingFrames) * format.sampleRate / table.timescale
  }
}

extension Metadata {
  /// Removes the frames of an ID3 tag whose times no longer hold: all of them if times move, those that count packets
  /// if the packets are new.
  mutating func dropTimedFrames(movedBy map: TimeMap, isSamePackets: Bool) {
    if map.part != nil || map.offset != 0 {
      removeID3Frames(where: \.statesTimes)
    } else if !isSamePackets {
      removeID3Frames(where: \.countsPackets)
    }
  }

  /// Moves everything that has a position in time, and adds notes on dropped regions that remain in part.
  mutating func move(by map: TimeMap, _ notes: inout JobNotes) {
    for region in move(by: map) {
      let kind = region.flags.contains(.loop) ? "loop" : "region"
      notes.add(.tagItemNotKept("the \(kind) '\(region.name)', of which only a part is taken,"))
    }
  }
}
