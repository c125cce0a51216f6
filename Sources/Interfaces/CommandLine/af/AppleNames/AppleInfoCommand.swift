import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles

/// `afinfo`: prints the contents of `af info` in the form of Apple's tool of that name.
struct AppleInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afinfo", abstract: "Audio File Info: shows what audio files hold, in the layout of Apple's afinfo.")

  @Flag(name: [.customShort("b"), .long], help: "Print a brief (one line) description of the audio file.")
  var brief = false

  @Flag(name: [.customShort("r"), .long], help: "Get the estimated duration from the real packet count.")
  var real = false

  @Flag(name: [.customShort("i"), .long], help: "Print the contents of the info dictionary.")
  var info = false

  @Option(
    name: .customShort("c"), help: ArgumentHelp("Print the chunks of this type in hexadecimal.", valueName: "chunk"))
  var chunk: String?

  @Option(
    name: .customShort("u"),
    help: ArgumentHelp("Print one property, by its four characters, such as brat or pnfo.", valueName: "property"))
  var property: String?

  @Flag(name: [.customShort("x"), .long], help: "Print the output in XML.")
  var xml = false

  @Flag(name: .long, help: "Print any warnings.")
  var warnings = false

  @Flag(name: .long, help: "Accepted for scripts of a Mac; there is nothing to analyse here.")
  var leaks = false

  @Argument(help: "The files.")
  var files: [Pathname]

  func run() throws {
    var document = AppleInfoXML(isReal: real)
    var status = ExitCode.success
    for file in files {
      do throws(CommandFailure) {
        let text = try describe(file, &document)
        StandardStream.output.write(text)
      } catch {
        status = error.report(as: "afinfo")
      }
    }
    if xml { StandardStream.output.write(document.finished()) }
    if status != .success { throw status }
  }

  private func describe(_ file: Pathname, _ document: inout AppleInfoXML) throws(CommandFailure) -> String {
    let catalog = Catalog.standard
    let media = try openMedia(file, catalog)
    if let chunk { return try ChunkDump(file: file, media: media).text(of: chunk) }
    let tracks = try audioTracks(of: media, file: file, catalog: catalog)
    if let property { return try AppleProperty(file: file, media: media).text(of: property, tracks: tracks) }
    if xml {
      document.add(file, media.reader, tracks)
      return ""
    }
    let report = AppleInfoText(isReal: real, showsInfo: info)
    if brief { return report.brief(file, media.reader, tracks) }
    var text = report.report(file, media.reader, tracks)
    if warnings { text += media.reader.allRemarks.map { "warning: \($0.printable)\n" }.joined() }
    return text
  }

  private func audioTracks(
    of media: MediaFile, file: Pathname, catalog: Catalog
  ) throws(CommandFailure) -> [AppleInfoTrack] {
    let reader = media.reader
    let indices = reader.tracks.indices.filter { reader.tracks[$0].mediaKind == .audio }
    guard !indices.isEmpty else { throw CommandFailure(file, "there is no audio track") }
    var tracks: [AppleInfoTrack] = []
    do throws(ContainerError) {
      for index in indices {
        tracks.append(
          AppleInfoTrack(
            info: reader.tracks[index], summary: try TrackSummary(of: reader, track: index, codecs: catalog.codecs)))
      }
    } catch {
      throw CommandFailure(file, .container(error))
    }
    return tracks
  }
}
