public import CCoreMedia

extension CMBufferQueue {
  /// How a queue learns about its buffers.
  public struct Handlers {
    let functions: BufferFunctions

    /// The decode time stamp of a buffer.
    public var getDecodeTimeStamp: CMBufferGetTimeHandler? { functions.decodeTimeStamp }
    /// The presentation time stamp of a buffer.
    public var getPresentationTimeStamp: CMBufferGetTimeHandler? { functions.presentationTimeStamp }
    /// The duration of a buffer.
    public var getDuration: CMBufferGetTimeHandler { functions.duration }
    /// Whether a buffer has its data: all have where this is `nil`.
    public var isDataReady: CMBufferGetBooleanHandler? { functions.isDataReady }
    /// Which of two buffers leaves first: they leave as they came where this is `nil`.
    public var compare: CMBufferCompareHandler? { functions.compare }
    /// The notification that a buffer sends when it gets its data.
    public var dataBecameReadyNotification: String? { functions.dataBecameReadyNotification }
    /// The bytes of a buffer.
    public var getSize: CMBufferGetSizeHandler? { functions.byteCount }

    /// Collects what a queue is to know.
    public struct Builder {
      fileprivate var functions: BufferFunctions

      /// The notification that a buffer sends when it gets its data.
      public var dataBecameReadyNotification: String? {
        get { functions.dataBecameReadyNotification }
        set { functions.dataBecameReadyNotification = newValue }
      }
      /// How to ask for a decode time stamp.
      public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        functions.decodeTimeStamp = body
      }
      /// How to ask for a presentation time stamp.
      public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        functions.presentationTimeStamp = body
      }
      /// How to ask for a duration. Where nothing is said buffers have none.
      public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { functions.duration = body }
      /// How to ask whether a buffer has its data.
      public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { functions.isDataReady = body }
      /// How to compare buffers.
      public mutating func compare(_ body: @escaping CMBufferCompareHandler) { functions.compare = body }
      /// How to ask for the bytes of a buffer.
      public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { functions.byteCount = body }
    }

    init(_ functions: BufferFunctions) { self.functions = functions }

    /// The functions that a closure sets.
    public init(withHandlers body: (inout Builder) -> Void) {
      var builder = Builder(functions: BufferFunctions { _ in .invalid })
      body(&builder)
      functions = builder.functions
    }

    /// The same functions but for those that a closure sets.
    public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
      var builder = Builder(functions: functions)
      body(&builder)
      return Handlers(builder.functions)
    }

    /// For sample buffers that leave as they came.
    public static var unsortedSampleBuffers: Handlers { Handlers(callbacksAt: SampleBufferCallbacks.unsorted) }
    /// For sample buffers that leave in the order in which they are shown.
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
