// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import CAudioToolbox
public import Foundation

// <AudioToolbox/CAShow.h>

/// Prints a description of a graph or a unit to standard output.
@c(CAShow)
public func caShow(_ inObject: UnsafeMutableRawPointer?) { print(unsafe description(of: inObject), terminator: "") }

/// Writes the same description to a file.
@c(CAShowFile)
public func caShowFile(_ inObject: UnsafeMutableRawPointer?, _ inFile: UnsafeMutablePointer<FILE>?) {
  guard let inFile = unsafe inFile else { return }
  _ = unsafe fputs(description(of: inObject), inFile)
}

/// Returns an object in words, a line for each node and each interaction of a graph.
@unsafe
private func description(of pointer: UnsafeMutableRawPointer?) -> String {
  guard let handle = unsafe pointer.map({ OpaquePointer($0) }) else { return "CAShow: a null pointer\n" }
  if let graph = try? unsafe graph(handle) { return graph.words(0) }
  if let unit = try? unsafe unit(handle) {
    return "AudioUnit \(unit.kind.name), \(unit.isInitialized ? "initialized" : "not initialized")\n"
  }
  return "CAShow: an object of another kind\n"
}
