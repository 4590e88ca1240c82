/// How long a connection may take for what, in seconds.
struct HTTPTimes: Sendable {
  /// For a head, from its first byte; for the first one, from accepting the connection.
  var head = 10.0
  /// For a body, from the end of its head.
  var body = 30.0
  /// Until the next request begins.
  var idle = 30.0
  /// For a client to take its reply.
  var sending = 30.0
  /// For a client to close after the last reply.
  var draining = 1.0
  /// For a request to wait, and a moment in which its handler can see that a whole minute is over.
  var parked = 60.05
  /// Without a request, after which a connection gives way to a new one when there are too many. Not at once: the
  /// next request of a busy client may be on its way.
  var patience = 1.0
  /// Without accepting after the process has run out of descriptors.
  var pause = 0.1
  /// For requests on their way once the listener is told to end.
  var farewell = 1.0
}
