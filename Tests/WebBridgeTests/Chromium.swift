import Foundation
import Glibc
import TestSupport

/// Debian's Chromium without a window, asked over a pair of pipes (the DevTools protocol, a message of JSON and a zero byte each).
final class Chromium {
    static let path = "/usr/bin/chromium"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let folder = TemporaryFolder()
    private let program: RunningProgram
    private let toBrowser: Int32
    private let fromBrowser: Int32
    private var input = Data()
    private var newest = 0

    init() throws {
        mkfifo(folder.path("in"), 0o600)
        mkfifo(folder.path("out"), 0o600)
        // It reads descriptor 3 and writes 4. Root has no sandbox there, and a container little shared memory.
        program = try RunningProgram(
            "sh",
            [
                "-c",
                #"exec "$0" "$@" 3<"$IN" 4>"$OUT""#.replacingOccurrences(of: "$IN", with: folder.path("in"))
                    .replacingOccurrences(of: "$OUT", with: folder.path("out")),
                Self.path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
                "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                "--disable-background-networking",
                "--user-data-dir=\(folder.path("profile"))", "about:blank",
            ])
        toBrowser = Glibc.open(folder.path("in"), O_WRONLY | O_CLOEXEC)
        fromBrowser = Glibc.open(folder.path("out"), O_RDONLY | O_CLOEXEC)
    }

    deinit {
        close(toBrowser)
        close(fromBrowser)
    }

    /// Asks for something of the protocol, and waits for its result.
    @discardableResult
    func ask(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws -> [String:
        Any]
    {
        newest += 1
        var message: [String: Any] = ["id": newest, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
        let count = bytes.withUnsafeBytes { write(toBrowser, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Failure(description: "Chromium has gone: \(program.text)") }
        while true {
            let answer = try read()
            guard answer["id"] as? Int == newest else { continue }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func read() throws -> [String: Any] {
        while true {
            if let end = input.firstIndex(of: 0) {
                defer { input = Data(input[(end + 1)...]) }
                return try JSONSerialization.jsonObject(with: input[..<end]) as? [String: Any] ?? [:]
            }
            var item = pollfd(fd: fromBrowser, events: Int16(POLLIN), revents: 0)
            guard poll(&item, 1, 300_000) > 0 else {
                throw Failure(description: "Chromium is silent: \(program.text)")
            }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(fromBrowser, &bytes, bytes.count)
            guard count > 0 else { throw Failure(description: "Chromium has ended: \(program.text)") }
            input += bytes[..<count]
        }
    }

    /// Opens a page, and waits until it is there.
    func open(_ address: String, _ look: Page.Look = Page.Look()) throws -> Page {
        let target = try ask("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        let session =
            try ask("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
            ?? ""
        let page = Page(self, target: target, session: session)
        try page.begin(address, look)
        return page
    }
}

/// A page in a tab.
final class Page {
    /// How somebody looks at it.
    struct Look {
        var width = 900
        var height = 700
        /// How many pixels a pixel of style sheets has: 4 is zoomed to 400 %.
        var zoom = 1.0
        var isDark = false
    }

    private let browser: Chromium
    private let target: String
    private let session: String

    init(_ browser: Chromium, target: String, session: String) {
        self.browser = browser
        self.target = target
        self.session = session
    }

    func begin(_ address: String, _ look: Look) throws {
        try ask("Page.enable")
        try ask(
            "Emulation.setDeviceMetricsOverride",
            ["width": look.width, "height": look.height, "deviceScaleFactor": look.zoom, "mobile": false])
        try ask(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
        try ask(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                window.mistakes = [];
                document.addEventListener('securitypolicyviolation', (e) => window.mistakes.push(e.violatedDirective));
                window.addEventListener('error', (e) => window.mistakes.push(e.message));
                """
            ])
        try ask("Page.navigate", ["url": address])
        try wait(until: "document.readyState === 'complete' && location.href !== 'about:blank'")
    }

    @discardableResult
    func ask(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try browser.ask(method, parameters, session: session)
    }

    /// The value of an expression, or of what it promises.
    @discardableResult
    func value(_ expression: String) throws -> Any? {
        let answer = try ask(
            "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        if let details = answer["exceptionDetails"] {
            throw Chromium.Failure(description: "\(expression): \(details)")
        }
        return (answer["result"] as? [String: Any])?["value"]
    }

    func text(_ expression: String) throws -> String { try value(expression) as? String ?? "" }

    func wait(until condition: String, within limit: Duration = .seconds(300)) throws {
        let end = ContinuousClock.now + limit
        while try value("Boolean(\(condition))") as? Bool != true {
            guard ContinuousClock.now < end else {
                throw Chromium.Failure(
                    description: "never: \(condition); the page has: \(try text("document.body.innerText"))")
            }
            usleep(20_000)
        }
    }

    enum Mouse: String { case down = "mousePressed", up = "mouseReleased" }

    func mouse(_ action: Mouse, at selector: String) throws {
        let point =
            try value(
                """
                (() => { const e = document.querySelector('\(selector)'); e.scrollIntoView({block: 'center'});
                  const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()
                """) as? [Double] ?? [0, 0]
        try ask(
            "Input.dispatchMouseEvent",
            ["type": action.rawValue, "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
    }

    enum Key: String { case down = "rawKeyDown", up = "keyUp" }

    /// `Tab`, `Enter`, or a space.
    func key(_ action: Key, _ name: String) throws {
        let code = [" ": 32, "Tab": 9, "Enter": 13][name] ?? 0
        let key: [String: Any] = [
            "key": name, "code": name == " " ? "Space" : name, "windowsVirtualKeyCode": code,
        ]
        func tell(_ more: [String: Any]) throws {
            try ask("Input.dispatchKeyEvent", key.merging(more) { $1 })
        }
        try tell(["type": action.rawValue])
        // A field sends its form by the character, not by the key.
        if action == .down, name == "Enter" { try tell(["type": "char", "text": "\r"]) }
    }

    func close() throws { try browser.ask("Target.closeTarget", ["targetId": target]) }

    /// Keeps a picture of it where `EARSHOT_SCREENSHOTS` says, a folder; else does nothing.
    func picture(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["EARSHOT_SCREENSHOTS"], !folder.isEmpty else {
            return
        }
        let data = try ask("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
        try Data(base64Encoded: data)?.write(to: URL(fileURLWithPath: folder + "/" + name))
    }
}
