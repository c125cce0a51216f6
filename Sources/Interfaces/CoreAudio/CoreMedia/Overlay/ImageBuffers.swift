// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia

// Apple's Swift view of pictures in memory, which do not exist here: each of these throws.

extension _CMFormatDescriptionInitTrampoline {
  /// Creates the format of an image buffer.
  public init(imageBuffer: CVImageBuffer) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMVideoFormatDescriptionCreateForImageBuffer(
          allocator: nil, imageBuffer: imageBuffer, formatDescriptionOut: $0)
      })
  }
}

extension _CMSampleBufferInitTrampoline {
  /// Creates a sample buffer of an image buffer.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    var timing = sampleTiming
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: &timing,
          sampleBufferOut: $0)
      })
  }

  /// Creates a sample buffer of an image buffer that is made on demand.
  public init(
    imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    var timing = sampleTiming
    self.init(
      referencing: try unsafe made {
        unsafe CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
          nil, imageBuffer, dataReady, formatDescription, &timing, $0, makeDataReadyHandler)
      })
  }
}
