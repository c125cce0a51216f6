import AudioBase
package import AudioDevices
import AudioPlayback
import AudioToolbox
import Dispatch
public import Foundation

/// A delegate of a recorder, which is notified when a recording is complete.
///
/// It is called on the main queue, which the program must run: by `RunLoop.main` or `dispatchMain()`.
public protocol AVAudioRecorderDelegate: AnyObject {
  /// Called when the file is complete; `flag` is false if some of it could not be written.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  /// Called when encoding or writing has failed.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}

/// Records the sound that the device captures into a file, converted by its settings.
///
/// `@unchecked`, for all that changes of it is touched with the engines' lock held alone.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
  /// The URL of the file.
  public let url: URL
  /// The settings given at the creation, or those of the format.
  public let settings: [String: Any]
  /// The format of the file.
  public let format: AVAudioFormat
  /// The object that is notified of the end.
  open weak var delegate: (any AVAudioRecorderDelegate)?

  private var device: any AudioDevice = DeviceList.standard
  private var recorder: Recorder?
  private var sink: RecordedFile?
  private var recording = false
  private var metersLevels = false
  /// A counter that grows with each stop, so that an earlier scheduled stop is ignored.
  private var generation = 0

  /// Creates a recording from settings, like ``AVAudioFile``. ``prepareToRecord()`` makes the file.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain for settings that make no format.
  public convenience init(url: URL, settings: [String: Any]) throws {
    var settings = settings
    // Missing settings are the device's.
    let device = DeviceList.standard.format
    if settings[AVFormatIDKey] == nil { settings[AVFormatIDKey] = kAudioFormatLinearPCM }
    if settings[AVSampleRateKey] == nil { settings[AVSampleRateKey] = device.sampleRate }
    if settings[AVNumberOfChannelsKey] == nil { settings[AVNumberOfChannelsKey] = device.channelCount }
    guard let format = AVAudioFormat(settings: settings) else {
      throw NSError.ofFile(kAudioFileUnsupportedDataFormatError, call: "AVAudioRecorder.init")
    }
    self.init(url, settings, format)
  }

  /// Creates a recording of a format.
  public convenience init(url: URL, format: AVAudioFormat) throws { self.init(url, format.settings, format) }

  private init(_ url: URL, _ settings: [String: Any], _ format: AVAudioFormat) {
    self.url = url
    self.settings = settings
    self.format = format
    super.init()
  }

  deinit { try? recorder?.finish() }

  /// Sets the device to record from; for tests.
  package func record(from device: any AudioDevice) { self.device = device }

  // MARK: Recording

  /// Creates the file, replacing an existing one; ``record()`` also does this.
  ///
  /// - Returns: False if the file cannot be made.
  @discardableResult
  open func prepareToRecord() -> Bool {
    EngineLock.held {
      if recorder != nil { return true }
      do {
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let made = try RecordedFile(file, device.format)
        recorder = try Recorder(to: made, from: device)
        sink = made
        return true
      } catch {
        tell(error)
        return false
      }
    }
  }

  /// Starts or resumes recording with the device's next cycle.
  ///
  /// - Returns: False if the file cannot be made, or the device does not start.
  @discardableResult
  open func record() -> Bool {
    EngineLock.held {
      guard prepareToRecord() else { return false }
      do throws(AudioError) {
        try recorder?.record()
        recording = true
        return true
      } catch {
        tell(error)
        return false
      }
    }
  }

  /// Records from a time of ``deviceCurrentTime`` on, with an accuracy of some milliseconds.
  @discardableResult
  open func record(atTime time: TimeInterval) -> Bool { record(at: time, for: nil) }

  /// Records for a number of seconds, and stops.
  @discardableResult
  open func record(forDuration duration: TimeInterval) -> Bool { record(at: nil, for: duration) }

  /// Records from a time on for a number of seconds.
  @discardableResult
  open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
    record(at: time, for: duration)
  }

  private func record(at time: TimeInterval?, for duration: TimeInterval?) -> Bool {
    EngineLock.held {
      guard prepareToRecord(), let sink else { return false }
      let distance = time.map { $0 - deviceCurrentTime } ?? 0
      guard distance < 1e6, !(duration ?? 0).isNaN else { return false }
      if let duration {
        let frames = (max(0, duration) * device.format.sampleRate).rounded()
        sink.stop(after: Int(min(frames, 1e15))) { [weak self] in self?.stop() }
      }
      guard distance > 0 else { return record() }
      let present = generation
      DispatchQueue.global().asyncAfter(deadline: .now() + distance) { [weak self] in
        guard let self else { return }
        EngineLock.held { if present == self.generation { self.record() } }
      }
      return true
    }
  }

  /// Drops the captured sound until ``record()``.
  open func pause() {
    EngineLock.held {
      recorder?.pause()
      recording = false
      generation += 1
    }
  }

  /// Completes the file. The next ``record()`` replaces it with another recording.
  open func stop() {
    let present: Recorder? = EngineLock.held {
      defer { (recorder, sink) = (nil, nil) }
      generation += 1
      return recorder
    }
    guard let present else { return }
    var failure: (any Error)?
    do throws(AudioError) { try present.finish() } catch { failure = error }
    EngineLock.held { recording = recorder != nil && recording }
    if let failure { tell(failure) }
    let isWhole = failure == nil
    DispatchQueue.main.async { self.delegate?.audioRecorderDidFinishRecording(self, successfully: isWhole) }
  }

  private func tell(_ failure: any Error) {
    let error = Handover(value: failure)
    DispatchQueue.main.async { self.delegate?.audioRecorderEncodeErrorDidOccur(self, error: error.value) }
  }

  /// Removes the file after completing it.
  ///
  /// - Returns: False while it is recorded, and where it cannot be removed.
  @discardableResult
  open func deleteRecording() -> Bool {
    EngineLock.held { recorder == nil && !recording } && (try? FileManager.default.removeItem(at: url)) != nil
  }

  /// True from ``record()`` to ``pause()``, or until ``stop()`` has completed the file.
  open var isRecording: Bool { EngineLock.held { recording } }
  /// The recorded seconds; 0 while nothing is being recorded.
  open var currentTime: TimeInterval { EngineLock.held { recorder?.seconds ?? 0 } }
  /// The device's time in seconds.
  open var deviceCurrentTime: TimeInterval {
    let device = EngineLock.held { self.device }
    return device.currentTime.sampleTime / device.format.sampleRate
  }

  // MARK: Levels

  /// True if levels are measured.
  open var isMeteringEnabled: Bool {
    get { EngineLock.held { metersLevels } }
    set { EngineLock.held { metersLevels = newValue } }
  }

  /// Updates the levels to those since the last call.
  open func updateMeters() {
    let meter: LevelMeter? = EngineLock.held { metersLevels ? sink?.meter : nil }
    meter?.update()
  }

  /// Returns the largest magnitude at the last ``updateMeters()`` in dB: 0 is full scale, −160 silence.
  open func peakPower(forChannel channelNumber: Int) -> Float {
    let meter = EngineLock.held { sink?.meter }
    return meter?.peak(channelNumber) ?? LevelMeter.silence
  }

  /// Returns the mean power at the last ``updateMeters()``, in the same units.
  open func averagePower(forChannel channelNumber: Int) -> Float {
    let meter = EngineLock.held { sink?.meter }
    return meter?.average(channelNumber) ?? LevelMeter.silence
  }
}
