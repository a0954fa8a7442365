import Platform

/// Asks a recognizer of this machine what it is, which takes no sound.
///
/// ```swift
/// for program in try WyomingInquiry.programs(at: address) { print(program.name) }
/// ```
package enum WyomingInquiry {
    /// The programs behind an address that turn speech into text; waits for the answer. Any thread.
    ///
    /// - Parameter limit: How long it may take in all.
    /// - Throws: Why there is no answer.
    package static func programs(
        at address: WyomingAddress, within limit: Duration = .seconds(5)
    ) throws(WyomingError) -> [WyomingProgram] {
        let clock = MonotonicClock()
        let end = clock.now + limit
        let connection = try WyomingConnection(to: address, within: limit) { false }
        var outgoing = WyomingOutgoing(since: clock.now)
        var question = WyomingRequest.describe
        outgoing.take(&question, at: clock.now)
        var answer = WyomingAnswer(address)
        while true {
            let now = clock.now
            guard now < end else { throw .silent(address, limit: limit) }
            let bytes: [UInt8]
            do {
                guard let read = try connection.exchange(&outgoing, within: end - now, by: clock)
                else { continue }
                bytes = read
            } catch {
                throw .disconnected(address)
            }
            if let programs = try answer.takeDescription(bytes) { return programs }
            if bytes.isEmpty { throw .disconnected(address) }
        }
    }
}
