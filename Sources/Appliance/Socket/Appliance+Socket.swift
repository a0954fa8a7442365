import Platform

/// Where programs are told what happens.
extension Appliance {
    /// Without it the appliance works as well, so that is no reason not to.
    func openSocket() {
        guard options.opensSocket, let path = configuration.socket.location else { return }
        do throws(ApplianceError) {
            let server = try EventServer(at: path)
            reporter.server = (server, tellsWords: configuration.socket.tellsWords)
            self.server = server
            if socketRetry != nil { Log.notice("programs are told at '\(path)' from now on", from: "socket") }
            socketRetry = nil
        } catch {
            if socketRetry == nil { emit(.warning("\(error)")) }
            socketRetry = clock.steady + .seconds(30)
        }
    }

    /// Another program that has the socket may end, and the bridges would stay away for as long as this runs.
    func retrySocket() {
        if let socketRetry, socketRetry <= clock.steady { openSocket() }
    }
}
