/// The bytes that libFuzzer gives, as an array: the only place of these programs that touches memory directly.
public func fuzzerInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
}
