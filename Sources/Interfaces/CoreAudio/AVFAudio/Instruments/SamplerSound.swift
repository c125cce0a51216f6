import AudioBase
import AudioGraph
import AudioToolbox
import Foundation
import MIDIFiles
import SignalProcessing
import Synchronization

/// The sound of a sampler: its synthesizer, which loading replaces while it is rendered, and its levels.
///
/// `@unchecked`: what is not atomic, locked or swapped belongs to the thread that renders.
final class SamplerSound: @unchecked Sendable {
  /// A synthesizer, or none.
  private final class Holder: Sendable {
    let synthesizer: SoundFontSynthesizer?
    init(_ synthesizer: SoundFontSynthesizer?) { self.synthesizer = synthesizer }
  }

  /// A loaded preset of a file.
  struct Instrument: Sendable {
    let path: String
    /// `nil` stands for the first of the file.
    let preset: SoundFontSynthesizer.Preset?
    /// The owner of a temporary file.
    var recorded: RecordedInstrument?
  }

  /// The instrument, and the frames per second that it is to be rendered at.
  private struct Loading {
    var instrument: Instrument?
    var sampleRate = 44_100.0
  }

  /// The gain in dB.
  let gain = ParameterValue(0)
  /// The tuning in semitones, and in cents besides.
  let (coarseTuning, fineTuning) = (ParameterValue(0), ParameterValue(0))
  /// The place: −100 is left, 100 right.
  let place = ParameterValue(0)

  private let holder = SwappedReference(Holder(nil))
  private let loading = Lock(Loading())
  private let isToSilence = Atomic<Bool>(false)
  /// The gains that frames have reached; `nil` before the first.
  private var gains: (left: Float, right: Float)?

  /// The value of a parameter, by its number.
  func parameter(_ address: AUParameterAddress) -> ParameterValue? {
    switch AudioUnitParameterID(truncatingIfNeeded: address) {
    case kAUSamplerParam_Gain: gain
    case kAUSamplerParam_CoarseTuning: coarseTuning
    case kAUSamplerParam_FineTuning: fineTuning
    case kAUSamplerParam_Pan: place
    default: nil
    }
  }

  // MARK: Loading

  /// Loads a preset of a SoundFont in place of the present one, whose notes are ended.
  func load(_ instrument: Instrument) throws(SoundFontSynthesizer.Failure) {
    try loading.withLock { (loading: inout sending Loading) throws(SoundFontSynthesizer.Failure) in
      try install(instrument, loading.sampleRate)
      loading.instrument = instrument
    }
  }

  /// Sets the rate; a loaded preset is loaded again if the rate changes.
  func prepare(sampleRate: Double) throws(SoundFontSynthesizer.Failure) {
    try loading.withLock { (loading: inout sending Loading) throws(SoundFontSynthesizer.Failure) in
      guard loading.sampleRate != sampleRate else { return }
      if let instrument = loading.instrument { try install(instrument, sampleRate) }
      loading.sampleRate = sampleRate
    }
  }

  private func install(_ instrument: Instrument, _ sampleRate: Double) throws(SoundFontSynthesizer.Failure) {
    let made = try SoundFontSynthesizer(instrument.path, instrument.preset, sampleRate: sampleRate)
    holder.replace { _ in Holder(made) }
    holder.settle { usleep(1000) }
  }

  // MARK: Rendering

  /// Ends all notes before the next frames.
  func silence() { isToSilence.store(true, ordering: .relaxed) }

  /// Renders frames into a list of floats, with the events at their places.
  ///
  /// - Returns: False if nothing is loaded, and the list has silence.
  func render(
    _ count: Int, from start: Int, _ events: UnsafePointer<AURenderEvent>?, _ list: UnsafeMutableAudioBufferListPointer
  ) -> Bool {
    holder.use { holder in
      if isToSilence.exchange(false, ordering: .relaxed) { holder.synthesizer?.silence() }
      var next = unsafe events
      var done = 0
      while done < count {
        var end = min(count, done + SoundFontSynthesizer.capacity)
        while let event = unsafe next {
          let frame = unsafe Int(event.pointee.head.eventSampleTime) - start
          if frame > done {
            end = min(end, frame)
            break
          }
          unsafe follow(event.pointee, holder.synthesizer)
          unsafe next = UnsafePointer(event.pointee.head.next)
        }
        holder.synthesizer?.tune(100 * coarseTuning.now + fineTuning.now)
        holder.synthesizer?.render(end - done)
        unsafe write(done..<end, of: holder.synthesizer, to: list)
        done = end
      }
      return holder.synthesizer != nil
    }
  }

  private func follow(_ event: AURenderEvent, _ synthesizer: SoundFontSynthesizer?) {
    switch unsafe event.head.eventType {
    case .MIDI:
      let data = unsafe event.MIDI.data
      synthesizer?.send(MIDIMessage(status: data.0, first: data.1, second: data.2))
    case .parameter, .parameterRamp:
      let change = unsafe event.parameter
      unsafe parameter(change.parameterAddress)?.now = unsafe change.value
    default: break
    }
  }

  /// Writes frames with gains that change linearly; a list of one channel gets the mean of both.
  private func write(
    _ range: Range<Int>, of synthesizer: SoundFontSynthesizer?, to list: UnsafeMutableAudioBufferListPointer
  ) {
    let (left, right) = StereoPlace(place.now / 100).gains
    let level = pow(10, gain.now / 20)
    let goal = (left: left * level, right: right * level)
    let start = gains ?? goal
    gains = goal
    for channel in unsafe list.indices {
      guard let samples = unsafe list[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
      for frame in range {
        guard let synthesizer, channel < 2 else {
          unsafe samples[frame] = 0
          continue
        }
        let index = frame - range.lowerBound
        let part = Float(index + 1) / Float(range.count)
        let left = synthesizer.sample(index, 0) * (start.left + (goal.left - start.left) * part)
        let right = synthesizer.sample(index, 1) * (start.right + (goal.right - start.right) * part)
        unsafe samples[frame] = unsafe list.count == 1 ? (left + right) / 2 : channel == 0 ? left : right
      }
    }
  }
}
