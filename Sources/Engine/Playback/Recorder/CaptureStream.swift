import AudioBase
package import AudioDevices

// Bound throughout: the channels and the buffers of devices.
// Holds throughout: counts of frames are those of the ring.

/// Passes the frames that a device captures to a thread that may wait.
///
/// ```
/// device ─► ring ─► the caller's memory
///  └ device's thread   └ a thread of the stream's own
/// ```
/// The device's thread takes no lock and allocates nothing. A device whose time is stepped has its clients process each
/// cycle, so that there is no other thread.
package final class CaptureStream: Sendable {
  /// The source of the samples.
  package let device: any AudioDevice
  private let client: RecorderClient
  private let thread = ServiceThread()
  private let work: @Sendable () -> Void

  /// The capacity of the ring, in seconds.
  private static let ringSeconds = 0.5

  /// Prepares to capture.
  ///
  /// - Parameter work: Is called when there may be frames to ``read(into:)``, one call at a time while the stream is
  ///   started.
  package init(from device: any AudioDevice, work: @escaping @Sendable () -> Void) {
    self.device = device
    self.work = work
    let length = max(4 * device.bufferFrameCount, Int(saturating: Self.ringSeconds * device.format.sampleRate))
    let ring = SampleRing(channelCount: device.format.channelCount, minimumCapacity: length)
    client = RecorderClient(ring, settle: work)
    client.setRecording(true)
  }

  /// Captures from a frame of the device on, or from its next cycle.
  package func start(at frame: Double?) throws(DeviceError) {
    client.clearDeviceFailure()
    client.begin(at: frame)
    if !device.preparesClients {
      let pause = Double(device.bufferFrameCount) / device.format.sampleRate / 2
      try thread.start("recorder", queueSeconds: Self.ringSeconds) { [work] in
        work()
        return pause
      }
    }
    do throws(DeviceError) {
      try device.start(client, .input)
    } catch {
      thread.stop()
      throw error
    }
  }

  /// Stops capturing. Captured frames can still be read.
  package func stop() {
    device.stop(client, .input)
    thread.stop()
  }

  /// Reads captured frames, as many as exist and fit. Only one thread at a time may call this.
  ///
  /// - Returns: The frames, as the first ones of the store, and the device's frame of the first of them.
  package func read(into store: SampleStore) -> (frameCount: Int, time: Double) {
    let ring = client.ring
    let place = ring.readCount
    let count = ring.read(into: &store.block, 0..<store.capacity)
    let time = client.lastCycle.last.map { $0.time + Double(place - $0.place) } ?? 0
    return (count, time)
  }

  /// The reason for which the device has stopped by itself since the start, or `nil`.
  package var deviceFailure: DeviceError? { client.deviceFailure }

  /// The number of times that frames were lost because they were not read in time.
  package var overruns: OverrunCount { client.overruns }
}
