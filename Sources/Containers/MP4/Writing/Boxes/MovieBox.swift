import AudioBase
import Bitstream

/// The contents of `moov`. ISO/IEC 14496-12, 8.2; Apple's QuickTime File Format, "Movie Atoms".
struct MovieBox {
  var brand: FileBrand
  /// The time scale of edits and of the movie's own duration, in units per second.
  var timescale: UInt32
  /// True if the samples are in fragments.
  var isFragmented: Bool
  /// A whole `udta` box, or nothing.
  var userData: [UInt8] = []

  /// Returns the box as bytes.
  func bytes(_ tracks: [OutputTrack]) -> [UInt8] {
    let origin = origin(of: tracks)
    let durations = tracks.map { movieDuration($0, origin: origin) }
    var bytes: [UInt8] = []
    bytes.appendBox("moov") { body in
      appendMovieHeader(&body, duration: durations.max() ?? 0, next: (tracks.map(\.identifier).max() ?? 0) + 1)
      for (track, duration) in zip(tracks, durations) {
        body.appendBox("trak") { trak in
          appendTrackHeader(&trak, track, duration: duration)
          if let chapters = track.chapterTrack {
            trak.appendBox("tref") { $0.appendBox("chap") { $0.append(bigEndian: chapters) } }
          }
          trak.appendEdits(edits(track, origin: origin))
          appendMedia(&trak, track)
        }
      }
      if isFragmented { appendExtension(&body, tracks) }
      body += userData
    }
    return bytes
  }

  /// Returns the start of a track's samples, in seconds.
  private func startSeconds(_ track: OutputTrack) -> Double? {
    track.firstDecodeTime.map { Double($0) / Double(track.timescale) }
  }

  private func origin(of tracks: [OutputTrack]) -> Double { tracks.compactMap(startSeconds).min() ?? 0 }

  /// Returns the time from the start of the movie to its first sound, in seconds.
  func soundDelay(_ tracks: [OutputTrack]) -> Double {
    guard timescale > 0, let sound = tracks.first(where: { $0.kind == .audio }) else { return 0 }
    let delay = delay(of: sound, origin: origin(of: tracks))
    return delay >= 1 && delay < 9e15 ? delay.rounded() / Double(timescale) : 0
  }

  /// Returns the units of the movie's time scale before a track is shown.
  private func delay(of track: OutputTrack, origin: Double) -> Double {
    let late = Double(track.presentationStart.saturatingAdd(track.shownStart)) / Double(track.timescale)
    return ((startSeconds(track) ?? origin) - origin + late) * Double(timescale)
  }

  /// Returns a duration of the media in the movie's time scale; exact where both scales are the same.
  private func inMovieTime(_ duration: Int64, _ track: OutputTrack) -> Int64 {
    max(0, duration).rescaled(from: track.timescale, to: timescale) ?? .max
  }

  /// Returns the edits that place a track in the movie: empty if all of it is shown from the start.
  private func edits(_ track: OutputTrack, origin: Double) -> [Edit] {
    var edits: [Edit] = []
    let begin = track.shownStart
    let delay = delay(of: track, origin: origin)
    if delay >= 1, delay < 9e15 { edits.append(Edit(duration: Int64(delay.rounded()), mediaTime: -1)) }
    if let trimming = track.trimming {
      edits.append(Edit(duration: inMovieTime(trimming.duration, track), mediaTime: begin))
    } else if begin > 0 || !edits.isEmpty {
      // Pictures that are presented later than they are decoded lose nothing by an edit that begins with the first.
      let hidden = max(0, begin - (track.firstPresentation ?? 0))
      let shown = inMovieTime(track.duration - hidden, track)
      edits.append(Edit(duration: isFragmented ? 0 : shown, mediaTime: begin))
    }
    return edits
  }

  private func movieDuration(_ track: OutputTrack, origin: Double) -> Int64 {
    guard !isFragmented else { return 0 }
    let list = edits(track, origin: origin)
    return list.isEmpty ? inMovieTime(track.duration, track) : list.reduce(0) { $0.saturatingAdd($1.duration) }
  }

