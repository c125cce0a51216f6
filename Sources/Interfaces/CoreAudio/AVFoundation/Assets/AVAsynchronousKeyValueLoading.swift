public import AVFAudio
public import Foundation

/// How far the loading of a value has come.
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has asked for it.
  case unknown = 0
  /// It is being loaded.
  case loading = 1
  /// It is there.
  case loaded = 2
  /// It cannot be had.
  case failed = 3
  /// It is no longer wanted.
  case cancelled = 4
}

/// A property that can be loaded.
public class AVAnyAsyncProperty: @unchecked Sendable {
  /// The name, as older methods take it.
  let key: String
  init(key: String) { self.key = key }
}

/// A property of a kind of object that can be loaded.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property of a kind of object that can be loaded, with the type of its value: `.duration` of an asset.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// Loads the value, unless it is there.
  let load: @Sendable (Root) throws -> Value

  init(_ key: String, _ load: @escaping @Sendable (Root) throws -> Value) {
    self.load = load
    super.init(key: key)
  }

  /// How far the loading of the property has come.
  public enum Status {
    /// Nobody has asked for it.
    case notYetLoaded
    /// It is being loaded.
    case loading
    /// It is there.
    case loaded(Value)
    /// It cannot be had.
    case failed(NSError)
  }
}

/// What loads its values when they are asked for.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// How far the loading of a value has come, and why it failed.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Loads values on another thread and calls the handler there once they are loaded or have failed.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

/// What those that load are inside: the state that all their values share, for a file is looked at once.
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
      // What goes wrong is told by the status.
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

  /// Loads values and returns once they are loaded or have failed.
  public func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }

  /// Loads a property: `try await asset.load(.duration)`.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value { try property.load(self) }

  /// Loads several properties: `try await asset.load(.duration, .tracks)`.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func load<First, Second, each Value>(
    _ first: AVAsyncProperty<Self, First>, _ second: AVAsyncProperty<Self, Second>,
    _ more: repeat AVAsyncProperty<Self, each Value>
  ) async throws -> (First, Second, repeat each Value) {
    (try first.load(self), try second.load(self), repeat try (each more).load(self))
  }

  /// How far the loading of a property has come, without waiting.
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
