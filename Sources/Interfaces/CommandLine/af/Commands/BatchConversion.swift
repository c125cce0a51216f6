import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af convert FILE… --into DIR`: many files into a folder, several at a time.
struct BatchConversion {
  var command: ConvertCommand
  var folder: Pathname

  /// One file to convert.
  private struct Item {
    var input: Pathname
    var output: Pathname
  }

  /// Converts all files, and returns the status to end with.
  func run() throws(CommandFailure) -> ExitCode {
    let catalog = Catalog.standard
    guard command.output.fileFormat != nil else {
      throw CommandFailure(
        folder, "nothing says which kind of files to write", advice: "choose one with -f, such as -f m4a")
    }
    let container = try command.output.container(of: catalog, for: folder)
    let items = try items(suffix: command.output.fileExtension(of: container), catalog)
    let wanted = items.filter { item in
      guard command.skipExisting, FolderListing.exists(item.output) else { return true }
      command.common.remark(output: item.output, "exists, and is left as it is")
      return false
    }
    if command.isDryRun { return try plan(wanted, container) }
    for item in wanted {
      let place = Pathname(bytes: Array(item.output.directory.dropLast()))
      guard place.bytes.isEmpty || FolderListing.make(place) else {
        throw CommandFailure(output: place, "the folder cannot be made", advice: "choose another one with --into")
      }
    }
    let conversions = try wanted.map { (item) throws(CommandFailure) in
      try command.conversion(from: item.input, to: item.output, container, atRate: nil)
    }
    let shown = BatchProgress(
      of: wanted.map(\.input), command.progress.progress, isQuiet: command.common.quiet)
    let results = ConversionBatch(conversions, threadCount: command.jobs).run(
      cancellation: Cancellation(), progress: shown.update)
    shown.end()
    var status = ExitCode.success
    for (conversion, result) in zip(conversions, results) {
      let run = ConversionRun(
        conversion: conversion, container: container, common: command.common, printsRecord: command.json)
      do throws(CommandFailure) {
        try run.tell(result)
      } catch {
        status = error.report()
      }
    }
    command.common.remark(output: folder, "\(wanted.count) of \(items.count) files")
    return status
  }

  /// Says what would be written.
  private func plan(_ items: [Item], _ container: ContainerDescriptor) throws(CommandFailure) -> ExitCode {
    var status = ExitCode.success
    for item in items {
      do throws(CommandFailure) {
        let run = ConversionRun(
          conversion: try command.conversion(from: item.input, to: item.output, container, atRate: nil),
          container: container, common: command.common)
        try run.plan(openMedia(item.input, .standard, rawFormat: run.conversion.rawFormat))
      } catch {
        status = error.report()
      }
    }
    return status
  }

  /// Returns the files and their destinations; files below a folder keep their relative path below the new one.
  private func items(suffix: String, _ catalog: Catalog) throws(CommandFailure) -> [Item] {
    let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    var items: [Item] = []
    let named = command.files.flatMap { file in
      FolderListing.exists(file) ? [file] : FolderListing.matches(of: file).flatMap { $0.isEmpty ? nil : $0 } ?? [file]
    }
    for file in named {
      guard FolderListing.isFolder(file) else {
        items.append(Item(input: file, output: output(start, Array(file.lastComponent), suffix)))
        continue
      }
      let found = FolderListing.files(below: file, catalog)
      if found.otherCount > 0 { command.common.remark(file, "\(found.otherCount) files of other kinds") }
      for place in found.unread { command.common.warn(place, "cannot be read") }
      for place in found.special { command.common.warn(place, FolderListing.passedOver(place)) }
      let base = file.bytes.last == UInt8(ascii: "/") ? file.bytes.count : file.bytes.count + 1
      for path in found.audio {
        items.append(Item(input: path, output: output(start, Array(path.bytes.dropFirst(base)), suffix)))
      }
    }
    try check(items)
    return items
  }

  /// Rejects two inputs with the same output, and an output that is another item's input, even through folders and
  /// links.
  private func check(_ items: [Item]) throws(CommandFailure) {
    let inputs = Dictionary(items.map { (FilePlace($0.input), $0.input) }) { first, _ in first }
    var written: [FilePlace: Pathname] = [:]
    for item in items {
      let place = FilePlace(item.output)
      if let other = written.updateValue(item.input, forKey: place) {
        throw CommandFailure(
          output: item.output, "both \(other) and \(item.input) would be written here",
          advice: "convert one of them by itself")
      }
      if let other = inputs[place], place != FilePlace(item.input) {
        throw CommandFailure(
          output: item.output, "\(item.input) would be written here, where \(other) is read",
          advice: "choose another folder")
      }
    }
  }

  private func output(_ start: [UInt8], _ name: [UInt8], _ suffix: String) -> Pathname {
    Pathname(bytes: start + name).deletingExtension.appending("." + suffix)
  }
}
