import AudioBase
import AudioFiles

/// The text that `af inspect` prints for people: the packets' tools, and the parts of the file.
struct InspectText {
  private(set) var text = ""

  init(_ record: InspectRecord) {
    line("File", record.file)
    line("Codec", record.info.codec ?? record.info.dataFormat?.formatID ?? "unknown")
    if let sound = record.sound { addSound(sound) }
    if let problem = record.soundProblem { line("Sound", problem) }
    if let packets = record.packets { addPackets(packets) }
    if !record.structure.isEmpty { text += "Structure:\n" }
    for part in record.structure { add(part, depth: 1) }
    if let problem = record.structureProblem { line("Structure", problem) }
  }

  private mutating func line(_ name: String, _ value: String) {
    text += (name + ":").padded(20) + value.printable + "\n"
  }

  private mutating func addSound(_ sound: InspectRecord.Sound) {
    line("Duration", "\(decimal(sound.durationSeconds, digits: 6)) s, \(sound.frameCount) frames")
    if let loudness = sound.loudness?.integrated { line("Loudness", "\(decimal(loudness, digits: 1)) LUFS") }
    if sound.damagedPacketCount > 0 { line("Concealed", "\(sound.damagedPacketCount) packets") }
  }

  private mutating func addPackets(_ packets: PacketsRecord) {
    line("Packets", "\(packets.count), the largest of \(packets.sizes.max() ?? 0) bytes")
    line("Bit reservoir", "\(packets.bufferFill.max() ?? 0) bytes at most, at the mean rate")
    if packets.damagedPacketCount > 0 {
      line("Damaged", "\(packets.damagedPacketCount) packets, the first: \(packets.firstDamage ?? "")")
    }
    guard !packets.tools.isEmpty else { return }
    text += "Coding tools:\n"
    for tool in packets.tools {
      let name = tool.scope.isEmpty ? tool.name : "\(tool.scope) \(tool.name)"
      text += "  " + name.printable.padded(32) + words(tool, of: packets.sizes.count) + "\n"
    }
  }

  private func words(_ tool: PacketsRecord.Tool, of count: Int) -> String {
    func value(_ number: Int) -> String {
      if let choices = tool.choices { return choices.indices.contains(number) ? choices[number] : "\(number)" }
      if number == 0, tool.kind == "count" { return "none" }
      return tool.kind == "flag" ? (number != 0 ? "always" : "never") : "\(number) \(tool.unit ?? "")".trimmingSpaces
    }
    if let constant = tool.constant { return value(constant) }
    guard let values = tool.values else { return "not told" }
    if let choices = tool.choices {
      let parts = choices.enumerated().compactMap { index, name -> String? in
        let found = values.count { $0 == index }
        return found > 0 ? "\(name) \(percent(found, count))" : nil
      }
      return parts.joined(separator: ", ")
    }
    let share = percent(tool.columnCount, count)
    return tool.kind == "flag" ? share : "\(share), at most \(value(tool.largest ?? 0))"
  }

  private func percent(_ part: Int, _ whole: Int) -> String {
    "\(decimal(100 * Double(part) / Double(max(1, whole)), digits: 1)) %"
  }

  private mutating func add(_ part: InspectRecord.Part, depth: Int) {
    let name = String(repeating: "  ", count: depth) + part.name
    let meaning = part.meaning.isEmpty ? "" : "  \(part.meaning)"
    text += name.printable.padded(28) + "\(part.size)".padded(12) + "@\(part.offset)\(meaning.printable)\n"
    for inner in part.parts { add(inner, depth: depth + 1) }
  }
}
