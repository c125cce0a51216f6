public import AudioBase
public import AudioCatalog

/// What is fuzzed: the one place that says so.
public enum Subject {
  /// Every container and codec of the package.
  public static let catalog = Catalog.standard

  /// The container of a file type.
  public static func container(_ fileType: FourCharacterCode) -> ContainerDescriptor {
    guard let container = catalog.container(fileType: fileType) else { preconditionFailure("not in the catalog") }
    return container
  }

  /// The containers that claim the bytes, the surest first; what a program would try.
  public static func containers(claiming bytes: Span<UInt8>) -> [ContainerDescriptor] {
    var found: [(score: Int, container: ContainerDescriptor)] = []
    for container in catalog.containers where container.open != nil {
      let score = container.probe?(bytes.extracting(first: min(bytes.count, 4096))) ?? 0
      if score > 0 { found.append((score, container)) }
    }
    return found.sorted { $0.score > $1.score }.map { $0.container }
  }
}
