import AudioBase
import Bitstream
import MPEGAudioFrames

/// Decodes layer III of MPEG-1, MPEG-2 and MPEG-2.5: the order of operations for one packet.
///
/// ISO/IEC 11172-3, 2.4.3.4; ISO/IEC 13818-3, 2.4.3.2. A packet is read whole before anything is transformed, so that a
/// damaged one costs only itself. Its bytes are kept all the same, since the next frames may begin in them.
struct LayerIIIDecoder: ~Copyable, PacketDecoder {
  private let stream: MPEGAudioStream
  private var reservoir = BitReservoir()
  private var main: MainData
  private var spectra = SpectrumPair()
  private var synthesis: LayerIIISynthesis
  /// True if ``reservoir`` is right although the last packet was refused.
  private var hasRefused = false
  private(set) var remark: CodecError?

  init(_ stream: MPEGAudioStream) {
    self.stream = stream
    let plans = BandPlans(sampleRate: stream.sampleRate)
    main = MainData(plans)
    synthesis = LayerIIISynthesis(channelCount: stream.channelCount)
  }

  var format: DecodedFormat { stream.decodedFormat }

  /// The packets that the reservoir can span, and one for the overlap of the transform.
  ///
  /// 511 bytes of main data are in nine frames of 32 kbit/s in stereo at 48 kHz, the shortest of MPEG-1. The lower
  /// rates have 255 bytes, which are in ten frames of 16 kbit/s in stereo and 24 of 8 kbit/s in mono.
  var prerollPacketCount: Int { stream.isMPEG1 ? 10 : stream.channelCount == 2 ? 11 : 25 }

  /// A packet with all its main data has a complete spectrum; missing main data are reported. The filterbank looks back
  /// 15 slots of subband samples, and the transform below it a granule more: two granules.
  var history: DecoderHistory { .packets(stream.isMPEG1 ? 1 : 2) }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    remark = nil
    do throws(MPEGAudioError) {
      try stream.check(output)
      hasRefused = true
      try decode(packet, into: &output)
      hasRefused = false
    } catch {
      throw error.asCodecError
    }
  }

  private mutating func decode(_ packet: Span<UInt8>, into output: inout PCMBlock) throws(MPEGAudioError) {
    let (side, kind) = try takeIn(packet)
    guard let start = reservoir.startOffset(mainDataBegin: side.mainDataBegin) else {
      remark = MPEGAudioError(.reservoirMissing).asCodecError
      synthesizeSilence(into: &output)
      return
    }
    try main.parse(side, kind, reservoir, from: start)
    output.setFrameCount(stream.framesPerPacket)
    let isMixed = side.channelCount > stream.channelCount
    if isMixed, remark == nil { remark = MPEGAudioError(.moreChannels).asCodecError }
    for granule in 0..<side.granuleCount {
      main.undoJointStereo(side, kind, granule: granule)
      spectra.reconstruct(main, side, granule: granule)
      if isMixed {
        synthesis.mix(spectra, granule: granule)
      } else {
        synthesis.transform(spectra, granule: granule)
      }
    }
    synthesis.synthesize(granuleCount: side.granuleCount, into: &output)
  }

  /// Reads the fields before the main data and adds the main data to the reservoir; an incomplete frame clears it.
  private mutating func takeIn(
    _ packet: Span<UInt8>
  ) throws(MPEGAudioError) -> (side: SideInformation, kind: FrameKind) {
    do throws(MPEGAudioError) {
      let frame = try stream.frame(in: packet)
      let side = try SideInformation(frame)
      let byteCount = frame.header.sideInformationByteCount
      if !frame.passesCheck(bitCount: byteCount * 8) { remark = MPEGAudioError(.checkFailed).asCodecError }
      reservoir.append(frame.bytes.extracting((frame.bodyOffset + byteCount)..<frame.bytes.count))
      return (side, FrameKind(frame.header))
    } catch {
      reservoir.removeAll()
      throw error
    }
  }

  /// Fades out the previous packet's remaining overlap, then writes silence.
  mutating func conceal(into output: inout PCMBlock) {
    if !hasRefused { reservoir.removeAll() }
    hasRefused = false
    synthesizeSilence(into: &output)
  }

  private mutating func synthesizeSilence(into output: inout PCMBlock) {
    output.setFrameCount(stream.framesPerPacket)
    spectra.silence()
    let granuleCount = stream.framesPerPacket / Spectrum.count
    for granule in 0..<granuleCount { synthesis.transform(spectra, granule: granule) }
    synthesis.synthesize(granuleCount: granuleCount, into: &output)
  }

  mutating func reset() {
    reservoir.removeAll()
    synthesis.reset()
    hasRefused = false
    remark = nil
  }
}
