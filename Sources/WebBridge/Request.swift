import CMicrohttpd
import EventSocket
import Glibc

/// A request as libmicrohttpd has it, and how it is answered. Valid while libmicrohttpd calls.
struct Request {
    /// What may be done at paths that are no files.
    static let methods = ["/events": "GET", "/status": "GET", "/request": "POST"]

    let connection: OpaquePointer
    let path: String
    let method: String

    init(_ connection: OpaquePointer, _ path: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>) {
        self.connection = connection
        self.path = String(cString: path)
        self.method = String(cString: method)
    }

    /// The value of a header; nil where there is none of that name.
    subscript(header: String) -> String? {
        cmicrohttpd_header(connection, header).map { String(cString: $0) }
    }

    var headers: RequestGuard.Headers {
        RequestGuard.Headers(
            host: self["Host"], origin: self["Origin"], fetchSite: self["Sec-Fetch-Site"])
    }
}

// MARK: - Answers

extension Request {
    /// With JSON.
    func respond(_ status: UInt32, _ json: String, reader: RequestGuard.Verdict = .own) -> MHD_Result {
        let response = Self.response(Array(json.utf8), "application/json")
        Self.add("Cache-Control", "no-store", to: response)
        Self.permit(reader, response)
        return queue(status, response)
    }

    /// With the reason for which nothing was done.
    func respond(
        refusing status: UInt32, _ reason: String, reader: RequestGuard.Verdict = .own, allow: String? = nil
    ) -> MHD_Result {
        let json = Bridge.Answer.refused(status, reason).json
        let response = Self.response(Array((json + "\n").utf8), "application/json")
        if let allow { Self.add("Allow", allow, to: response) }
        Self.permit(reader, response)
        return queue(status, response)
    }

    func respond(with file: PageFile) -> MHD_Result {
        let response = Self.response(file.bytes, file.type)
        Self.add("Cache-Control", "no-cache", to: response)
        // Pages from elsewhere may load the script, which has no secret.
        Self.add(
            "Cross-Origin-Resource-Policy", file.isForOthers ? "cross-origin" : "same-origin", to: response)
        return queue(200, response)
    }

    /// With events, until the stream or the page ends.
    func respond(with stream: EventStream, reader: RequestGuard.Verdict) -> MHD_Result {
        let response = MHD_create_response_from_callback(
            .max, 4096,
            { context, _, buffer, size in
                Unmanaged<EventStream>.fromOpaque(context!).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            }, Unmanaged.passRetained(stream).toOpaque(),
            { Unmanaged<EventStream>.fromOpaque($0!).release() })!
        Self.add("Content-Type", "text/event-stream; charset=utf-8", to: response)
        Self.add("Cache-Control", "no-store", to: response)
        // nginx would keep events back until it has some kilobytes of them.
        Self.add("X-Accel-Buffering", "no", to: response)
        Self.permit(reader, response)
        return queue(200, response)
    }

    /// To the question of a browser whether a page from elsewhere may ask at all.
    func respondToPreflight(reader: RequestGuard.Verdict) -> MHD_Result {
        let response = Self.response([], "text/plain")
        Self.permit(reader, response)
        if case .foreign = reader {
            Self.add("Access-Control-Allow-Methods", "GET, POST", to: response)
            Self.add("Access-Control-Allow-Headers", "content-type", to: response)
            if self["Access-Control-Request-Private-Network"] != nil {
                Self.add("Access-Control-Allow-Private-Network", "true", to: response)
            }
        }
        return queue(204, response)
    }

    private static func response(_ bytes: [UInt8], _ type: String) -> OpaquePointer {
        let response = cmicrohttpd_response(bytes, bytes.count)!
        add("Content-Type", "\(type); charset=utf-8", to: response)
        return response
    }

    /// Tells the browser which page may read the answer.
    private static func permit(_ reader: RequestGuard.Verdict, _ response: OpaquePointer) {
        add("Vary", "Origin, Sec-Fetch-Site", to: response)
        if case .foreign(let origin) = reader {
            add("Access-Control-Allow-Origin", origin, to: response)
        } else {
            add("Cross-Origin-Resource-Policy", "same-origin", to: response)
        }
    }

    private static func add(_ name: String, _ value: String, to response: OpaquePointer) {
        MHD_add_response_header(response, name, value)
    }

    /// Nothing from elsewhere, no script in the text, no frame around it.
    private static let always = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
    ]

    private func queue(_ status: UInt32, _ response: OpaquePointer) -> MHD_Result {
        for (name, value) in Self.always { Self.add(name, value, to: response) }
        defer { MHD_destroy_response(response) }
        return MHD_queue_response(connection, status, response)
    }
}
