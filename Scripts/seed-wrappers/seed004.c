// Written by Scripts/extract-seed-code: the C code of a text about Audio File Services, and the names it presumes.
#include <AudioToolbox/AudioToolbox.h>
#include <stdlib.h>

// Declarations of the text beside those of the headers: they must agree.
%% 004.2
%% 004.3
%% 004.5
%% 004.8
%% 004.9
%% 004.12

void readFormats(AudioFileID _fileID) {
    UInt32 size = sizeof(UInt32);
%% 004.6
}

#define GIVEN 8
void readPacketData(void) {
%% 004.10
}

void readPackets(void) {
%% 004.11
}
