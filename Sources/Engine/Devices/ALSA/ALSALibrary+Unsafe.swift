// libasound, loaded at run time: functions by their names, each with the type that alsa/pcm.h and alsa/control.h
// declare. The handles are libasound's own objects, which it returns and takes back; a handle is closed once, by the
// thread that used it last. The library stays loaded until the program ends, so that the functions stay in place.

import SystemLibraries

/// The functions of libasound that are used, found by their names.
@safe struct ALSALibrary: Sendable {
  typealias Object = OpaquePointer
  typealias OnHandle = @convention(c) (Object?) -> Int32
  typealias OnHandles = @convention(c) (Object?, Object?) -> Int32
  typealias MakeObject = @convention(c) (UnsafeMutablePointer<Object?>?) -> Int32
  typealias FreeObject = @convention(c) (Object?) -> Void
  typealias SetNumber = @convention(c) (Object?, Object?, UInt32) -> Int32
  typealias SetChoice = @convention(c) (Object?, Object?, Int32) -> Int32
  typealias SetSize = @convention(c) (Object?, Object?, UInt) -> Int32
  typealias GetNumber = @convention(c) (Object?, UnsafeMutablePointer<UInt32>?) -> Int32
  typealias GetSize = @convention(c) (Object?, UnsafeMutablePointer<UInt>?) -> Int32
  /// A setting whose direction of rounding is in the last argument: periods and rates.
  typealias NearNumber =
    @convention(c) (
      Object?, Object?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int32>?
    ) -> Int32
  typealias NearSize =
    @convention(c) (
      Object?, Object?, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<Int32>?
    ) -> Int32

  let open: @convention(c) (UnsafeMutablePointer<Object?>?, UnsafePointer<CChar>?, Int32, Int32) -> Int32
  let close, prepare, start, drop, resume, state: OnHandle
  let available: @convention(c) (Object?) -> Int
  let delay: @convention(c) (Object?, UnsafeMutablePointer<Int>?) -> Int32
  let wait: @convention(c) (Object?, Int32) -> Int32
  let write: @convention(c) (Object?, UnsafeRawPointer?, UInt) -> Int
  let read: @convention(c) (Object?, UnsafeMutableRawPointer?, UInt) -> Int

  let makeHardware, makeSoftware: MakeObject
  let freeHardware, freeSoftware: FreeObject
  let anyHardware, setHardware, currentSoftware, setSoftware: OnHandles
  let setAccess, setFormat, testFormat: SetChoice
  let setResampling, testChannels: SetNumber
  let setChannelsNear: @convention(c) (Object?, Object?, UnsafeMutablePointer<UInt32>?) -> Int32
  let setRateNear: NearNumber
  let setPeriodNear: NearSize
  let setBufferNear: @convention(c) (Object?, Object?, UnsafeMutablePointer<UInt>?) -> Int32
  let getChannels: GetNumber
  let getRate: @convention(c) (Object?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int32>?) -> Int32
  let getPeriod: @convention(c) (Object?, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<Int32>?) -> Int32
  let getBuffer: GetSize
  let setStartThreshold, setAvailableMinimum: SetSize

  let listHints: @convention(c) (Int32, UnsafePointer<CChar>?, UnsafeMutablePointer<HintList?>?) -> Int32
  let freeHints: @convention(c) (HintList?) -> Int32
  let hintText: @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  typealias HintList = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Receives the messages of a thread's calls; `nil` before version 1.1 of the library.
  private let setLocalHandler: (@convention(c) (ErrorHandler?) -> ErrorHandler?)?
  /// File, line, function, number, format, and the format's arguments.
  typealias ErrorHandler =
    @convention(c) (
      UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, UnsafeRawPointer?
    ) -> Void

  /// The library of this process, or the reason for which there is none.
  static let shared: Result<ALSALibrary, DeviceError> = {
    do throws(DeviceError) { return .success(try ALSALibrary()) } catch { return .failure(error) }
  }()

