import Foundation

/// Runs what blocks for long on a thread of its own.
///
/// The threads on which tests run are as few as the processors, and are those of every asynchronous
/// task: two tests that block them keep the others' tasks from running at all.
///
/// - Parameter body: What blocks; it checks nothing itself, because a check belongs to a test.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func offPool<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
