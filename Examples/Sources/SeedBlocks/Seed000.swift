// The Swift code of a text about AAC-ELD, each block unchanged in what it presumes.
// swift-format-ignore-file
import Foundation
import AudioToolbox

class AACELDDecoder {
    private var converter: AudioConverterRef?
    
    func configureDecoder() throws {
        // 設定輸入格式
        var inDesc = AudioStreamBasicDescription()
        inDesc.mSampleRate = 44100
        inDesc.mFormatID = kAudioFormatMPEG4AAC_ELD
        inDesc.mFormatFlags = 0
        inDesc.mBytesPerPacket = 0
        inDesc.mFramesPerPacket = 480
        inDesc.mBytesPerFrame = 0
        inDesc.mChannelsPerFrame = 2
        inDesc.mBitsPerChannel = 0
        inDesc.mReserved = 0
        
        // 設定輸出格式
        var outDesc = AudioStreamBasicDescription()
        outDesc.mSampleRate = 44100
        outDesc.mFormatID = kAudioFormatLinearPCM
        outDesc.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        outDesc.mChannelsPerFrame = 2
        outDesc.mBitsPerChannel = 16
        outDesc.mFramesPerPacket = 1
        outDesc.mBytesPerFrame = 4
        outDesc.mBytesPerPacket = 4
        outDesc.mReserved = 0
        
        // 建立轉換器
        var newConverter: AudioConverterRef?
        let status = AudioConverterNew(&inDesc, &outDesc, &newConverter)
        
        guard status == noErr, let createdConverter = newConverter else {
            throw DecoderError.cannotCreateConverter(status)
        }
        
        converter = createdConverter
        
        // 注意：不設置 magic cookie 也可以運作
    }
    
    func decode(_ aacFrame: Data) throws -> Data? {
        guard let converter = converter else {
            throw DecoderError.converterNotConfigured
        }
        
        let maxOutputFrames: UInt32 = 480
        let bytesPerFrame = 4
        let outputByteCount = Int(maxOutputFrames) * bytesPerFrame
        var pcmData = Data(count: outputByteCount)
        
        var decodeStatus: OSStatus = noErr
        var outPackets: UInt32 = 0
        
        aacFrame.withUnsafeBytes { inRawBuffer in
            guard let inBaseAddress = inRawBuffer.baseAddress else { return }
            
            // 建立 packet description
            var packetDesc = AudioStreamPacketDescription(
                mStartOffset: 0,
                mVariableFramesInPacket: 0,
                mDataByteSize: UInt32(aacFrame.count)
            )
            
            withUnsafeMutablePointer(to: &packetDesc) { packetDescPtr in
                var packetInfo = PacketContext(
                    data: inBaseAddress,
                    size: UInt32(aacFrame.count),
                    channelCount: 2,
                    packetDescPtr: packetDescPtr
                )
                
                pcmData.withUnsafeMutableBytes { outRawBuffer in
                    guard let outBaseAddress = outRawBuffer.baseAddress else { return }
                    
                    var outBufferList = AudioBufferList()
                    outBufferList.mNumberBuffers = 1
                    outBufferList.mBuffers.mNumberChannels = 2
                    outBufferList.mBuffers.mDataByteSize = UInt32(outputByteCount)
                    outBufferList.mBuffers.mData = outBaseAddress
                    
                    var ioOutputDataPackets: UInt32 = maxOutputFrames
                    
                    decodeStatus = AudioConverterFillComplexBuffer(
                        converter,
                        AACELDInputDataProc,
                        &packetInfo,
                        &ioOutputDataPackets,
                        &outBufferList,
                        nil
                    )
                    
                    outPackets = ioOutputDataPackets
                }
            }
        }
        
        guard decodeStatus == noErr, outPackets > 0 else {
            throw DecoderError.decodeFailed(decodeStatus)
        }
        
        let bytesProduced = Int(outPackets) * bytesPerFrame
        return pcmData.prefix(bytesProduced)
    }
    
    deinit {
        if let converter = converter {
            AudioConverterDispose(converter)
        }
    }
}

// MARK: - What the text speaks of and does not show

