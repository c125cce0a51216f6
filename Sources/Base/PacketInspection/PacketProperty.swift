/// A property that packets state about their coding, such as the window sequence of a channel.
public struct PacketProperty: Sendable, Hashable {
  /// The meaning of a property's numbers.
  public enum Kind: Sendable, Hashable {
    /// A tool that a packet uses (1) or does not use (0).
    case flag
    /// A count, 0 or more, of a unit: `bands`, `bytes`.
    case count(unit: String)
    /// One of a list of choices, by its index. Later choices are more notable: a summary of several packets shows the
    /// largest index.
    case choice([String])
  }

  /// The name in the codec's standard, in lower case if it is an ordinary word: `window sequence`, `TNS order`.
  public var name: String
  /// The channel or element that the property belongs to, such as `L` or `L+R`; empty for the whole packet.
  public var scope: String
  /// The meaning of the numbers.
  public var kind: Kind

  /// Creates a property.
  public init(_ name: String, of scope: String, _ kind: Kind) {
    self.name = name
    self.scope = scope
    self.kind = kind
  }
}