  private init() throws(DeviceError) {
    #if canImport(Darwin)
      throw .libraryMissing
    #else
      guard let library = SharedLibrary(["libasound.so.2"]) else { throw .libraryMissing }
      let symbols = Symbols(library: library)
      unsafe open = try symbols.find("snd_pcm_open")
      unsafe close = try symbols.find("snd_pcm_close")
      unsafe prepare = try symbols.find("snd_pcm_prepare")
      unsafe start = try symbols.find("snd_pcm_start")
      unsafe drop = try symbols.find("snd_pcm_drop")
      unsafe resume = try symbols.find("snd_pcm_resume")
      unsafe state = try symbols.find("snd_pcm_state")
      unsafe available = try symbols.find("snd_pcm_avail_update")
      unsafe delay = try symbols.find("snd_pcm_delay")
      unsafe wait = try symbols.find("snd_pcm_wait")
      unsafe write = try symbols.find("snd_pcm_writei")
      unsafe read = try symbols.find("snd_pcm_readi")
      unsafe makeHardware = try symbols.find("snd_pcm_hw_params_malloc")
      unsafe makeSoftware = try symbols.find("snd_pcm_sw_params_malloc")
      unsafe freeHardware = try symbols.find("snd_pcm_hw_params_free")
      unsafe freeSoftware = try symbols.find("snd_pcm_sw_params_free")
      unsafe anyHardware = try symbols.find("snd_pcm_hw_params_any")
      unsafe setHardware = try symbols.find("snd_pcm_hw_params")
      unsafe currentSoftware = try symbols.find("snd_pcm_sw_params_current")
      unsafe setSoftware = try symbols.find("snd_pcm_sw_params")
      unsafe setAccess = try symbols.find("snd_pcm_hw_params_set_access")
      unsafe setFormat = try symbols.find("snd_pcm_hw_params_set_format")
      unsafe testFormat = try symbols.find("snd_pcm_hw_params_test_format")
      unsafe setResampling = try symbols.find("snd_pcm_hw_params_set_rate_resample")
      unsafe testChannels = try symbols.find("snd_pcm_hw_params_test_channels")
      unsafe setChannelsNear = try symbols.find("snd_pcm_hw_params_set_channels_near")
      unsafe setRateNear = try symbols.find("snd_pcm_hw_params_set_rate_near")
      unsafe setPeriodNear = try symbols.find("snd_pcm_hw_params_set_period_size_near")
      unsafe setBufferNear = try symbols.find("snd_pcm_hw_params_set_buffer_size_near")
      unsafe getChannels = try symbols.find("snd_pcm_hw_params_get_channels")
      unsafe getRate = try symbols.find("snd_pcm_hw_params_get_rate")
      unsafe getPeriod = try symbols.find("snd_pcm_hw_params_get_period_size")
      unsafe getBuffer = try symbols.find("snd_pcm_hw_params_get_buffer_size")
      unsafe setStartThreshold = try symbols.find("snd_pcm_sw_params_set_start_threshold")
      unsafe setAvailableMinimum = try symbols.find("snd_pcm_sw_params_set_avail_min")
      unsafe listHints = try symbols.find("snd_device_name_hint")
      unsafe freeHints = try symbols.find("snd_device_name_free_hint")
      unsafe hintText = try symbols.find("snd_device_name_get_hint")
      unsafe setLocalHandler = try? symbols.find("snd_lib_error_set_local")
    #endif
  }

  /// The symbols of a loaded library.
  private struct Symbols {
    let library: SharedLibrary

    /// Finds a function; its type is the caller's to know.
    func find<Function>(_ name: String) throws(DeviceError) -> Function {
      guard let function: Function = library.function(name) else { throw .libraryFunction(name) }
      return function
    }
  }

  private static let ignore: ErrorHandler = { _, _, _, _, _, _ in }

  /// Keeps the calling thread's complaints from standard error, for good.
  func silence() { _ = unsafe setLocalHandler?(Self.ignore) }

  /// Runs calls without their error messages on standard error. Only the calling thread is silenced, and only during
  /// the calls: a program that uses libasound itself keeps its own messages. The buffering of standard error stays
  /// unchanged, whatever plug-ins do.
  func silently<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let previous = unsafe setLocalHandler?(Self.ignore)
    defer { _ = unsafe setLocalHandler?(previous ?? nil) }
    guard let buffering = StandardErrorBuffering.shared else { return try body() }
    return try buffering.keepingStandardError(body)
  }
}