enum DecoderError: Error {
  case cannotCreateConverter(OSStatus)
  case converterNotConfigured
  case decodeFailed(OSStatus)
}

enum AscError: Error { case unsupportedSampleRate, unsupportedChannelCount, unsupportedFrameDuration }

struct PacketContext {
  var data: UnsafeRawPointer
  var size: UInt32
  var channelCount: UInt32
  var packetDescPtr: UnsafeMutablePointer<AudioStreamPacketDescription>
}

extension AACELDDecoder {
  struct AACELDInputFormat: Sendable { static let `default` = AACELDInputFormat() }
  func configureDecoder(aacConfig: Data?, aaceldInputFormat: AACELDInputFormat) throws { try configureDecoder() }
}

/// The renderer's decoder. It does not throw: the block that calls it catches nothing.
struct RendererDecoder { func decode(_ packet: Data) -> (Data, Int, Int) { (packet, 0, 0) } }

// MARK: - The blocks

func AACELDInputDataProc(
    _ inAudioConverter: AudioConverterRef,
    _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>,
    _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    
    guard let userData = inUserData else {
        ioNumberDataPackets.pointee = 0
        return noErr
    }
    
    let context = userData.assumingMemoryBound(to: PacketContext.self)
    
    // 設定輸出緩衝區資訊
    ioData.pointee.mNumberBuffers = 1
    ioData.pointee.mBuffers.mNumberChannels = context.pointee.channelCount
    ioData.pointee.mBuffers.mDataByteSize = context.pointee.size
    ioData.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: context.pointee.data)
    ioNumberDataPackets.pointee = 1  // 提供 1 個 packet
    
    // 設定 packet description（如果 AudioConverter 需要）
    if let outDesc = outDataPacketDescription {
        outDesc.pointee = context.pointee.packetDescPtr
    }
    
    return noErr
}

func makeAsc(sampleRate: Int, channels: Int, frameDuration: Int) throws -> Data {
    var asc = [UInt8](repeating: 0, count: 4)
    
    // AOT 39 (AAC-ELD) 編碼
    asc[0] |= 0xF8  // 11111000
    
    // 取樣率與 AOT 延伸
    switch sampleRate {
    case 48000:
        asc[1] |= 0x06
    case 44100:
        asc[1] |= 0x08
    default:
        throw AscError.unsupportedSampleRate
    }
    
    // 聲道配置
    switch channels {
    case 1:
        asc[2] |= 0x20
    case 2:
        asc[2] |= 0x40
    default:
        throw AscError.unsupportedChannelCount
    }
    
    // Frame 長度
    switch frameDuration {
    case 512:
        asc[2] |= 0x00
    case 480:
        asc[2] |= 0x10
    default:
        throw AscError.unsupportedFrameDuration
    }
    
    return Data(asc)
}

func creating(
  _ inDesc: AudioStreamBasicDescription, _ outDesc: AudioStreamBasicDescription
) throws -> AudioConverterRef {
  var (inDesc, outDesc) = (inDesc, outDesc)
var converter: AudioConverterRef?
let status = AudioConverterNew(&inDesc, &outDesc, &converter)

guard status == noErr, let createdConverter = converter else {
    throw DecoderError.cannotCreateConverter(status)
}
  return createdConverter
}

func inputFormat() -> AudioStreamBasicDescription {
var inDesc = AudioStreamBasicDescription()
inDesc.mSampleRate       = 44100        // 取樣率（Hz）
inDesc.mFormatID         = kAudioFormatMPEG4AAC_ELD  // AAC-ELD 格式識別碼
inDesc.mFormatFlags      = 0            // AAC-ELD 不使用 format flags
inDesc.mBytesPerPacket   = 0            // 壓縮格式，變動長度，設為 0
inDesc.mFramesPerPacket  = 480          // AAC-ELD 標準：每 packet 480 frames
inDesc.mBytesPerFrame    = 0            // 壓縮格式不使用此欄位
inDesc.mChannelsPerFrame = 2            // 聲道數（1=單聲道, 2=立體聲）
inDesc.mBitsPerChannel   = 0            // 壓縮格式不使用此欄位
inDesc.mReserved         = 0            // 保留欄位，必須為 0
  return inDesc
}