  private func appendMovieHeader(_ body: inout [UInt8], duration: Int64, next: UInt32) {
    let isLong = duration > Int64(UInt32.max)
    body.appendFullBox("mvhd", version: isLong ? 1 : 0) { box in
      box.append(zeros: isLong ? 16 : 8)
      box.append(bigEndian: timescale)
      box.append(duration: duration, isLong: isLong)
      // Rate 1.0, volume 1.0.
      box.append(bigEndian: 0x1_0000 as UInt32)
      box.append(bigEndian: 0x0100 as UInt16)
      box.append(zeros: 10)
      box.append(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1])
      box.append(zeros: 24)
      box.append(bigEndian: next)
    }
  }

  private func appendTrackHeader(_ body: inout [UInt8], _ track: OutputTrack, duration: Int64) {
    let isLong = duration > Int64(UInt32.max)
    body.appendFullBox("tkhd", version: isLong ? 1 : 0, flags: track.isEnabled ? 7 : 0) { box in
      box.append(zeros: isLong ? 16 : 8)
      box.append(bigEndian: track.identifier)
      box.append(zeros: 4)
      box.append(duration: duration, isLong: isLong)
      box.append(zeros: 12)
      box.append(bigEndian: track.kind == .audio ? 0x0100 : 0 as UInt16)
      box.append(zeros: 2)
      box.append(matrix: track.picture?.matrix ?? [1, 0, 0, 0, 1, 0, 0, 0, 1])
      box.append(fixedPoint: track.picture?.presentationWidth ?? 0)
      box.append(fixedPoint: track.picture?.presentationHeight ?? 0)
    }
  }

  private func appendMedia(_ body: inout [UInt8], _ track: OutputTrack) {
    let duration = isFragmented ? 0 : track.duration
    let isLong = duration > Int64(UInt32.max)
    body.appendBox("mdia") { media in
      media.appendFullBox("mdhd", version: isLong ? 1 : 0) { box in
        box.append(zeros: isLong ? 16 : 8)
        box.append(bigEndian: track.timescale)
        box.append(duration: duration, isLong: isLong)
        box.append(bigEndian: MovieBox.packed(language: track.language))
        box.append(zeros: 2)
      }
      media.appendHandler(brand == .quickTime ? "mhlr" : nil, track.handler)
      media.appendBox("minf") { information in
        information.appendMediaHeader(track)
        if brand == .quickTime { information.appendHandler("dhlr", "alis") }
        information.appendBox("dinf") { data in
          data.appendFullBox("dref") { table in
            table.append(bigEndian: 1 as UInt32)
            // The media is in this very file.
            table.appendFullBox(brand == .quickTime ? "alis" : "url ", flags: 1) { _ in }
          }
        }
        information.appendSampleTable(track, isFragmented: isFragmented)
      }
    }
  }

  private func appendExtension(_ body: inout [UInt8], _ tracks: [OutputTrack]) {
    body.appendBox("mvex") { box in
      for track in tracks {
        box.appendFullBox("trex") { entry in
          entry.append(bigEndian: track.identifier)
          entry.append(bigEndian: 1 as UInt32)
          entry.append(zeros: 12)
        }
      }
    }
  }

  /// Returns ISO 639-2's letters in 15 bits; `und` if there are none.
  static func packed(language: String) -> UInt16 {
    let letters = Array(language.utf8)
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return 0x55C4 }
    return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }
}

/// An entry of `elst`.
struct Edit: Equatable, BitwiseCopyable {
  /// The duration in the movie's time scale.
  var duration: Int64
  /// The start in the media's time scale; −1 for an empty edit.
  var mediaTime: Int64
}

extension [UInt8] {
  fileprivate mutating func append(duration: Int64, isLong: Bool) {
    if isLong { append(bigEndian: duration) } else { append(bigEndian: UInt32(duration)) }
  }

  /// Appends a matrix: six numbers with 16 fractional bits, and three with 30.
  fileprivate mutating func append(matrix: [Double]) {
    for index in 0..<9 {
      append(fixedPoint: index < matrix.count ? matrix[index] : 0, fractionBits: index % 3 == 2 ? 30 : 16)
    }
  }

  /// Appends `edts` with `elst`, in 64-bit fields so that its size never changes; nothing without edits.
  fileprivate mutating func appendEdits(_ edits: [Edit]) {
    guard !edits.isEmpty else { return }
    appendBox("edts") { box in
      box.appendFullBox("elst", version: 1) { table in
        table.append(bigEndian: UInt32(edits.count))
        for edit in edits {
          table.append(bigEndian: edit.duration)
          table.append(bigEndian: edit.mediaTime)
          table.append(bigEndian: 0x1_0000 as UInt32)
        }
      }
    }
  }

  /// Appends `hdlr`; QuickTime names the component's type as well and precedes names with their length.
  mutating func appendHandler(_ component: FourCharacterCode?, _ handler: FourCharacterCode) {
    appendFullBox("hdlr") { box in
      if let component { box.append(component) } else { box.append(zeros: 4) }
      box.append(handler)
      box.append(zeros: 12 + 1)
    }
  }

  /// Appends the header that belongs to the kind of media: `smhd`, `vmhd`, `gmhd` or `nmhd`.
  fileprivate mutating func appendMediaHeader(_ track: OutputTrack) {
    switch track.kind {
    case .audio: appendFullBox("smhd") { $0.append(zeros: 4) }
    case .video: appendFullBox("vmhd", flags: 1) { $0.append(zeros: 8) }
    case .other:
      guard ["text", "tmcd", "clcp"].contains(track.handler), track.descriptions[0].entry.type != "wvtt" else {
        return appendFullBox("nmhd") { _ in }
      }
      appendBox("gmhd") { box in
        box.appendFullBox("gmin") { body in
          body.append(bigEndian: 0x40 as UInt16)
          for _ in 0..<3 { body.append(bigEndian: 0x8000 as UInt16) }
          body.append(zeros: 4)
        }
        if track.handler == "text" { box.appendBox("text") { $0.append(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]) } }
      }
    }
  }
}
