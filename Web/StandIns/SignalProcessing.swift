// The standard library of Embedded Swift has no `Codable`.
public protocol Codable {}
extension Float: Codable {}
extension Double: Codable {}