func outputFormat() -> AudioStreamBasicDescription {
var outDesc = AudioStreamBasicDescription()
outDesc.mSampleRate       = 44100       // 輸出取樣率（通常與輸入相同）
outDesc.mFormatID         = kAudioFormatLinearPCM  // 線性 PCM 格式
outDesc.mFormatFlags      = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
                           // 有號整數、打包格式（交錯排列）
outDesc.mChannelsPerFrame = 2           // 輸出聲道數
outDesc.mBitsPerChannel   = 16          // 每個樣本 16 bits
outDesc.mFramesPerPacket  = 1           // PCM 每個 packet 就是 1 frame
outDesc.mBytesPerFrame    = 4           // 2 channels * 16 bits / 8 = 4 bytes
outDesc.mBytesPerPacket   = 4           // 等於 mBytesPerFrame * mFramesPerPacket
outDesc.mReserved         = 0
  return outDesc
}

func decoding(
  _ converter: AudioConverterRef, _ packet: PacketContext, channels: UInt32, maxOutputFrames: UInt32,
  outBaseAddress: UnsafeMutableRawPointer, outputByteCount: Int
) -> OSStatus {
  var packetContext = packet
var outBufferList = AudioBufferList()
outBufferList.mNumberBuffers = 1
outBufferList.mBuffers.mNumberChannels = channels
outBufferList.mBuffers.mDataByteSize = UInt32(outputByteCount)
outBufferList.mBuffers.mData = outBaseAddress

var ioOutputDataPackets: UInt32 = maxOutputFrames

let decodeStatus = AudioConverterFillComplexBuffer(
    converter,
    AACELDInputDataProc,      // 輸入資料回調函數
    &packetContext,           // 使用者資料（包含 AAC frame 資料）
    &ioOutputDataPackets,     // 輸入/輸出：請求的 packet 數，輸出實際產生的 packet 數
    &outBufferList,           // 輸出緩衝區
    nil                       // packet description（可選）
)
  return decodeStatus
}

func bufferSize() -> Int {
// 預期最大輸出：480 frames × 4 bytes/frame = 1920 bytes
let maxOutputFrames = 480  // 來自 inputFormat.inputFramesPerPacket
let bytesPerFrame = 4      // 2 channels * 16 bits / 8
let outputByteCount = maxOutputFrames * bytesPerFrame  // 1920 bytes
  return outputByteCount
}

func describing(_ aacFrame: Data, at inBaseAddress: UnsafeRawPointer, channels: UInt32) {
var packetDesc = AudioStreamPacketDescription(
    mStartOffset: 0,                    // 從緩衝區開頭開始
    mVariableFramesInPacket: 0,         // 固定 frame 數，不使用此欄位
    mDataByteSize: UInt32(aacFrame.count)  // AAC frame 的實際大小
)

withUnsafeMutablePointer(to: &packetDesc) { packetDescPtr in
    var packetInfo = PacketContext(
        data: inBaseAddress,
        size: UInt32(aacFrame.count),
        channelCount: channels,
        packetDescPtr: packetDescPtr  // 傳入 packet description 指標
    )
    // ...
}
}

final class Receiver {
  let decoder = AACELDDecoder()
  func start() throws {
try self.decoder.configureDecoder(
    aacConfig: nil,  // 不設置 ASC
    aaceldInputFormat: AACELDDecoder.AACELDInputFormat.default
)
  }
}

final class Renderer {
  let decoder = RendererDecoder()
// 每次接收到的資料就是一個 frame
public func play(_ aacData: Data) {
    // aacData 就是一個完整的 AAC-ELD frame
    let (pcmData, _, _) = try decoder.decode(aacData)
    // ...
}
}

struct Dumper {
// AACELDDumper.swift 第 13 行
private static let audioPacketMarker = Data([0xFF, 0xAA, 0xCC, 0xDD])
  var recordedData = Data()
  mutating func record(_ data: Data) {
recordedData.append(Self.audioPacketMarker)  // 先寫入分隔符
recordedData.append(data)                     // 再寫入 frame 資料
  }
}
