import Foundation
import TestSupport
import Testing

/// A recording of a real person, of Debian's package pocketsphinx-testdata.
enum Recording {
    /// Somebody who says so, and a second of silence.
    static var goForwardTenMeters: Data {
        get throws {
            try Data(contentsOf: URL(fileURLWithPath: "/usr/share/pocketsphinx/test/data/goforward.raw"))
                + Data(count: 32_000)
        }
    }

    /// What an appliance writes when more than half of it was heard.
    static let mostOfIt = #""event":"partial","t":(1\.[7-9]|[2-9]\.)"#

    /// The text that an appliance made of what it heard, which is what pages are to have.
    ///
    /// - Parameter start: so many lines that it wrote before are left out.
    static func finalText(of appliance: RunningProgram, after start: Int = 0) throws -> String {
        struct Event: Decodable { var text: String }
        let line = try appliance.writes(#""event":"final""#, after: start, within: .seconds(300))
        return try JSONDecoder().decode(Event.self, from: Data(line.utf8)).text
    }
}
