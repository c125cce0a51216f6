import AudioBase
import AudioCatalog
import TestSupport
import Testing

@Suite struct CatalogTests {
  @Test func fileTypesAreUniqueAndUsable() {
    let containers = Catalog.standard.containers
    expectEqual(Set(containers.map(\.fileType)).count, containers.count)
    for container in containers {
      #expect(container.open != nil || container.create != nil, "\(container.name)")
      // WebM and the streams of discs are recognised as Matroska and transport streams, a list before containers are
      // asked.
      let isRecognisedElsewhere = ["webm", "hls ", "m2ts"].contains(container.fileType)
      let isUnrecognised = container.open == nil || isRecognisedElsewhere || container.isKnownByName
      expectEqual(isUnrecognised, container.probe == nil, "\(container.name)")
      #expect(!container.extensions.isEmpty && !container.formatIDs.isEmpty, "\(container.name)")
      #expect(container.extensions.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") }, "\(container.name)")
    }
  }

  @Test func anExtensionStandsForOneContainerThatIsWritten() {
    let all = Catalog.standard.containers.filter { $0.create != nil }.flatMap(\.extensions)
    expectEqual(Set(all).count, all.count)
    expectEqual(Catalog.standard.writableContainer(extension: "wav")?.fileType, "WAVE")
    expectEqual(Catalog.standard.writableContainer(extension: "f32")?.fileType, "raw ")
    expectNil(Catalog.standard.writableContainer(extension: "txt"))
    expectEqual(Catalog.standard.container(fileType: "RF64")?.canWriteToPipe, false)
  }

  @Test func whatIsReadableHasSoundThatIsDecoded() {
    let decoded = Set(Catalog.standard.codecs.flatMap(\.formatIDs) + [.linearPCM])
    for container in Catalog.standard.containers where container.open != nil {
      #expect(!decoded.isDisjoint(with: container.formatIDs), "\(container.name)")
    }
  }
}
