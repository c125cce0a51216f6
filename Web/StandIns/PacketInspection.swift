public import AudioBase

/// An inspector of packets of any codec.
public struct PacketInspectorBox: PacketInspector {
  private let held: any HeldInspector

  /// Holds an inspector.
  public init<Inspector: PacketInspector>(_ inspector: Inspector) { held = InspectorHolder(inspector) }

  public var properties: [PacketProperty] { held.properties }
  public mutating func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?] { try held.inspect(packet) }
}

private protocol HeldInspector: AnyObject {
  var properties: [PacketProperty] { get }
  func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?]
}

private final class InspectorHolder<Inspector: PacketInspector>: HeldInspector {
  var inspector: Inspector

  init(_ inspector: Inspector) { self.inspector = inspector }

  var properties: [PacketProperty] { inspector.properties }
  func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?] { try inspector.inspect(packet) }
}
