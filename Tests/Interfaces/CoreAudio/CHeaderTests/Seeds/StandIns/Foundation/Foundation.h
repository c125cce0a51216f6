// The few names of Foundation and its neighbours that the seeds' Objective-C uses, so that a compiler can check how it
// uses Core Audio and Core Media. Nothing here runs.
#ifndef SEED_FOUNDATION_H
#define SEED_FOUNDATION_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define nil ((void *)0)
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_UNAVAILABLE __attribute__((unavailable))

// CGSize comes with Core Media.
typedef struct { double a, b, c, d, tx, ty; } CGAffineTransform;

__attribute__((objc_root_class))
@interface NSObject
+ (instancetype)new;
+ (Class)class;
- (Class)class;
- (instancetype)init;
@end

@interface NSString : NSObject
@end
@interface NSData : NSObject
@property (readonly) const void *bytes;
@property (readonly) NSUInteger length;
@end
@interface NSMutableData : NSData
- (void)appendBytes:(const void *)bytes length:(NSUInteger)length;
@end
@interface NSError : NSObject
+ (instancetype)errorWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(id)userInfo;
@end
extern NSString *const NSOSStatusErrorDomain;
NSString *NSStringFromClass(Class aClass);

typedef NSObject *dispatch_queue_t;
typedef NSObject *dispatch_source_t;
typedef void (^dispatch_block_t)(void);
#define DISPATCH_QUEUE_SERIAL nil
#define DISPATCH_TIME_NOW 0ull
#define NSEC_PER_SEC 1000000000ull
dispatch_queue_t dispatch_queue_create(const char *label, id attributes);
dispatch_queue_t dispatch_get_main_queue(void);
void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);
void dispatch_source_set_timer(dispatch_source_t source, uint64_t start, uint64_t interval, uint64_t leeway);
void dispatch_source_set_event_handler(dispatch_source_t source, dispatch_block_t handler);
#endif
