public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescription.h>: pictures.

/// `CMVideoFormatDescriptionCreate`.
@c(CMVideoFormatDescriptionCreate)
public func cmVideoFormatDescriptionCreate(
  _ allocator: UnsafeRawPointer?, _ codecType: CMVideoCodecType, _ width: Int32, _ height: Int32,
  _ extensions: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    guard width >= 0, height >= 0 else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
    return unsafe FormatDescription(
      kCMMediaType_Video, codecType, extensions: dictionary(extensions),
      details: .video(CMVideoDimensions(width: width, height: height)))
  }
}

/// `CMVideoFormatDescriptionGetDimensions`: 0 × 0 for other media.
@c(CMVideoFormatDescriptionGetDimensions)
public func cmVideoFormatDescriptionGetDimensions(_ videoDesc: UnsafeRawPointer?) -> CMVideoDimensions {
  unsafe object(videoDesc, FormatDescription.self)?.dimensions ?? CMVideoDimensions(width: 0, height: 0)
}

/// `CMVideoFormatDescriptionGetPresentationDimensions`: 0 × 0 for other media.
@c(CMVideoFormatDescriptionGetPresentationDimensions)
public func cmVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: UnsafeRawPointer?, _ usePixelAspectRatio: Bool, _ useCleanAperture: Bool
) -> CAPictureSize {
  guard let geometry = unsafe object(videoDesc, FormatDescription.self).flatMap(PictureGeometry.init) else {
    return CAPictureSize()
  }
  var size = useCleanAperture ? geometry.cleanAperture : geometry.size
  if usePixelAspectRatio { size.width *= geometry.pixelAspectRatio }
  return size
}

/// `CMVideoFormatDescriptionGetCleanAperture`: empty for other media.
@c(CMVideoFormatDescriptionGetCleanAperture)
public func cmVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: UnsafeRawPointer?, _ originIsAtTopLeft: Bool
) -> CAPictureRectangle {
  var rectangle = CAPictureRectangle()
  guard let geometry = unsafe object(videoDesc, FormatDescription.self).flatMap(PictureGeometry.init) else {
    return rectangle
  }
  rectangle.size = geometry.cleanAperture
  rectangle.origin.x = (geometry.size.width - geometry.cleanAperture.width) / 2 + geometry.offset.width
  rectangle.origin.y =
    (geometry.size.height - geometry.cleanAperture.height) / 2
    + (originIsAtTopLeft ? geometry.offset.height : -geometry.offset.height)
  return rectangle
}

/// `CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers`.
@c(CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers)
public func cmVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> UnsafeRawPointer {
  unsafe address(ofObject: commonKeys.keys)
}

/// `CMVideoFormatDescriptionCreateForImageBuffer`: fails, because there are no image buffers here.
@c(CMVideoFormatDescriptionCreateForImageBuffer)
public func cmVideoFormatDescriptionCreateForImageBuffer(
  _ allocator: UnsafeRawPointer?, _ imageBuffer: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    throw Failure(kCMFormatDescriptionError_InvalidParameter)
  }
}

/// `CMVideoFormatDescriptionMatchesImageBuffer`: false, because there are no image buffers here.
@c(CMVideoFormatDescriptionMatchesImageBuffer)
public func cmVideoFormatDescriptionMatchesImageBuffer(
  _ desc: UnsafeRawPointer?, _ imageBuffer: UnsafeRawPointer?
) -> Bool { false }

// MARK: Parameter sets

/// `CMVideoFormatDescriptionCreateFromH264ParameterSets`.
@c(CMVideoFormatDescriptionCreateFromH264ParameterSets)
public func cmVideoFormatDescriptionCreateFromH264ParameterSets(
  _ allocator: UnsafeRawPointer?, _ parameterSetCount: Int,
  _ parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>?>?, _ parameterSetSizes: UnsafePointer<Int>?,
  _ unitHeaderLength: Int32, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    let sets = try unsafe parameterSets(parameterSetCount, parameterSetPointers, parameterSetSizes)
    let length = try checked(unitHeaderLength)
    guard let made = DecoderConfiguration(h264: sets, unitHeaderLength: length) else {
      throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    return description(kCMVideoCodecType_H264, made, ParameterSets.Codec.h264.atom, nil)
  }
}

/// `CMVideoFormatDescriptionCreateFromHEVCParameterSets`.
@c(CMVideoFormatDescriptionCreateFromHEVCParameterSets)
public func cmVideoFormatDescriptionCreateFromHEVCParameterSets(
  _ allocator: UnsafeRawPointer?, _ parameterSetCount: Int,
  _ parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>?>?, _ parameterSetSizes: UnsafePointer<Int>?,
  _ unitHeaderLength: Int32, _ extensions: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    let sets = try unsafe parameterSets(parameterSetCount, parameterSetPointers, parameterSetSizes)
    let length = try checked(unitHeaderLength)
    guard let made = DecoderConfiguration(hevc: sets, unitHeaderLength: length) else {
      throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    return unsafe description(kCMVideoCodecType_HEVC, made, ParameterSets.Codec.hevc.atom, dictionary(extensions))
  }
}

