import ArgumentParser
import AudioCatalog
import AudioFiles
import AudioJobs

/// Folders and patterns in place of files.
struct FolderOptions: ParsableArguments {
  // Read by nobody: folders are walked without it, and it stays for those who write it.
  @Flag(name: [.customShort("r"), .long], help: "Take all files below folders; this is the default.")
  var recursive = false

  /// Returns the files that arguments name: those below folders, sorted, and those that patterns such as `*.wav` match.
  ///
  /// A folder without an audio file stays in the list, for the error.
  static func files(_ arguments: [Pathname], _ common: CommonOptions) -> [Pathname] {
    arguments.flatMap { argument -> [Pathname] in
      if argument.isStandardStream { return [argument] }
      if FolderListing.isFolder(argument) { return below(argument, common) }
      guard !FolderListing.exists(argument), let found = FolderListing.matches(of: argument), !found.isEmpty else {
        return [argument]
      }
      return found.flatMap { FolderListing.isFolder($0) ? below($0, common) : [$0] }
    }
  }

  private static func below(_ folder: Pathname, _ common: CommonOptions) -> [Pathname] {
    let found = FolderListing.files(below: folder, .standard)
    if found.otherCount > 0 { common.remark(folder, "\(found.otherCount) files of other kinds") }
    for place in found.special { common.warn(place, FolderListing.passedOver(place)) }
    for place in found.unread { common.warn(place, "cannot be read") }
    return found.audio.isEmpty ? [folder] : found.audio
  }
}
