import AudioBase
import AudioFiles

// Properties that are asked with a value and answered in the same place: packets, frames, bytes.

extension FileObject {
  /// Returns the number of bytes of a translation property; `nil` for the others.
  static func translationByteCount(of property: AudioFilePropertyID) -> Int? {
    switch property {
    case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
      MemoryLayout<AudioFramePacketTranslation>.size
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket: MemoryLayout<AudioBytePacketTranslation>.size
    case kAudioFilePropertyPacketRangeByteCountUpperBound: MemoryLayout<AudioPacketRangeByteCountTranslation>.size
    case kAudioFilePropertyPacketToRollDistance: MemoryLayout<AudioPacketRollDistanceTranslation>.size
    case kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket:
      MemoryLayout<AudioIndependentPacketTranslation>.size
    case kAudioFilePropertyPacketToDependencyInfo: MemoryLayout<AudioPacketDependencyInfoTranslation>.size
    default: nil
    }
  }

  /// Returns the translation of the caller's value, `nil` for properties that do not translate.
  func translated(
    _ property: AudioFilePropertyID, _ question: PropertyDestination
  ) throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
      return try frames(property, question)
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
      return try bytes(property, question)
    case kAudioFilePropertyPacketRangeByteCountUpperBound: return try byteCountBound(question)
    case kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
      kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo:
      return try independence(property, question)
    default: return nil
    }
  }

  /// Runs a look-up. A missing packet, frame or byte is a bad offset in Core Audio.
  private func locating<Result>(_ body: (AudioFile) throws(ContainerError) -> Result) throws(Status) -> Result {
    do throws(Status) {
      return try working(body)
    } catch {
      throw error.code == kAudioFileOperationNotSupportedError ? Status(kAudioFileInvalidPacketOffsetError) : error
    }
  }

  private func asked<Value: BitwiseCopyable>(
    _ type: Value.Type, _ question: PropertyDestination
  ) throws(Status) -> Value {
    guard let value = question.read(type) else { throw Status(kAudioFileBadPropertySizeError) }
    return value
  }

  private func frames(_ property: AudioFilePropertyID, _ question: PropertyDestination) throws(Status) -> PropertyValue
  {
    var answer = try asked(AudioFramePacketTranslation.self, question)
    try locating { file throws(ContainerError) in
      if property == kAudioFilePropertyPacketToFrame {
        answer.mFrame = try file.frame(ofPacket: answer.mPacket)
      } else {
        let place = try file.packet(ofFrame: answer.mFrame)
        answer.mPacket = place.packet
        answer.mFrameOffsetInPacket = UInt32(clamping: place.frameOffset)
      }
    }
    return PropertyValue(answer)
  }

  private func bytes(_ property: AudioFilePropertyID, _ question: PropertyDestination) throws(Status) -> PropertyValue {
    var answer = try asked(AudioBytePacketTranslation.self, question)
    let place = try locating { file throws(ContainerError) in
      property == kAudioFilePropertyPacketToByte
        ? try file.byte(ofPacket: answer.mPacket) : try file.packet(ofByte: answer.mByte)
    }
    answer.mPacket = place.packet
    if property == kAudioFilePropertyPacketToByte { answer.mByte = place.byteOffset }
    answer.mByteOffsetInPacket = UInt32(clamping: place.byteOffsetInPacket)
    answer.mFlags = place.isEstimate ? .bytePacketTranslationFlag_IsEstimate : []
    return PropertyValue(answer)
  }

  private func byteCountBound(_ question: PropertyDestination) throws(Status) -> PropertyValue {
    var answer = try asked(AudioPacketRangeByteCountTranslation.self, question)
    let (end, overflow) = answer.mPacket.addingReportingOverflow(answer.mPacketCount)
    guard answer.mPacket >= 0, answer.mPacketCount >= 0, !overflow else {
      throw Status(kAudioFileInvalidPacketOffsetError)
    }
    answer.mByteCountUpperBound = try locating { file throws(ContainerError) in
      try file.byteCountUpperBound(ofPackets: answer.mPacket..<end)
    }
    return PropertyValue(answer)
  }

  private func independence(
    _ property: AudioFilePropertyID, _ question: PropertyDestination
  ) throws(Status) -> PropertyValue {
    let packet = try asked(Int64.self, question)
    return try locating { file throws(ContainerError) in
      switch property {
      case kAudioFilePropertyPacketToRollDistance:
        return PropertyValue(
          AudioPacketRollDistanceTranslation(
            mPacket: packet, mRollDistance: Int64(try file.rollDistance(ofPacket: packet))))
      case kAudioFilePropertyPacketToDependencyInfo:
        let dependency = try file.dependency(ofPacket: packet)
        return PropertyValue(
          AudioPacketDependencyInfoTranslation(
            mPacket: packet, mIsIndependentlyDecodable: dependency.isIndependent ? 1 : 0,
            mNumberPrerollPackets: UInt32(clamping: dependency.prerollPacketCount)))
      default:
        let found =
          property == kAudioFilePropertyPreviousIndependentPacket
          ? try file.independentPacket(before: packet) : try file.independentPacket(after: packet)
        return PropertyValue(
          AudioIndependentPacketTranslation(mPacket: packet, mIndependentlyDecodablePacket: found ?? -1))
      }
    }
  }
}
