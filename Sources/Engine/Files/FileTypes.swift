package import AudioBase

/// The file types that a list of containers can read and write: the global information of Audio File Services.
package struct FileTypes: Sendable {
  /// The containers to ask.
  package var containers: [ContainerDescriptor]

  /// Creates a view of containers, such as those of the catalog.
  package init(_ containers: [ContainerDescriptor]) { self.containers = containers }

  /// All file types that can be read: `kAudioFileGlobalInfo_ReadableTypes`.
  package var readable: [FourCharacterCode] { unique(containers.filter { $0.open != nil }.map(\.fileType)) }

  /// `kAudioFileGlobalInfo_WritableTypes`.
  package var writable: [FourCharacterCode] { unique(containers.filter { $0.create != nil }.map(\.fileType)) }

  /// `kAudioFileGlobalInfo_FileTypeName`, `nil` for a type that is not known.
  package func name(of fileType: FourCharacterCode) -> String? { container(fileType)?.name }

  /// `kAudioFileGlobalInfo_ExtensionsForType`: lower case, without the dot, the usual one first.
  package func extensions(for fileType: FourCharacterCode) -> [String] { container(fileType)?.extensions ?? [] }

  /// `kAudioFileGlobalInfo_MIMETypesForType`, the usual one first.
  package func mediaTypes(for fileType: FourCharacterCode) -> [String] { container(fileType)?.mediaTypes ?? [] }

  /// `kAudioFileGlobalInfo_AllExtensions`.
  package var allExtensions: [String] { unique(containers.flatMap(\.extensions)) }

  /// `kAudioFileGlobalInfo_AllMIMETypes`.
  package var allMediaTypes: [String] { unique(containers.flatMap(\.mediaTypes)) }

  /// `kAudioFileGlobalInfo_TypesForExtension`. Upper and lower case are the same.
  package func types(forExtension suffix: String) -> [FourCharacterCode] {
    let wanted = suffix.lowercased()
    return unique(containers.filter { $0.extensions.contains(wanted) }.map(\.fileType))
  }

  /// `kAudioFileGlobalInfo_TypesForMIMEType`. Upper and lower case are the same.
  package func types(forMediaType mediaType: String) -> [FourCharacterCode] {
    let wanted = mediaType.lowercased()
    return unique(containers.filter { $0.mediaTypes.contains { $0.lowercased() == wanted } }.map(\.fileType))
  }

  /// `kAudioFileGlobalInfo_AvailableFormatIDs`: the data formats that a file type holds.
  package func formatIDs(for fileType: FourCharacterCode) -> [FourCharacterCode] {
    container(fileType)?.formatIDs ?? []
  }

  /// Returns the variants of a data format that a file type can hold:
  /// `kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat`.
  ///
  /// Rate and channels are 0, for any. Linear PCM has one entry for each kind of sample; other formats have one.
  package func streamDescriptions(
    of formatID: FourCharacterCode, in fileType: FourCharacterCode
  ) -> [StreamFormat] {
    guard let container = container(fileType), container.formatIDs.contains(formatID) else { return [] }
    guard formatID == .linearPCM else {
      return [StreamFormat(formatID: formatID, sampleRate: 0, channelsPerFrame: 0)]
    }
    return container.sampleFormats.map { StreamFormat($0, sampleRate: 0, channelsPerFrame: 0) }
  }

  private func container(_ fileType: FourCharacterCode) -> ContainerDescriptor? {
    containers.first { $0.fileType == fileType }
  }

  private func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}

extension ContainerDescriptor {
  /// True if files of the type state when each track begins, and its language: the family of MP4.
  package var statesStarts: Bool { ["m4af", "m4bf", "mp4f", "3gpp", "3gp2", "MooV"].contains(fileType) }
}
