// Between the marks stands the code of a program for Apple's systems, unchanged.
// swift-format-ignore-file
import Foundation

enum DecoderError: Error {
  case cannotCreateConverter(OSStatus)
  case converterNotConfigured
  case decodeFailed(OSStatus)
}

struct PacketContext {
  var data: UnsafeRawPointer
  var size: UInt32
  var channelCount: UInt32
  var packetDescPtr: UnsafeMutablePointer<AudioStreamPacketDescription>
}

// MARK: - the seed's code
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
