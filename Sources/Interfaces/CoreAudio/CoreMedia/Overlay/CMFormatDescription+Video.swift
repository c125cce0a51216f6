// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CCoreMedia
public import Foundation

// Apple's Swift view of format descriptions: pictures.

extension _CMFormatDescriptionInitTrampoline {
  /// Creates a format of pictures.
  public init(
    videoCodecType: CMFormatDescription.MediaSubType, width: Int, height: Int,
    extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height) else {
      throw CMFormatDescription.Error.invalidParameter
    }
    self.init(
      referencing: try unsafe made {
        unsafe CMVideoFormatDescriptionCreate(
          allocator: nil, codecType: videoCodecType.rawValue, width: width, height: height,
          extensions: extensions?.coreFoundationValue, formatDescriptionOut: $0)
      })
  }

  /// Creates a format of H.264 from its parameter sets.
  public init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
    let length = Int32(truncatingIfNeeded: nalUnitHeaderLength)
    self.init(
      referencing: try unsafe made { (out: UnsafeMutablePointer<CMFormatDescription?>) in
        unsafe withParameterSets(h264ParameterSets) { pointers, sizes in
          unsafe CMVideoFormatDescriptionCreateFromH264ParameterSets(
            allocator: nil, parameterSetCount: sizes.count, parameterSetPointers: pointers, parameterSetSizes: sizes,
            nalUnitHeaderLength: length, formatDescriptionOut: out)
        }
      })
  }

  /// Creates a format of HEVC from its parameter sets.
  public init(
    hevcParameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    let length = Int32(truncatingIfNeeded: nalUnitHeaderLength)
    self.init(
      referencing: try unsafe made { (out: UnsafeMutablePointer<CMFormatDescription?>) in
        unsafe withParameterSets(hevcParameterSets) { pointers, sizes in
          unsafe CMVideoFormatDescriptionCreateFromHEVCParameterSets(
            allocator: nil, parameterSetCount: sizes.count, parameterSetPointers: pointers, parameterSetSizes: sizes,
            nalUnitHeaderLength: length, extensions: extensions?.coreFoundationValue, formatDescriptionOut: out)
        }
      })
  }
}

/// Calls the body with the addresses and sizes of parameter sets, which are valid for the call.
private func withParameterSets(
  _ sets: [Data], _ body: ([UnsafePointer<UInt8>], [Int]) -> OSStatus
) -> OSStatus {
  let copies = sets.map { FixedMemory([UInt8]($0)) }
  return withExtendedLifetime(copies) {
    unsafe body(copies.map { unsafe $0.address.assumingMemoryBound(to: UInt8.self) }, copies.map(\.count))
  }
}

extension CMFormatDescription {
  /// The number of bytes of the length field before each NAL unit; `nil` for other formats than H.264 and HEVC.
  public var nalUnitHeaderLength: Int? { parameterSetFacts(nil)?.unitHeaderLength }

  /// The parameter sets of H.264 and HEVC.
  public var parameterSets: ParameterSetCollection {
    let count = parameterSetFacts(nil)?.count ?? 0
    return ParameterSetCollection(sets: (0..<count).map { parameterSetFacts($0)?.set ?? Data() })
  }

  /// A collection of parameter sets.
  public struct ParameterSetCollection: RandomAccessCollection {
    fileprivate let sets: [Data]

    /// The first index: 0.
    public var startIndex: Int { 0 }
    /// The number of sets.
    public var endIndex: Int { sets.count }
    /// A set.
    public subscript(position: Int) -> Data { sets[position] }
  }

  /// Returns the number of parameter sets, the length of unit headers, and one of the sets.
  private func parameterSetFacts(_ index: Int?) -> (count: Int, unitHeaderLength: Int, set: Data)? {
    var (count, size) = (0, 0)
    var length: Int32 = 0
    var pointer: UnsafePointer<UInt8>?
    let ask =
      unsafe mediaSubType == .hevc
      ? CMVideoFormatDescriptionGetHEVCParameterSetAtIndex : CMVideoFormatDescriptionGetH264ParameterSetAtIndex
    guard unsafe ask(self, 0, nil, nil, &count, &length) == noErr else { return nil }
    if let index, unsafe ask(self, index, &pointer, &size, nil, nil) != noErr { return nil }
    let set = unsafe pointer.map { unsafe Data(bytes: $0, count: size) }
    return (count, Int(length), set ?? Data())
  }

  /// The size of pictures in pixels.
  public var dimensions: CMVideoDimensions { CMVideoFormatDescriptionGetDimensions(self) }

  /// Returns the size at which pictures are shown.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    CMVideoFormatDescriptionGetPresentationDimensions(
      self, usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
  }

  /// Returns the visible part of the pictures.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
  }

  /// The keys of extensions that image buffers also have.
  public static var extensionKeysCommonWithImageBuffers: [CMFormatDescription.Extensions.Key] {
    let keys = CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers()
    return (0..<CFArrayGetCount(keys)).compactMap { index in
      unsafe CFArrayGetValueAtIndex(keys, index).map {
        unsafe Extensions.Key(Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue())
      }
    }
  }

  /// Always false: there are no image buffers here.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
  }
}

/// Returns the size at which pictures are shown.
@discardableResult
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  let size = withExtendedLifetime(videoDesc) {
    unsafe cmVideoFormatDescriptionGetPresentationDimensions(
      address(ofObject: videoDesc as AnyObject), usePixelAspectRatio, useCleanAperture)
  }
  return CGSize(width: size.width, height: size.height)
}

/// Returns the visible part of the pictures.
@discardableResult
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  let rectangle = withExtendedLifetime(videoDesc) {
    unsafe cmVideoFormatDescriptionGetCleanAperture(address(ofObject: videoDesc as AnyObject), originIsAtTopLeft)
  }
  return CGRect(
    x: rectangle.origin.x, y: rectangle.origin.y, width: rectangle.size.width, height: rectangle.size.height)
}
