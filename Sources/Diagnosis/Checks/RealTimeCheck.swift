import Glibc
import Platform

/// Whether the thread that reads the microphone may go before others.
package struct RealTimeCheck: HealthCheck {
    package let subject = "real time"
    private let serviceHasIt: Bool?
    private let mayHaveIt: Bool

    /// - Parameters:
    ///   - serviceHasIt: whether a running service's capture thread does; nil where none runs, or it cannot be known.
    ///   - mayHaveIt: whether this user's may.
    package init(serviceHasIt: Bool?, mayHaveIt: Bool = Self.mayHaveIt) {
        self.serviceHasIt = serviceHasIt
        self.mayHaveIt = mayHaveIt
    }

    package func examine() -> [Finding] {
        switch (serviceHasIt, mayHaveIt) {
        case (true?, _): [.ok("the service's capture thread goes before others")]
        case (false?, _):
            [
                .warn(
                    "the service's capture thread does not go before others, so sound may be lost under load",
                    "look for 'LimitRTPRIO' in 'systemctl cat earshot'; containers may forbid it")
            ]
        case (nil, true): [.ok("this user may have it")]
        case (nil, false):
            [
                .warn(
                    "this user may not have it, so sound may be lost under load",
                    "write '@audio - rtprio 95' into /etc/security/limits.d/audio.conf; the service has it by itself"
                )
            ]
        }
    }

    /// Whether this process may.
    package static var mayHaveIt: Bool {
        var limit = rlimit()
        return geteuid() == 0
            || getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit) == 0 && limit.rlim_cur > 0
    }

    /// Whether the capture thread of a process has it; nil if there is none, or it cannot be known.
    package static func captures(inRealTime process: Int, proc: String = "/proc") -> Bool? {
        let folder = "\(proc)/\(process)/task"
        for thread in SystemFiles.names(in: folder) {
            guard let text = SystemFiles.text(of: "\(folder)/\(thread)/stat"),
                let end = text.lastIndex(of: ")"), text[..<end].hasSuffix("(capture")
            else { continue }
            // Behind the name the third field follows; the policy is the forty-first.
            let fields = text[text.index(after: end)...].split(separator: " ")
            return fields.count > 38 ? fields[38] == "1" : nil
        }
        return nil
    }
}
