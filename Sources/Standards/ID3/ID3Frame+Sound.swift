package import AudioBase

extension ID3Frame {
  /// True if the frame states the level of the sound or a correction of it, in a form that is not rewritten here:
  /// `RVA2` and its forerunners, and ReplayGain's `RGAD`.
  package var statesLevel: Bool { ["RVA2", "RVAD", "RVA ", "XRVA", "RGAD"].contains(identifier) }

  /// True if the frame states times of the sound or how long it is, or counts its packets.
  package var statesTimes: Bool {
    ["SYLT", "ETCO", "POSS", "SYTC", "TLEN"].contains(identifier) || countsPackets
  }

  /// True if the frame counts packets or bytes of MPEG audio: tables for seeking, and times that are numbers of frames
  /// (ID3v2.4.0, 4.5: `$01`) in place of milliseconds.
  package var countsPackets: Bool {
    // The form of the times lies behind an encoding and a language in SYLT, and elsewhere at the start.
    switch identifier {
    case "MLLT", "ASPI": true
    case "SYLT": body.count < 5 || body[4] != 2
    case "ETCO", "POSS", "SYTC": body.first != 2
    default: false
    }
  }
}

extension Metadata {
  /// Removes frames from the whole tag of ID3v2, the others of which stay as they are; a tag of ID3v2.2 becomes one of
  /// ID3v2.3. Frames that are compressed or encrypted are judged by their names.
  package mutating func removeID3Frames(where isUnwanted: (ID3Frame) -> Bool) {
    guard !id3Tag.isEmpty, let tag = ID3TagEdit.removing(isUnwanted, from: id3Tag) else { return }
    id3Tag = tag
  }
}
