package import ArgumentParser
package import AudioBase
package import AudioFiles
import AudioJobs

/// The track of the input, and the format of its packets.
package struct InputOptions: ParsableArguments {
  package init() {}

  @Option(name: .long, help: ArgumentHelp("The index of the track, the first one being 0.", valueName: "n"))
  package var readTrack: Int?

  @Option(name: .long, help: ArgumentHelp("The AudioSpecificConfig of the packets of a dump.", valueName: "hex"))
  package var asc: HexBytes?

  package func validate() throws {
    if let readTrack, readTrack < 0 { throw ValidationError("--read-track counts from 0.") }
  }

  /// The names of the given options.
  package var names: [String] {
    [(readTrack != nil, "--read-track"), (asc != nil, "--asc")].filter(\.0).map(\.1)
  }

  /// Returns the index of the selected track: the requested one, or the first audio track.
  package func trackIndex(in reader: any ContainerReader, of file: Pathname) throws(CommandFailure) -> Int {
    do throws(AudioError) {
      return try JobFiles.audioTrack(readTrack, of: reader, file)
    } catch {
      throw CommandFailure(error)
    }
  }
}
