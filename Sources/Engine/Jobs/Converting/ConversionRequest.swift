import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import SignalProcessing

extension FourCharacterCode {
  /// True if decoding packets of the format requires a configuration; others describe themselves.
  var takesConfiguration: Bool {
    let others: [FourCharacterCode] = [
      .linearPCM, .mpegLayer1, .mpegLayer2, .mpegLayer3, .muLaw, .aLaw, .ima4, .dviADPCM, "ac-3", "ec-3",
    ]
    return !others.contains(self)
  }
}

extension FileConversion {
  /// Returns the requests of the job that packets of a track, if copied unchanged, would not fulfil.
  ///
  /// - Parameter decoded: The decoded format of the packets, if it is known.
  func requestsToEncode(
    _ track: TrackInfo, decoding decoded: DecodedFormat?, _ container: ContainerDescriptor
  ) -> [ConversionRequest] {
    var requests = encoding.asked.map { ConversionRequest.encoder($0) }
    if dataFormat?.framesPerPacket != nil, encoding.framesPerPacket == nil {
      requests.append(.encoder(.framesPerPacket))
    }
    if spectralBandReplication != nil { requests.append(.spectralBandReplication) }
    let count = decoded?.layout.channelCount ?? track.format.channelsPerFrame
    if channelCount != 0, channelCount != count { requests.append(.channelCount) }
    if let layout, layout != decoded?.layout ?? track.layout { requests.append(.layout) }
    switch channels {
    case .rearranging: break
    case .mixing: requests.append(.mixing)
    case .map, .matrix: requests.append(.channelMap)
    }
    if dithering != .none { requests.append(.dithering) }
    // Where nothing states which frames to leave out, copied packets decode to every frame.
    let isTrimmed =
      container.marksRecording && track.packetTable.map { $0.primingFrames + $0.remainderFrames > 0 } ?? false
    if decoding.trimming == .none, isTrimmed { requests.append(.untrimmed) }
    if decoding.isPart { requests.append(.part) }
    if !level.isNone { requests.append(.level) }
    if dataFormat?.formatFlags != nil { requests.append(.formatFlags) }
    if case .usual? = dataFormat?.kind, let rate = dataFormat?.sampleRate,
      rate != decoded?.sampleRate ?? track.format.sampleRate
    {
      requests.append(.sampleRate)
    }
    return requests
  }

  /// True if the job has options that only an encoder with overlapping packets can use.
  var namesNeighbors: Bool { previousRecording != nil || nextRecording != nil }
}
