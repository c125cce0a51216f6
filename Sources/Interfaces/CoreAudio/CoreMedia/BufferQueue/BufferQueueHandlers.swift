public import CCoreMedia

extension CMBufferQueue {
  /// The functions with which a queue queries its buffers.
  public struct Handlers {
    let functions: BufferFunctions

    /// The decode time stamp of a buffer.
    public var getDecodeTimeStamp: CMBufferGetTimeHandler? { functions.decodeTimeStamp }
    /// The presentation time stamp of a buffer.
    public var getPresentationTimeStamp: CMBufferGetTimeHandler? { functions.presentationTimeStamp }
    /// The duration of a buffer.
    public var getDuration: CMBufferGetTimeHandler { functions.duration }
    /// Returns true if a buffer's data are ready; without this function, all data are ready.
    public var isDataReady: CMBufferGetBooleanHandler? { functions.isDataReady }
    /// Compares two buffers; without this function, buffers are dequeued in order of arrival.
    public var compare: CMBufferCompareHandler? { functions.compare }
    /// The notification that a buffer posts when its data become ready.
    public var dataBecameReadyNotification: String? { functions.dataBecameReadyNotification }
    /// The bytes of a buffer.
    public var getSize: CMBufferGetSizeHandler? { functions.byteCount }

    /// Collects the functions of a queue.
    public struct Builder {
      fileprivate var functions: BufferFunctions

      /// The notification that a buffer posts when its data become ready.
      public var dataBecameReadyNotification: String? {
        get { functions.dataBecameReadyNotification }
        set { functions.dataBecameReadyNotification = newValue }
      }
      /// Sets the function that returns a decode time stamp.
      public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        functions.decodeTimeStamp = body
      }
      /// Sets the function that returns a presentation time stamp.
      public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        functions.presentationTimeStamp = body
      }
      /// Sets the function that returns a duration; without it, buffers have none.
      public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { functions.duration = body }
      /// Sets the function that returns true if a buffer's data is ready.
      public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { functions.isDataReady = body }
      /// Sets the function that compares buffers.
      public mutating func compare(_ body: @escaping CMBufferCompareHandler) { functions.compare = body }
      /// Sets the function that returns the number of bytes of a buffer.
      public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { functions.byteCount = body }
    }

    init(_ functions: BufferFunctions) { self.functions = functions }

    /// Creates the functions that a closure sets.
    public init(withHandlers body: (inout Builder) -> Void) {
      var builder = Builder(functions: BufferFunctions { _ in .invalid })
      body(&builder)
      functions = builder.functions
    }

    /// Returns the functions with those replaced that a closure sets.
    public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
      var builder = Builder(functions: functions)
      body(&builder)
      return Handlers(builder.functions)
    }

    /// The functions for sample buffers dequeued in order of arrival.
    public static var unsortedSampleBuffers: Handlers { Handlers(callbacksAt: SampleBufferCallbacks.unsorted) }
    /// The functions for sample buffers dequeued in order of presentation.
    public static var outputPTSSortedSampleBuffers: Handlers {
      Handlers(callbacksAt: SampleBufferCallbacks.sortedByOutputPTS)
    }

    private init(callbacksAt address: UInt) {
      do throws(Failure) {
        functions = try unsafe BufferFunctions(callbacks: UnsafeRawPointer(bitPattern: address))
      } catch {
        preconditionFailure("the functions of sample buffers are complete")
      }
    }
  }
}
