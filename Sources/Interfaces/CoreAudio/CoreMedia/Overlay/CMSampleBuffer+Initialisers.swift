// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: NoLeadingUnderscores

public import AudioToolbox
public import CCoreMedia

// Apple's Swift view of sample buffers: how they are made.

/// A protocol that gives a Core Foundation class initialisers.
public protocol _CMSampleBufferInitTrampoline {
  /// Uses the given buffer as this one.
  init(referencing: CMSampleBuffer)
}

extension _CMSampleBufferInitTrampoline where Self: CMSampleBuffer {
  /// Returns the given buffer.
  public init(referencing buffer: CMSampleBuffer) { self = sameObject(buffer) }
}

extension CMSampleBuffer: _CMSampleBufferInitTrampoline {}

extension _CMSampleBufferInitTrampoline {
  /// Creates a buffer of samples whose data are ready.
  public init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateReady(
          allocator: nil, dataBuffer: dataBuffer, formatDescription: formatDescription, sampleCount: numSamples,
          sampleTimingEntryCount: sampleTimings.count, sampleTimingArray: sampleTimings,
          sampleSizeEntryCount: sampleSizes.count, sampleSizeArray: sampleSizes, sampleBufferOut: $0)
      })
  }

  /// Creates a buffer of samples whose data are loaded on demand.
  public init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
    numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateWithMakeDataReadyHandler(
          nil, dataBuffer, dataReady, formatDescription, numSamples, sampleTimings.count, sampleTimings,
          sampleSizes.count, sampleSizes, $0, makeDataReadyHandler)
      })
  }

  /// Creates a buffer of audio packets whose data are ready.
  public init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    let packets = packetDescriptions.isEmpty ? nil : packetDescriptions
    self.init(
      referencing: try unsafe made { (out: UnsafeMutablePointer<CMSampleBuffer?>) in
        unsafe withPackets(packets) {
          unsafe CMAudioSampleBufferCreateWithPacketDescriptions(
            allocator: nil, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: formatDescription, sampleCount: numSamples,
            presentationTimeStamp: presentationTimeStamp, packetDescriptions: $0, sampleBufferOut: out)
        }
      })
  }

  /// Creates a buffer of audio packets whose data are loaded on demand.
  public init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
    numSamples: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    let packets = packetDescriptions.isEmpty ? nil : packetDescriptions
    self.init(
      referencing: try unsafe made { (out: UnsafeMutablePointer<CMSampleBuffer?>) in
        unsafe withPackets(packets) {
          unsafe CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
            nil, dataBuffer, dataReady, formatDescription, numSamples, presentationTimeStamp, $0, out,
            makeDataReadyHandler)
        }
      })
  }

  /// Creates a buffer that shares the data.
  public init(copying sampleBuffer: CMSampleBuffer) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sampleBuffer, sampleBufferOut: $0)
      })
  }

  /// Creates a buffer that shares the data, with other times.
  public init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateCopyWithNewTiming(
          allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: sampleTimings.count,
          sampleTimingArray: sampleTimings, sampleBufferOut: $0)
      })
  }

  /// Creates a buffer for a part of the samples.
  public init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCopySampleBufferForRange(
          allocator: nil, sampleBuffer: sampleBuffer,
          sampleRange: CFRange(location: range.lowerBound, length: range.count), sampleBufferOut: $0)
      })
  }
}

/// Passes a list to `body`, or null if there is none.
private func withPackets<Result>(
  _ packets: [AudioStreamPacketDescription]?, _ body: (UnsafePointer<AudioStreamPacketDescription>?) -> Result
) -> Result {
  guard let packets else { return body(nil) }
  return unsafe packets.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
