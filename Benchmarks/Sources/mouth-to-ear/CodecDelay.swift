import AudioBase
import AudioCatalog
import AudioConversion

/// How long encoder and decoder hold a sound back: from the moment at which its samples are given to the encoder to
/// the first moment at which they can be played.
enum CodecDelay {
  /// The delay in frames of 48 kHz, measured with an impulse that is given in cycles as a microphone gives it.
  static func measure(_ options: Options) throws -> Int {
    let (period, length) = (options.period, options.frames)
    var units: [(bytes: [UInt8], givenFrameCount: Int)] = []
    var given = 0
    let encoder = try LinkEncoder(options)
    let place = 9600
    while given < 2 * place {
      var planes = [Float](repeating: 0, count: 2 * period)
      if (given..<(given + period)).contains(place) {
        (planes[place - given], planes[period + place - given]) = (0.9, 0.9)
      }
      given += period
      try encoder.write(planes.span, frameCount: period)
      for unit in encoder.kept.dropFirst(units.count) { units.append((unit, given)) }
    }
    guard let codec = Catalog.standard.codecs.first(where: { $0.formatIDs.contains(.aacEnhancedLowDelay) }) else {
      return 0
    }
    var decoder = try codec.makeDecoder(encoder.stream, DecoderSettings())
    var block = PCMBlock(channelCount: 2, capacity: length)
    // Cycles end where units do only now and then. The jitter buffer counts from the units that come earliest.
    var (peak, decodedPlace, earliest) = (Float(0), 0, Int.max)
    for (number, unit) in units.enumerated() {
      try decoder.decode(unit.bytes.span, frameCount: 0, into: &block)
      earliest = min(earliest, unit.givenFrameCount - length * number)
      for frame in 0..<length where abs(block.planes[frame]) > peak {
        (peak, decodedPlace) = (abs(block.planes[frame]), length * number + frame)
      }
    }
    return earliest + decodedPlace - place
  }
}
