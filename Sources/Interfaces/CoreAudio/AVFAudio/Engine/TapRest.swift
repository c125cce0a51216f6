import AudioGraph
import Foundation

/// Frames of a tap that wait to be passed on.
struct TapRest {
  private var planes: [[Float]] = []
  /// The moment of the first frame.
  private var moment = RenderMoment(sampleTime: 0)
  private var sampleRate = 0.0

  /// Adds frames, stored channel after channel. Earlier frames are dropped if they have other channels or another rate.
  mutating func append(_ samples: [Float], _ channelCount: Int, _ start: RenderMoment, _ rate: Double) {
    if planes.count != channelCount || sampleRate != rate {
      planes = Array(repeating: [], count: channelCount)
      sampleRate = rate
    }
    moment = start.advanced(by: -Double(planes.first?.count ?? 0), rate: rate)
    let count = channelCount > 0 ? samples.count / channelCount : 0
    for channel in planes.indices { planes[channel] += samples[channel * count..<(channel + 1) * count] }
  }

  /// Takes a buffer of the given number of frames; `nil` if there are fewer.
  mutating func take(_ count: Int, _ format: AVAudioFormat) -> (AVAudioPCMBuffer, AVAudioTime)? {
    guard count > 0, let first = planes.first, first.count >= count else { return nil }
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)) else {
      require(false, "there is memory for a buffer of a tap")
      return nil
    }
    buffer.frameLength = AVAudioFrameCount(count)
    for channel in planes.indices {
      guard let plane = unsafe buffer.floatChannelData?[channel] else { continue }
      for index in 0..<count { unsafe plane[index] = planes[channel][index] }
      planes[channel].removeFirst(count)
    }
    let time = AVAudioTime(moment, rate: sampleRate)
    let host = moment.hostTime > 0 ? moment.hostTime + UInt64((Double(count) / sampleRate * 1e9).rounded()) : 0
    moment = RenderMoment(sampleTime: moment.sampleTime + Double(count), hostTime: host)
    return (buffer, time)
  }
}
