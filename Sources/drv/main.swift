import AACCodec
import AudioBase
import Foundation

let args = CommandLine.arguments
let dump = [UInt8](try! Data(contentsOf: URL(fileURLWithPath: args[1])))
let asc = [UInt8](try! Data(contentsOf: URL(fileURLWithPath: args[2])))
var decoder = try! AACCodec.descriptor.makeDecoder(asc.span)
let f = decoder.format
var starts: [Int] = []
var i = 0
while i + 4 <= dump.count {
  if dump[i] == 0xFF, dump[i + 1] == 0xAA, dump[i + 2] == 0xCC, dump[i + 3] == 0xDD {
    starts.append(i); i += 4
  } else {
    i += 1
  }
}
var block = PCMBlock(channelCount: f.layout.channelCount, capacity: f.framesPerPacket * 4)
var out: [Float] = []
let order = f.layout.waveOrder
var bad = 0
let reps = args.count > 4 ? Int(args[4])! : 1
let t0 = clock()
for r in 0..<reps {
  for (k, s) in starts.enumerated() {
    let e = k + 1 < starts.count ? starts[k + 1] : dump.count
    do { try decoder.decode(dump.span.extracting(s + 4..<e), frameCount: 0, into: &block) } catch {
      bad += 1; if bad < 4 { print(k, error) }; decoder.conceal(into: &block)
    }
    if r == 0 { for n in 0..<block.frameCount { for c in order { out.append(block.channel(c)[n]) } } }
  }
}
let t1 = clock()
if reps > 1 {
  let cpu = Double(t1 - t0) / 1e6; let sec = Double(reps * starts.count * f.framesPerPacket) / f.sampleRate;
  print("cpu \(cpu) s, x real time \(sec/cpu)")
}
out.withUnsafeBytes { try! Data($0).write(to: URL(fileURLWithPath: args[3])) }
print("ch \(f.layout.channelCount) bad \(bad)")
