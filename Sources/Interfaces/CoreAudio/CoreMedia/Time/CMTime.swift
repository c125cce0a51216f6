// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CoreMedia/CMTime.h>: making and reckoning.

@c @implementation
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
}

@c @implementation
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  guard timescale > 0 else { return .nowhere }
  return CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

@c @implementation
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  guard !seconds.isNaN, preferredTimescale > 0 else { return .nowhere }
  guard seconds.isFinite else { return seconds > 0 ? .infinitelyLate : .infinitelyEarly }
  var timescale = preferredTimescale
  var exact = seconds * Double(timescale)
  // Where the value does not fit, a coarser scale makes it fit.
  while exact.magnitude >= 0x1p63, timescale > 1 {
    timescale /= 2
    exact = seconds * Double(timescale)
  }
  guard exact.magnitude < 0x1p63 else { return seconds > 0 ? .infinitelyLate : .infinitelyEarly }
  let value = Int64(exact.rounded())
  let isRounded = Double(value) != exact || timescale != preferredTimescale
  return CMTime(
    value: value, timescale: timescale, flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: 0)
}

@c @implementation
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  switch time.kind {
  case .numeric: Double(time.value) / Double(time.timescale)
  case .positiveInfinity: .infinity
  case .negativeInfinity: -.infinity
  case .indefinite, .invalid: .nan
  }
}

@c @implementation
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  guard time.kind == .numeric else { return time }
  guard newTimescale > 0 else { return .nowhere }
  return time.scaled(by: Int128(newTimescale), over: Int128(time.timescale), to: newTimescale, method)
}

@c @implementation
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs.combined(with: rhs) { $0 + $1 } }

@c @implementation
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  switch rhs.kind {
  case .positiveInfinity: return lhs.combined(with: .infinitelyEarly) { $0 - $1 }
  case .negativeInfinity: return lhs.combined(with: .infinitelyLate) { $0 - $1 }
  default:
    var difference = lhs.combined(with: rhs) { $0 - $1 }
    // Between two times of one epoch lies a duration, which belongs to none.
    if lhs.epoch == rhs.epoch { difference.epoch = 0 }
    return difference
  }
}

@c @implementation
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: 1)
}

@c @implementation
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard divisor != 0 else { return .nowhere }
  guard time.kind == .numeric else { return time.multiplied(bySignOf: Double(multiplier) / Double(divisor)) }
  let sign: Int128 = divisor < 0 ? -1 : 1
  return time.scaled(
    by: Int128(multiplier) * sign, over: Int128(divisor) * sign, to: time.timescale, .roundHalfAwayFromZero)
}

@c @implementation
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard !multiplier.isNaN else { return .nowhere }
  guard time.kind == .numeric, multiplier.isFinite else { return time.multiplied(bySignOf: multiplier) }
  let exact = Double(time.value) * multiplier
  guard exact.magnitude < 0x1p63 else { return exact > 0 ? .infinitelyLate : .infinitelyEarly }
  var product = time
  product.value = Int64(exact.rounded())
  if Double(product.value) != exact { product.flags.insert(.hasBeenRounded) }
  return product
}

@c @implementation
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  // Invalid is the greatest, after positive infinity and indefinite: so Core Media sorts.
  let (first, second) = (time1.rank, time2.rank)
  if first != second { return first < second ? -1 : 1 }
  guard time1.kind == .numeric else { return 0 }
  if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
  let left = Int128(time1.value) * Int128(time2.timescale)
  let right = Int128(time2.value) * Int128(time1.timescale)
  return left == right ? 0 : left < right ? -1 : 1
}

@c @implementation
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

@c @implementation
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

@c @implementation
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.kind {
  case .negativeInfinity: return .infinitelyLate
  case .numeric where time.value == .min: return .infinitelyLate
  case .numeric:
    var positive = time
    positive.value = abs(time.value)
    return positive
  default: return time
  }
}

@c @implementation
public func CMTimeShow(_ time: CMTime) { print(time.words) }
