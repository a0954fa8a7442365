import EventSocket

/// What a request came to: one line of JSON.
struct SocketReply: Encodable {
    private enum CodingKeys: String, CodingKey { case v, reply, id, ok, error, status }

    var v = ApplianceEvent.formatVersion
    /// The name of the request, where it had one.
    var reply: String?
    var id: SocketRequest.Identifier?
    var ok: Bool
    /// Why it was not done.
    var error: String?
    /// What was asked for.
    var status: ApplianceStatus?

    init(to request: SocketRequest, refusal: String? = nil, status: ApplianceStatus? = nil) {
        reply = request.name
        id = request.id
        ok = refusal == nil
        error = refusal
        self.status = status
    }

    init(to mistake: SocketRequest.Mistake) {
        reply = mistake.name
        id = mistake.id
        ok = false
        error = mistake.text
    }

    /// A line to a program that asked for nothing: it is not listened to any more.
    init(goodbye: String) {
        ok = false
        error = goodbye
    }

    /// The reply as one line of JSON, without its line break.
    var json: String { jsonLine(self) }
}
