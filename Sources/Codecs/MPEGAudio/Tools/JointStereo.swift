import Transforms

// Holds throughout: spectra have a constant size.

/// Undoes the joint coding of two channels: M/S and intensity stereo.
///
/// ISO/IEC 11172-3, 2.4.3.4; ISO/IEC 13818-3, 2.4.3.2.
package struct JointStereo: Sendable {
  /// The gains that make both channels' lines from the left channel's.
  package struct Gains: Sendable, BitwiseCopyable {
    package var left: Float
    package var right: Float
  }

  /// The gains by position 0…6: the tangent of 15° times it is left to right.
  private let panning: [Gains]
  /// The gains by `intensity_scale` and position 0…31: one side is quieter by steps of 1.5 or 3 dB.
  private let steps: [[Gains]]

  package init() {
    panning = (0...6).map { position in
      let (cosine, sine) = Trigonometry.cosineAndSine(turns: position, over: 24)
      return Gains(left: Float(sine / (sine + cosine)), right: Float(cosine / (sine + cosine)))
    }
    steps = [1, 2].map { quarters in
      (0...31).map { position in
        let quiet = Float(Requantizer.quarterPower(-quarters * ((position + 1) / 2)))
        return position % 2 == 0 ? Gains(left: 1, right: quiet) : Gains(left: quiet, right: 1)
      }
    }
  }

  /// Converts M and S to L and R, all lines alike: `(M ± S) / √2`.
  ///
  /// - Parameter start: The place of both spectra, one after the other.
  static func undoMidSide(_ values: inout [Float], from start: Int) {
    var all = values.mutableSpan
    var pair = all._mutatingExtracting(start..<start + 2 * Spectrum.capacity)
    var spectra = pair._mutatingExtracting(0..<2 &* Spectrum.capacity)
    let factor = Float(0.5.squareRoot())
    for place in 0..<Spectrum.count {
      let (mid, side) = (spectra[place], spectra[Spectrum.capacity &+ place])
      spectra[place] = (mid + side) * factor
      spectra[Spectrum.capacity &+ place] = (mid - side) * factor
    }
  }

  /// The properties of the right channel on which intensity stereo depends.
  struct RightChannel: ~Escapable {
    /// The number of lines up to the last that is not zero.
    let lineCount: Int
    /// The position of each band.
    let positions: Span<UInt8>
    let part: GranulePart
    let frame: FrameKind

    @_lifetime(copy positions)
    init(lineCount: Int, positions: Span<UInt8>, _ part: GranulePart, _ frame: FrameKind) {
      self.lineCount = lineCount
      self.positions = positions
      self.part = part
      self.frame = frame
    }
  }

  /// Applies intensity stereo to the highest bands, in which the right channel is empty, and M/S or no change to the
  /// others.
  ///
  /// - Parameter start: The place of both spectra, one after the other.
  func apply(
    _ channel: borrowing RightChannel, _ plan: borrowing BandPlan, _ values: inout [Float], from start: Int
  ) {
    var all = values.mutableSpan
    var spectra = all._mutatingExtracting(start..<start + 2 * Spectrum.capacity)
    // True by window if a line that is not zero was met on the way down.
    var isBelowBound: [4 of Bool] = [false, false, false, false]
    for band in (0..<plan.count).reversed() {
      let window = Int(plan.windows[band])
      if band == plan.longCount - 1 { isBelowBound[3] = isBelowBound[0] || isBelowBound[1] || isBelowBound[2] }
      let range = plan.start(band)..<plan.ends[band]
      if !isBelowBound[window] { isBelowBound[window] = Self.hasSound(channel, plan, range, spectra) }
      let position = Self.position(of: band, channel, plan, spectra)
      if !isBelowBound[window], position != MainData.noPosition {
        let gains = gains(
          position: Int(position), isMPEG1: channel.frame.isMPEG1, scale: channel.part.scaleFactorCompress & 1)
        Self.pan(plan.places.span.extracting(range), gains, &spectra)
      } else if channel.frame.hasMidSide {
        Self.undoMidSide(plan.places.span.extracting(range), &spectra)
      }
    }
  }

  /// Returns the gains of a position; `scale` is `intensity_scale`.
  package func gains(position: Int, isMPEG1: Bool, scale: Int) -> Gains {
    isMPEG1 ? panning[position] : steps[scale][position]
  }

  /// Returns a band's position: a band without its own value has that of the band below if that one is panned too, or
  /// else the middle.
  ///
  /// The standards leave the second case open; it is as the reference output of the vector `l3-test46` has it.
  private static func position(
    of band: Int, _ channel: borrowing RightChannel, _ plan: borrowing BandPlan,
    _ spectra: borrowing MutableSpan<Float>
  ) -> UInt8 {
    if band < plan.scaledCount { return channel.positions[band] }
    let below = band - (plan.windows[band] == 3 ? 1 : 3)
    if hasSound(channel, plan, plan.start(below)..<plan.ends[below], spectra) {
      return channel.frame.isMPEG1 ? 3 : 0
    }
    return channel.positions[below]
  }

  /// Returns true if a line of the right channel is not zero.
  private static func hasSound(
    _ channel: borrowing RightChannel, _ plan: borrowing BandPlan, _ range: Range<Int>,
    _ spectra: borrowing MutableSpan<Float>
  ) -> Bool {
    var line = range.lowerBound
    while line < min(range.upperBound, channel.lineCount) {
      if spectra[Spectrum.capacity + Int(plan.places[line])] != 0 { return true }
      line += 1
    }
    return false
  }

  private static func pan(_ places: Span<UInt16>, _ gains: Gains, _ spectra: inout MutableSpan<Float>) {
    for index in places.indices {
      let place = Int(places[index])
      let value = spectra[place]
      spectra[place] = value * gains.left
      spectra[Spectrum.capacity + place] = value * gains.right
    }
  }

  private static func undoMidSide(_ places: Span<UInt16>, _ spectra: inout MutableSpan<Float>) {
    let factor = Float(0.5.squareRoot())
    for index in places.indices {
      let place = Int(places[index])
      let (mid, side) = (spectra[place], spectra[Spectrum.capacity + place])
      spectra[place] = (mid + side) * factor
      spectra[Spectrum.capacity + place] = (mid - side) * factor
    }
  }
}
