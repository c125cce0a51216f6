// Audio session identifiers and errors. There are no sessions here.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREAUDIOTYPES_AUDIOSESSIONTYPES_H
#define CA_COREAUDIOTYPES_AUDIOSESSIONTYPES_H

#include <CAudioToolbox/Platform.h>
#include <MacTypes.h>

CA_HEADER_BEGIN

typedef long AVAudioInteger;
typedef unsigned long AVAudioUInteger;
typedef uint32_t AudioSessionID;

typedef CF_ENUM(AVAudioInteger, AVAudioSessionErrorCode) {
    AVAudioSessionErrorCodeNone = 0,
    AVAudioSessionErrorCodeMediaServicesFailed = 0x6d737276 /* 'msrv' */,
    AVAudioSessionErrorCodeIsBusy = 0x21616374 /* '!act' */,
    AVAudioSessionErrorCodeIncompatibleCategory = 0x21636174 /* '!cat' */,
    AVAudioSessionErrorCodeCannotInterruptOthers = 0x21696e74 /* '!int' */,
    AVAudioSessionErrorCodeMissingEntitlement = 0x656e743f /* 'ent?' */,
    AVAudioSessionErrorCodeSiriIsRecording = 0x73697269 /* 'siri' */,
    AVAudioSessionErrorCodeCannotStartPlaying = 0x21706c61 /* '!pla' */,
    AVAudioSessionErrorCodeCannotStartRecording = 0x21726563 /* '!rec' */,
    AVAudioSessionErrorCodeBadParam = -50,
    AVAudioSessionErrorCodeInsufficientPriority = 0x21707269 /* '!pri' */,
    AVAudioSessionErrorCodeResourceNotAvailable = 0x21726573 /* '!res' */,
    AVAudioSessionErrorCodeUnspecified = 0x77686174 /* 'what' */,
    AVAudioSessionErrorCodeExpiredSession = 0x21736573 /* '!ses' */,
    AVAudioSessionErrorCodeSessionNotActive = 0x696e6163 /* 'inac' */
};

enum {
    AVAudioSessionErrorInsufficientPriority = 0x21707269
};

CA_HEADER_END

#endif
