// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CoreAudio/HostTime.h>

import AudioDevices

@c @implementation
public func AudioGetCurrentHostTime() -> UInt64 { HostClock.now }

@c @implementation
public func AudioGetHostClockFrequency() -> Float64 { 1e9 }

@c @implementation
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 { 1 }

@c @implementation
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }

@c @implementation
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }
