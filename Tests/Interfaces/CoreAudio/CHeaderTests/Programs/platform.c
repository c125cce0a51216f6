// What older sound programs take from the system's own headers: which system it is, the Component Manager, atomic operations,
// the byte order, the host's clock, assertions that leave by a label, graphs of audio units.
#include <AssertMacros.h>
#include <AudioToolbox/AUGraph.h>
#include <AudioUnit/MusicDevice.h>
#include <CoreServices/CoreServices.h>
#include <IOKit/audio/IOAudioTypes.h>
#include <TargetConditionals.h>
#include <libkern/OSAtomic.h>
#include <libkern/OSByteOrder.h>
#include <mach/mach_time.h>
#include <os/workgroup.h>

#include "check.h"

#if TARGET_OS_MAC || TARGET_OS_IPHONE || TARGET_OS_OSX || TARGET_OS_MACCATALYST
#error No program is compiled for a system of Apple here.
#endif

#if !TARGET_RT_LITTLE_ENDIAN || TARGET_RT_BIG_ENDIAN || TARGET_CPU_X86_64 + TARGET_CPU_ARM64 != 1 || !TARGET_RT_64_BIT
#error The machine is another than those that this is tested on.
#endif

// Programs include no header of versions for these names, and declare what is old by them.
#if __MAC_OS_X_VERSION_MAX_ALLOWED < 120000 || MAC_OS_X_VERSION_MAX_ALLOWED < 120000
#error The headers declare what came with macOS 12.
#endif

static void system_(void) {
    SInt32 version = 0;
    CHECK(Gestalt(gestaltSystemVersion, &version) == noErr && version >= 0x1060);
    CHECK(Gestalt(gestaltSystemVersionMajor, &version) == noErr && version == MAC_OS_X_VERSION_MIN_REQUIRED / 10000);
    CHECK(Gestalt(gestaltSystemVersionMinor, &version) == noErr && version == 0);
    CHECK(Gestalt(gestaltSystemVersionBugFix, &version) == noErr && version == 0);
    CHECK(Gestalt(0x3f3f3f3f, &version) == gestaltUndefSelectorErr);
    CHECK(Gestalt(gestaltSystemVersion, NULL) == paramErr);
    CHECK(sizeof(os_workgroup_t) == sizeof(void *));
    CHECK(kIOAudioOutputPortSubTypeHeadphones == 0x6864706e && kIOAudioInputPortSubTypeLine == kIOAudioOutputPortSubTypeLine);
}

static void components(void) {
    ComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput, kAudioUnitManufacturer_Apple, 0, 0};
    AudioUnit unit = (AudioUnit)&wanted;
    CHECK(FindNextComponent(NULL, &wanted) == NULL && FindNextComponent(NULL, NULL) == NULL);
    CHECK(CountComponents(&wanted) == 0 && CountComponents(NULL) == 0);
    CHECK(OpenAComponent(NULL, &unit) == invalidComponentID && unit == NULL);
    CHECK(OpenAComponent(NULL, NULL) == invalidComponentID);
    unit = (AudioUnit)&wanted;
    CHECK(OpenADefaultComponent(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput, &unit) == invalidComponentID && unit == NULL);
    CHECK(OpenComponent(NULL) == NULL && OpenDefaultComponent(kAudioUnitType_Output, 0) == NULL);
    CHECK(CloseComponent((ComponentInstance)&wanted) == invalidComponentID && CloseComponent(NULL) == invalidComponentID);
    CHECK(GetComponentInfo(NULL, &wanted, NULL, NULL, NULL) == invalidComponentID);
}

static void graphs(void) {
    AUGraph graph = (AUGraph)&graph;
    AUNode node = 7;
    AudioComponentDescription synth = {kAudioUnitType_MusicDevice, kAudioUnitSubType_DLSSynth, kAudioUnitManufacturer_Apple, 0, 0};
    CHECK(NewAUGraph(&graph) == noErr && graph != NULL);
    CHECK(NewAUGraph(NULL) != noErr);
    CHECK(AUGraphAddNode(graph, &synth, &node) == kAUGraphErr_InvalidAudioUnit && node == 7);
    CHECK(AUGraphConnectNodeInput(graph, node, 0, node, 0) == kAUGraphErr_NodeNotFound);
    CHECK(AUGraphInitialize(graph) != noErr && AUGraphStart(graph) != noErr);
    CHECK(AUGraphOpen(graph) == noErr && AUGraphOpen(NULL) != noErr);
    CHECK(AUGraphStop(graph) == noErr && DisposeAUGraph(graph) == noErr && DisposeAUGraph(graph) != noErr);
    CHECK(MusicDeviceMIDIEvent(NULL, 0x90, 60, 100, 0) == kAudioComponentErr_InstanceInvalidated);
}

static void atomics(void) {
    volatile int32_t value = 5;
    volatile uint32_t bits = 0x0f;
    uint8_t flags[2] = {0, 0};
    void *volatile pointer = NULL;
    OSSpinLock lock = OS_SPINLOCK_INIT;
    CHECK(OSAtomicAdd32(3, &value) == 8 && OSAtomicIncrement32Barrier(&value) == 9 && OSAtomicDecrement32(&value) == 8);
    CHECK(OSAtomicCompareAndSwap32Barrier(8, 1, &value) && !OSAtomicCompareAndSwap32(8, 2, &value) && value == 1);
    CHECK(OSAtomicCompareAndSwapPtrBarrier(NULL, &lock, &pointer) && pointer == &lock);
    CHECK(OSAtomicOr32(0xf0, &bits) == 0xff && OSAtomicAnd32Orig(0x3c, &bits) == 0xff && OSAtomicXor32(1, &bits) == 0x3d);
    CHECK(!OSAtomicTestAndSet(9, flags) && flags[0] == 0 && flags[1] == 0x40 && OSAtomicTestAndSet(9, flags));
    CHECK(OSAtomicTestAndClear(9, flags) && flags[1] == 0);
    OSSpinLockLock(&lock);
    CHECK(!OSSpinLockTry(&lock));
    OSSpinLockUnlock(&lock);
    CHECK(OSSpinLockTry(&lock));
    OSMemoryBarrier();
}

static void bytes(void) {
    uint8_t memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(OSReadBigInt32(memory, 1) == 0x02030405 && OSReadLittleInt16(memory, 0) == 0x0201);
    OSWriteBigInt64(memory, 0, 0x1122334455667788u);
    CHECK(memory[0] == 0x11 && memory[7] == 0x88 && OSReadLittleInt64(memory, 0) == 0x8877665544332211u);
    CHECK(OSSwapInt16(0x1234) == 0x3412 && OSSwapHostToBigInt32(OSSwapBigToHostInt32(7)) == 7);
}

static void clock_(void) {
    mach_timebase_info_data_t base = {0, 0};
    uint64_t start = mach_absolute_time();
    CHECK(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == 1 && base.denom == 1);
    CHECK(mach_absolute_time() >= start && AudioGetCurrentHostTime() - start < 60u * 1000000000u);
}

static int leave(OSStatus status) {
    int result = 1;
    require_noerr_action_quiet(status, bail, result = 2);
    require_quiet(status == noErr, bail);
    verify(status == noErr);
    __Require_Action(status == noErr, bail, result = 3);
    result = 0;
bail:
    return result;
}

int main(void) {
    system_();
    components();
    graphs();
    atomics();
    bytes();
    clock_();
    CHECK(leave(noErr) == 0 && leave(-50) == 2);
    puts("what older programs ask of the system is there");
    return 0;
}