/// `CMVideoFormatDescriptionGetH264ParameterSetAtIndex`.
@c(CMVideoFormatDescriptionGetH264ParameterSetAtIndex)
public func cmVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: UnsafeRawPointer?, _ index: Int, _ pointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ sizeOut: UnsafeMutablePointer<Int>?, _ countOut: UnsafeMutablePointer<Int>?,
  _ unitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  unsafe parameterSet(
    .h264, videoDesc, index, (pointer: pointerOut, size: sizeOut, count: countOut, unit: unitHeaderLengthOut))
}

/// `CMVideoFormatDescriptionGetHEVCParameterSetAtIndex`.
@c(CMVideoFormatDescriptionGetHEVCParameterSetAtIndex)
public func cmVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: UnsafeRawPointer?, _ index: Int, _ pointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ sizeOut: UnsafeMutablePointer<Int>?, _ countOut: UnsafeMutablePointer<Int>?,
  _ unitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  unsafe parameterSet(
    .hevc, videoDesc, index, (pointer: pointerOut, size: sizeOut, count: countOut, unit: unitHeaderLengthOut))
}

// MARK: Helpers

/// Returns a caller's parameter sets.
@unsafe
private func parameterSets(
  _ count: Int, _ pointers: UnsafePointer<UnsafePointer<UInt8>?>?, _ sizes: UnsafePointer<Int>?
) throws(Failure) -> [[UInt8]] {
  guard count > 0, let pointers = unsafe pointers, let sizes = unsafe sizes else {
    throw Failure(kCMFormatDescriptionError_InvalidParameter)
  }
  var sets: [[UInt8]] = []
  for index in 0..<count {
    guard let bytes = unsafe pointers[index], unsafe sizes[index] > 0 else {
      throw Failure(kCMFormatDescriptionError_InvalidParameter)
    }
    sets.append(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: sizes[index])))
  }
  return sets
}

private func checked(_ unitHeaderLength: Int32) throws(Failure) -> Int {
  guard [1, 2, 4].contains(unitHeaderLength) else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
  return Int(unitHeaderLength)
}

/// Returns a description with a record among its atoms, and with the values of the caller and the parameter sets.
private func description(
  _ codec: CMVideoCodecType, _ made: DecoderConfiguration, _ atom: StaticString, _ extensions: CFDictionary?
) -> FormatDescription {
  let all = extensions.flatMap { CFDictionaryCreateMutableCopy(nil, 0, $0) } ?? makeDictionary()
  let atoms = makeDictionary()
  if let data = unsafe CFDataCreate(nil, made.record, made.record.count) { atoms.set(constantString(atom), data) }
  all.set(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms, atoms)
  if let ratio = made.parameters.pixelAspectRatio,
    unsafe all.value(kCMFormatDescriptionExtension_PixelAspectRatio) == nil
  {
    let spacing = makeDictionary()
    spacing.set(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing, ratio.horizontal)
    spacing.set(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing, ratio.vertical)
    all.set(kCMFormatDescriptionExtension_PixelAspectRatio, spacing)
  }
  let size = CMVideoDimensions(width: Int32(made.parameters.width), height: Int32(made.parameters.height))
  return FormatDescription(kCMMediaType_Video, codec, extensions: all, details: .video(size))
}

/// The places where a caller wants the properties of a parameter set.
private typealias ParameterSetPlaces = (
  pointer: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, size: UnsafeMutablePointer<Int>?,
  count: UnsafeMutablePointer<Int>?, unit: UnsafeMutablePointer<Int32>?
)

/// Returns a parameter set in the record of a description.
@unsafe
private func parameterSet(
  _ codec: ParameterSets.Codec, _ videoDesc: UnsafeRawPointer?, _ index: Int, _ places: ParameterSetPlaces
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let video = try unsafe object(
      videoDesc, FormatDescription.self, orThrow: kCMFormatDescriptionError_InvalidParameter)
    guard let record = video.atom(constantString(codec.atom)), let bytes = unsafe CFDataGetBytePtr(record),
      let sets = ParameterSets(
        codec, record: unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: CFDataGetLength(record))))
    else { throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter) }
    if let out = unsafe places.count { unsafe out.pointee = sets.ranges.count }
    if let out = unsafe places.unit { unsafe out.pointee = Int32(sets.unitHeaderLength) }
    guard unsafe places.pointer != nil || places.size != nil else { return }
    guard sets.ranges.indices.contains(index) else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
    if let out = unsafe places.pointer { unsafe out.pointee = bytes + sets.ranges[index].lowerBound }
    if let out = unsafe places.size { unsafe out.pointee = sets.ranges[index].count }
  }
}

extension FormatDescription {
  /// Returns the first atom of a type among those that go into the sample description.
  fileprivate func atom(_ type: CFString) -> CFData? {
    guard let atoms = extensions?.dictionary(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms) else {
      return nil
    }
    if let data = atoms.object(type, CFDataGetTypeID(), CFData.self) { return data }
    guard let list = atoms.object(type, CFArrayGetTypeID(), CFArray.self), CFArrayGetCount(list) > 0,
      let first = unsafe CFArrayGetValueAtIndex(list, 0), unsafe coreFoundationType(of: first) == CFDataGetTypeID()
    else { return nil }
    return unsafe Unmanaged<CFData>.fromOpaque(first).takeUnretainedValue()
  }
}
