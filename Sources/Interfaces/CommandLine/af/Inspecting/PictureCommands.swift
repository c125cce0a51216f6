public import ArgumentParser
public import AudioInspection
public import InspectionPages

/// `af waveform`: a picture of a file's waveform.
struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform", abstract: "Draws a file's waveform as SVG or PNG.",
    discussion: """
      Shows each channel's peaks, and within them its RMS values.

      Examples:
        af waveform song.flac -o song.svg
        af waveform song.flac -o song.png --width 1600 --theme dark
      """)

  @Option(name: .long, help: ArgumentHelp("The colour of the peaks, such as 2f6fdb.", valueName: "rrggbb"))
  var color: Paint?

  @OptionGroup var options: PictureOptions

  func run() throws {
    var picture = options.picture(.waveform(channel: options.channel), height: 240)
    if let color {
      picture.theme.wave = color
      picture.theme.waveInner = color.lighter
    }
    var resolution = InspectionResolution()
    resolution.waveformColumnCount = picture.innerWidth
    // Nothing is seen of it: the smallest there is.
    (resolution.spectrogramColumnCount, resolution.spectrogramRowCount) = (1, 1)
    try options.write(picture, resolution)
  }
}

/// `af spectrogram`: a picture of a file's spectrogram.
struct SpectrogramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrogram", abstract: "Draws a file's spectrogram as PNG or SVG.",
    discussion: """
      Shows the mean of all channels, or one of them, by Hann windows. Levels are relative to a full-scale sine.

      Examples:
        af spectrogram song.flac -o song.png
        af spectrogram song.flac -o song.png --scale linear --range 80
      """)

  @Option(name: .long, help: "The scale of frequencies: logarithmic or linear.")
  var scale: SpectrogramScale.Spacing = .logarithmic

  @Option(
    name: .long, help: ArgumentHelp("The range of levels below full scale that is shown, 10 to 120.", valueName: "dB"))
  var range: Double = 100

  @Option(name: .long, help: ArgumentHelp("The lowest frequency that is shown.", valueName: "hz"))
  var lowest: Double?

  @Option(name: .long, help: ArgumentHelp("The highest frequency that is shown.", valueName: "hz"))
  var highest: Double?

  @Option(name: .long, help: "The colours of levels: heat, gray or paper.")
  var palette: Palette = .heat

  @OptionGroup var options: PictureOptions

  func validate() throws {
    try check(range, "--range", takes: 10...120)
    let (low, high) = (lowest ?? 0, highest ?? .greatestFiniteMagnitude)
    guard low.isFinite, high.isFinite, low >= 0, high > low, lowest != 0 || scale == .linear else {
      throw ValidationError(
        "--lowest and --highest take Hz, the lowest less than the highest, and above 0 where logarithmic.")
    }
  }

  func run() throws {
    let picture = options.picture(.spectrogram(palette, floor: -range), height: 480)
    var resolution = InspectionResolution()
    resolution.spectrogramColumnCount = picture.innerWidth
    resolution.spectrogramRowCount = picture.innerHeight
    resolution.spacing = scale
    (resolution.lowestFrequency, resolution.highestFrequency) = (lowest, highest)
    resolution.channel = options.channel
    resolution.waveformColumnCount = 1
    try options.write(picture, resolution)
  }
}

extension Paint: ExpressibleByArgument {
  /// Reads a colour such as `2f6fdb`.
  public init?(argument: String) { self.init(hexadecimal: argument) }
}

extension SpectrogramScale.Spacing: ExpressibleByArgument {}

extension Palette: ExpressibleByArgument {}
