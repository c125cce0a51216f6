// The functions of a text about Core Audio's data formats, as a C program: the format of a file, the size of buffers for a
// time, the cookie that goes to an audio queue unread.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    AudioFileID audioFileID;
    AudioStreamBasicDescription audioFormat;
    UInt32 bufferByteSize;
    UInt32 numPacketsToRead;
} Player;

/// Ends the program where a call has failed.
static void check(const char *call, OSStatus result) {
    if (result == noErr) return;
    fprintf(stderr, "%s gave %d\n", call, (int)result);
    exit(1);
}

static void openPlaybackFile(Player *player, const char *path) {
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
    check("AudioFileOpenURL",
        AudioFileOpenURL(url, kAudioFileReadPermission, kAudioFileCAFType, &player->audioFileID));
    CFRelease(url);

    UInt32 size = sizeof player->audioFormat;
    check("AudioFileGetProperty",
        AudioFileGetProperty(player->audioFileID, kAudioFilePropertyDataFormat, &size, &player->audioFormat));
}

static void calculateSizesFor(Player *player, Float64 seconds) {
    UInt32 maxPacketSize;
    UInt32 propertySize = sizeof maxPacketSize;
    check("AudioFileGetProperty",
        AudioFileGetProperty(
            player->audioFileID, kAudioFilePropertyPacketSizeUpperBound, &propertySize, &maxPacketSize));

    static const UInt32 maxBufferSize = 0x10000; // limit maximum size to 64K
    static const UInt32 minBufferSize = 0x4000;  // limit minimum size to 16K

    const AudioStreamBasicDescription *format = &player->audioFormat;
    if (format->mFramesPerPacket) {
        Float64 numPacketsForTime = format->mSampleRate / format->mFramesPerPacket * seconds;
        player->bufferByteSize = (UInt32)(numPacketsForTime * maxPacketSize);
    } else {
        // The codec does not know how packets and time belong together.
        player->bufferByteSize = maxBufferSize > maxPacketSize ? maxBufferSize : maxPacketSize;
    }
    if (player->bufferByteSize > maxBufferSize && player->bufferByteSize > maxPacketSize) {
        player->bufferByteSize = maxBufferSize;
    } else if (player->bufferByteSize < minBufferSize) {
        player->bufferByteSize = minBufferSize;
    }
    player->numPacketsToRead = player->bufferByteSize / maxPacketSize;
}

/// Returns the size of the cookie.
static UInt32 copyMagicCookieToQueue(AudioQueueRef queue, AudioFileID file) {
    UInt32 propertySize = 0;
    OSStatus result = AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &propertySize, NULL);
    if (result || !propertySize) return 0;

    char *cookie = (char *)malloc(propertySize);
    check("AudioFileGetProperty",
        AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &propertySize, cookie));
    check("AudioQueueSetProperty",
        AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, propertySize));
    free(cookie);
    return propertySize;
}

static void bufferWasPlayed(void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)userData, (void)queue, (void)buffer;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: FormatsTourC FILE.caf\n");
        return 2;
    }
    Player player;
    memset(&player, 0, sizeof player);
    openPlaybackFile(&player, argv[1]);
    const AudioStreamBasicDescription *format = &player.audioFormat;
    printf("format: %.0f Hz, %c%c%c%c, %u channels, %u frames a packet\n", format->mSampleRate,
        (char)(format->mFormatID >> 24), (char)(format->mFormatID >> 16), (char)(format->mFormatID >> 8),
        (char)format->mFormatID, (unsigned)format->mChannelsPerFrame, (unsigned)format->mFramesPerPacket);

    const Float64 times[] = {0.01, 0.5, 5};
    for (size_t index = 0; index < sizeof times / sizeof *times; index++) {
        calculateSizesFor(&player, times[index]);
        printf("buffers for %g s: %u bytes, %u packets at a time\n", times[index], (unsigned)player.bufferByteSize,
            (unsigned)player.numPacketsToRead);
    }

    AudioQueueRef queue = NULL;
    OSStatus result = AudioQueueNewOutput(format, bufferWasPlayed, NULL, NULL, NULL, 0, &queue);
    if (result == noErr) {
        UInt32 cookieSize = copyMagicCookieToQueue(queue, player.audioFileID);
        printf("cookie: %u bytes from the file to an audio queue\n", (unsigned)cookieSize);
        check("AudioQueueDispose", AudioQueueDispose(queue, true));
    } else {
        printf("cookie: no audio queue: %d\n", (int)result);
    }
    check("AudioFileClose", AudioFileClose(player.audioFileID));
    return 0;
}
