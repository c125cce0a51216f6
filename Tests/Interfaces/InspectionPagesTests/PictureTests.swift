import AudioBase
import AudioCatalog
import AudioFiles
import AudioInspection
import Foundation
import InspectionPages
import TestSupport
import Testing

@Suite struct SoundPictureTests {
  /// A second of 48 kHz: silence, then a square wave of half of full scale.
  private func sound(_ resolution: InspectionResolution = InspectionResolution()) throws -> SoundInspection {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let samples = (0..<48_000).map { $0 < 24_000 ? 0 : ($0 / 24 % 2 == 0 ? 16_384 : -16_384) }
    let data = samples.flatMap { little($0 & 0xFFFF, 2) }
    var file = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    file += little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4) + little(2, 2) + little(16, 2)
    file += Array("data".utf8) + little(data.count, 4) + data
    let media = try MediaFile(
      source: MemoryByteSource(file), name: "in.wav", containers: Catalog.standard.containers)
    var job = FileInspection(of: "in.wav")
    job.resolution = resolution
    return try required(job.run(of: media).sound)
  }

  /// The pixels of a PNG file as FFmpeg reads them, row by row.
  private func pixels(_ png: [UInt8], width: Int) throws -> (Int, Int) -> [UInt8] {
    let arguments = ["-v", "error", "-i", "FILE", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    let bytes = try ForeignProgram.run("ffmpeg", arguments, on: png, named: "x.png")
    try #require(!bytes.isEmpty)
    return { x, y in Array(bytes[(3 * (y * width + x))..<(3 * (y * width + x) + 3)]) }
  }

  @Test("the waveform's pixels are where its samples are", .needs(.ffmpeg))
  func waveform() throws {
    var picture = SoundPicture(.waveform(channel: nil))
    (picture.width, picture.height, picture.hasAxes) = (400, 104, false)
    let png = try picture.file(.png, of: sound())
    expectEqual(Array(png.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
    let probe = try ForeignProgram.probe(png, named: "x.png", keys: ["width", "height"])
    expectEqual(probe, ["width": "400", "height": "104"])
    let pixel = try pixels(png, width: 400)
    let (white, inner) = ([255, 255, 255] as [UInt8], [141, 180, 245] as [UInt8])
    #expect(pixel(50, 20) == white && pixel(50, 52) == inner)
    // Half of full scale reaches half of the 50 pixels above the middle. A square wave is as effective as its peaks.
    #expect(pixel(300, 25) == white && pixel(300, 30) == inner && pixel(300, 74) == inner && pixel(300, 80) == white)
  }

  @Test("the spectrogram is dark where there is silence, and bright where there is sound", .needs(.ffmpeg))
  func spectrogram() throws {
    var picture = SoundPicture(.spectrogram(.gray, floor: -100))
    (picture.width, picture.height, picture.hasAxes) = (200, 100, false)
    var resolution = InspectionResolution()
    (resolution.spectrogramColumnCount, resolution.spectrogramRowCount, resolution.spacing) = (200, 100, .linear)
    let pixel = try pixels(picture.file(.png, of: sound(resolution)), width: 200)
    expectEqual(pixel(30, 50), [0, 0, 0])
    // The square wave has 1000 Hz: row 4 of 100 from below, of 240 Hz each.
    let bright = (94...97).map { pixel(150, $0)[0] }.max() ?? 0
    expectGreater(bright, 220)
    expectLess(pixel(150, 98)[0], bright)
  }

  @Test("pictures have the size that was asked for, with axes or without", arguments: [true, false])
  func vector(hasAxes: Bool) throws {
    for content in [SoundPicture.Content.waveform(channel: 0), .spectrogram(.heat, floor: -80)] {
      var picture = SoundPicture(content)
      picture.hasAxes = hasAxes
      let text = String(decoding: try picture.file(.svg, of: sound()), as: UTF8.self)
      #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"300\""))
      #expect(text.hasSuffix("</svg>\n"))
      expectEqual(text.contains("<text"), hasAxes)
      if hasAxes { #expect(text.contains(">0.5 s</text>") || text.contains(">0.50 s</text>")) }
      if case .spectrogram = content {
        #expect(text.contains("href=\"data:image/png;base64,") && text.contains("kHz</text>") == hasAxes)
      }
    }
  }

  @Test("levels have a scale, and colours a legend, where there is room")
  func legends() throws {
    func svg(_ content: SoundPicture.Content, width: Int = 1200, height: Int = 300) throws -> String {
      var picture = SoundPicture(content)
      (picture.width, picture.height) = (width, height)
      return String(decoding: try picture.file(.svg, of: sound()), as: UTF8.self)
    }
    let wave = try svg(.waveform(channel: 0))
    for text in ["0 dB", "−6", "−12", "−18", "peak", "RMS"] { #expect(wave.contains(">\(text)</text>"), "\(text)") }
    #expect(try !svg(.waveform(channel: 0), height: 60).contains("RMS"))
    let levels = try svg(.spectrogram(.heat, floor: -80))
    for text in ["0 dB", "−10", "−40", "−80"] { #expect(levels.contains(">\(text)</text>"), "\(text)") }
    #expect(!levels.contains("−90") && levels.components(separatedBy: "data:image/png").count == 3)
    #expect(try !svg(.spectrogram(.heat, floor: -80), width: 200).contains("−40"))
  }

  @Test("the scale of levels is where samples of these levels are", .needs(.ffmpeg))
  func levels() throws {
    var picture = SoundPicture(.waveform(channel: 0))
    (picture.width, picture.height) = (464, 150)
    // 104 pixels below a head of 22: the middle is at 74, full scale 50 above it, and half of it 25.
    let pixel = try pixels(picture.file(.png, of: sound()), width: 464)
    let ground = [255, 255, 255] as [UInt8]
    #expect(pixel(100, 49) != ground && pixel(100, 48) == ground && pixel(100, 50) == ground)
    // The square wave of -6.02 dB ends at that line.
    #expect(pixel(350, 49) != ground && pixel(350, 48) == ground)
  }

  @Test("colours by their digits")
  func paints() {
    expectEqual(Paint(hexadecimal: "#2f6fdb"), Paint(0x2F, 0x6F, 0xDB))
    expectEqual(Paint(hexadecimal: "00FF7f"), Paint(0, 255, 127))
    for text in ["", "#", "12345", "1234567", "+12345", "xyzxyz", "12 456"] { expectNil(Paint(hexadecimal: text)) }
  }
}
