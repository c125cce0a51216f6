public import AVFAudio
public import Foundation

/// The state of loading of a value.
public enum AVKeyValueStatus: Int, Sendable {
  /// The value has not been requested.
  case unknown = 0
  /// The value is being loaded.
  case loading = 1
  /// The value has been loaded.
  case loaded = 2
  /// Loading has failed.
  case failed = 3
  /// Loading was cancelled.
  case cancelled = 4
}

/// A loadable property.
public class AVAnyAsyncProperty: @unchecked Sendable {
  /// The name that older methods use.
  let key: String
  init(key: String) { self.key = key }
}

/// A loadable property of a kind of object.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A loadable property of a type of object, with the type of its value, such as `.duration` of an asset.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// Loads the value, unless it is already loaded.
  let load: @Sendable (Root) throws -> Value

  init(_ key: String, _ load: @escaping @Sendable (Root) throws -> Value) {
    self.load = load
    super.init(key: key)
  }

  /// The state of loading of the property.
  public enum Status {
    /// The value has not been requested.
    case notYetLoaded
    /// The value is being loaded.
    case loading
    /// The value has been loaded.
    case loaded(Value)
    /// Loading has failed.
    case failed(NSError)
  }
}

/// An object that loads its values when they are requested.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// Returns the state of loading of a value, and the reason of a failure.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Loads values on another thread and calls the handler there after they have been loaded or have failed.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

/// The internal state shared by the values of a loading object, so that a file is examined only once.
protocol ContentLoading: AVAsynchronousKeyValueLoading {
  var content: AssetContent? { get }
}

extension ContentLoading {
  var loadingStatus: (status: AVKeyValueStatus, error: AVError?) {
    switch content?.state {
    case .unloaded: (.unknown, nil)
    case .loading: (.loading, nil)
    case .loaded, nil: (.loaded, nil)
    case .failed(let error): (.failed, error)
    }
  }

  func status(_ outError: NSErrorPointer) -> AVKeyValueStatus {
    let (status, error) = loadingStatus
    if let outError = unsafe outError { unsafe outError.pointee = error }
    return status
  }

  func load(then handler: (@Sendable () -> Void)?) {
    let content = content
    DispatchQueue.global().async {
      // Failures are reported by the status.
      _ = try? content?.loaded()
      handler?()
    }
  }
}

extension AVAsynchronousKeyValueLoading {
  /// Loads values on another thread.
  public func loadValuesAsynchronously(forKeys keys: [String]) {
    loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
  }

  /// Loads values, and returns when they are loaded or have failed.
  public func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }

  /// Loads a property: `try await asset.load(.duration)`.
  ///
  /// - Throws: ``AVError`` if the file cannot be read.
  public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value { try property.load(self) }

  /// Loads several properties: `try await asset.load(.duration, .tracks)`.
  ///
  /// - Throws: ``AVError`` if the file cannot be read.
  public func load<First, Second, each Value>(
    _ first: AVAsyncProperty<Self, First>, _ second: AVAsyncProperty<Self, Second>,
    _ more: repeat AVAsyncProperty<Self, each Value>
  ) async throws -> (First, Second, repeat each Value) {
    (try first.load(self), try second.load(self), repeat try (each more).load(self))
  }

  /// Returns the state of loading of a property, without waiting.
  public func status<Value>(of property: AVAsyncProperty<Self, Value>) -> AVAsyncProperty<Self, Value>.Status {
    var failure: NSError?
    switch unsafe statusOfValue(forKey: property.key, error: &failure) {
    case .unknown, .cancelled: return .notYetLoaded
    case .loading: return .loading
    case .failed: return .failed(failure ?? AVError(.unknown))
    case .loaded:
      do { return .loaded(try property.load(self)) } catch { return .failed(error as NSError) }
    }
  }
}
