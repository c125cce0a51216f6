/// How full a queue is: from 0 to 1.
#define CMSimpleQueueGetFullness(queue)                                                                          \
    (CMSimpleQueueGetCapacity(queue)                                                                             \
         ? (Float32)CMSimpleQueueGetCount(queue) / (Float32)CMSimpleQueueGetCapacity(queue)                      \
         : 0.0f)
