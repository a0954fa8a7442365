import Glibc

/// Runs `body` on a thread of its own; `wait` ends with it.
public struct Worker: ~Copyable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    public init(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument)
        precondition(code == 0, "no thread")
    }

    public consuming func wait() { pthread_join(thread, nil) }
}
