import AudioBase
import Foundation

// How loud each loudspeaker is: for one sound at a place, and for balance and fade.

extension FormatQuestion {
  /// Answers about gains, `nil` for other properties.
  func gainAnswer() throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_PanningMatrix: return PropertyValue(list: try panning())
    case kAudioFormatProperty_BalanceFade: return PropertyValue(list: try balance())
    default: return nil
    }
  }

  private func panning() throws(Status) -> [Float32] {
    let info = try unsafe specified(AudioPanningInfo.self)
    let layout = try unsafe ChannelLayout(info.mOutputChannelMap, orThrow: kAudioFormatUnknownFormatError)
    let place = unsafe info.mCoordinates
    let azimuth: Double
    switch unsafe info.mCoordinateFlags {
    case AudioChannelFlags.rectangularCoordinates.rawValue:
      azimuth = atan2(Double(place.0), Double(place.1)) * 180 / .pi
    case AudioChannelFlags.sphericalCoordinates.rawValue: azimuth = Double(place.0)
    default: throw Status(kAudio_ParamError)
    }
    guard azimuth.isFinite, unsafe info.mGainScale.isFinite else { throw Status(kAudio_ParamError) }
    let panner = Panner(layout)
    let gains: [Double]
    switch unsafe info.mPanningMode {
    case .panningMode_SoundField: gains = panner.soundField(azimuth)
    case .panningMode_VectorBasedPanning: gains = panner.vectorBased(azimuth)
    default: throw Status(kAudio_ParamError)
    }
    let scale = unsafe Double(info.mGainScale)
    return gains.map { Float32($0 * scale) }
  }

  private func balance() throws(Status) -> [Float32] {
    let info = try unsafe specified(AudioBalanceFade.self)
    let layout = try unsafe ChannelLayout(info.mChannelLayout, orThrow: kAudioFormatUnknownFormatError)
    let (balance, fade) = unsafe (Double(info.mLeftRightBalance), Double(info.mBackFrontFade))
    guard (-1...1).contains(balance), (-1...1).contains(fade) else { throw Status(kAudio_ParamError) }
    let isEqualPower: Bool
    switch unsafe info.mType {
    case .maxUnityGain: isEqualPower = false
    case .equalPower: isEqualPower = true
    default: throw Status(kAudio_ParamError)
    }
    func gain(_ amount: Double) -> Double {
      isEqualPower ? 2.0.squareRoot() * sin((amount + 1) * .pi / 4) : min(1, 1 + amount)
    }
    return layout.speakers.map { speaker in
      guard let azimuth = speaker.azimuth else { return 1 }
      // A loudspeaker in the middle belongs to neither side.
      let side = azimuth == 0 || azimuth == 180 ? 1 : gain(azimuth > 0 ? balance : -balance)
      let depth = abs(azimuth) == 90 ? 1 : gain(abs(azimuth) < 90 ? fade : -fade)
      return Float32(side * depth)
    }
  }
}

/// Gains that place one sound in a direction in the horizontal plane.
private struct Panner {
  private let channelCount: Int
  /// The loudspeakers that have a direction, by their azimuth from −180° to 180°.
  private let speakers: [(channel: Int, azimuth: Double)]

  init(_ layout: ChannelLayout) {
    channelCount = layout.channelCount
    speakers = layout.speakers.enumerated()
      .compactMap { channel, speaker in speaker.azimuth.map { (channel, $0) } }
      .sorted { $0.1 < $1.1 }
  }

  /// Returns gains for all loudspeakers, larger for nearer ones; the total power is that of the sound.
  func soundField(_ azimuth: Double) -> [Double] {
    var gains = [Double](repeating: 0, count: channelCount)
    for speaker in speakers { gains[speaker.channel] = 1 + cos((azimuth - speaker.azimuth) * .pi / 180) }
    return normalised(gains)
  }

  /// Returns gains of the two loudspeakers beside the direction, by the law of tangents; V. Pulkki, "Virtual sound
  /// source positioning using vector base amplitude panning", 1997.
  func vectorBased(_ azimuth: Double) -> [Double] {
    var gains = [Double](repeating: 0, count: channelCount)
    guard speakers.count > 1 else {
      if let only = speakers.first { gains[only.channel] = 1 }
      return gains
    }
    for (index, left) in speakers.enumerated() {
      let right = speakers[(index + 1) % speakers.count]
      let gap = turn(from: left.azimuth, to: right.azimuth)
      let part = turn(from: left.azimuth, to: azimuth)
      guard gap > 0, part <= gap else { continue }
      if gap < 180 {
        gains[left.channel] = sin((gap - part) * .pi / 180)
        gains[right.channel] = sin(part * .pi / 180)
      } else if part == gap / 2 {
        (gains[left.channel], gains[right.channel]) = (1, 1)
      } else {
        // There is no loudspeaker: the nearer one is used alone.
        gains[part < gap / 2 ? left.channel : right.channel] = 1
      }
      break
    }
    return normalised(gains)
  }

  /// The angle in degrees clockwise from one direction to another, 0 ..< 360.
  private func turn(from start: Double, to end: Double) -> Double {
    let turn = (end - start).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }

  private func normalised(_ gains: [Double]) -> [Double] {
    let power = gains.reduce(0) { $0 + $1 * $1 }
    return power > 0 ? gains.map { $0 / power.squareRoot() } : gains
  }
}

extension Speaker {
  /// The direction in degrees to the right of the listener's front, at which ITU-R BS.775-3 and BS.2051-3 place
  /// loudspeakers; `nil` for a channel that has no direction.
  fileprivate var azimuth: Double? {
    let sides: [(left: Speaker, right: Speaker, azimuth: Double)] = [
      (.left, .right, 30), (.leftCenter, .rightCenter, 15), (.leftWide, .rightWide, 60), (.leftSide, .rightSide, 90),
      (.leftSurround, .rightSurround, 110), (.leftRear, .rightRear, 135), (.leftHeight, .rightHeight, 30),
      (.leftTopRear, .rightTopRear, 135), (.leftTopMiddle, .rightTopMiddle, 90), (.leftTotal, .rightTotal, 30),
    ]
    switch self {
    case .center, .mono, .centerHeight: return 0
    case .centerSurround, .centerSurroundDirect, .centerTopRear: return 180
    default:
      for side in sides {
        if self == side.left { return -side.azimuth }
        if self == side.right { return side.azimuth }
      }
      return nil
    }
  }
}
