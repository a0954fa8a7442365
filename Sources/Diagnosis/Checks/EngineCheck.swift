import Appliance
import Glibc
import Models
import Platform
import Wyoming

/// Whether the recognizer of one's own answers, and knows the language and the model that it is asked for.
///
/// It is asked what it is, and gets no sound.
package struct EngineCheck: HealthCheck {
    package let subject = "engine"
    private let dictation: DictationOptions
    private let locale: LocaleTag?
    private let limit: Duration

    /// - Parameters:
    ///   - dictation: As it is configured; without an engine there is nothing to look at.
    ///   - locale: The language that is spoken; nil where it is not known.
    ///   - limit: How long the engine may take to answer.
    package init(_ dictation: DictationOptions, in locale: LocaleTag?, within limit: Duration = .seconds(5)) {
        self.dictation = dictation
        self.locale = locale
        self.limit = limit
    }

    package func examine() -> [Finding] {
        guard let address = dictation.engine else { return [] }
        do {
            return [judge(try WyomingInquiry.programs(at: address, within: limit), at: address)]
        } catch {
            return [finding(error)]
        }
    }

    /// What comes of an inquiry that failed.
    func finding(_ error: WyomingError) -> Finding {
        switch error {
        case .away(let address, code: EACCES):
            .warn(
                "\(address) may not be reached by this user, so it was not asked",
                "ask as the service's: 'sudo -u \(ServiceUser.name) earshot doctor'; if that says so, too, let it connect: "
                    + "'sudo adduser \(ServiceUser.name) asr', and restart the service")
        case .away(let address, let code):
            .fail(
                "nobody answers at \(address) (\(WyomingError.reason(code))), so the built-in recognizer does",
                "start the recognizer, 'sudo systemctl enable --now asr', or correct 'engine' under 'dictation:'"
            )
        case .silent(let address, let limit):
            .warn(
                "\(address) does not say what it is within \(limit.seconds.shortText) s",
                "ask again once it has nothing to do; if it still does not, restart it")
        case let error: .fail("\(error)", "the recognizer's own log says more; is it one for speech to text?")
        }
    }

    private func judge(_ programs: [WyomingProgram], at address: WyomingAddress) -> Finding {
        guard !programs.isEmpty else {
            return .fail(
                "\(address) is no recognizer: it turns no speech into text",
                "correct 'engine' under 'dictation:'; servers for voices and wake words have addresses of their own"
            )
        }
        let name = programs.map(\.name).joined(separator: ", ")
        let models = programs.flatMap { $0.models ?? [] }
        // Some tell no models, or take any.
        if let asked = dictation.model, !models.isEmpty, !models.contains(where: { $0.name == asked }) {
            return .warn(
                "\(name) has no model '\(asked)'",
                "write one that it has under 'model': \(models.prefix(6).map(\.name).joined(separator: ", "))"
            )
        }
        let known = models.filter { dictation.model == nil || $0.name == dictation.model }
        let languages = Set(known.flatMap { $0.languages ?? [] }.compactMap { LocaleTag($0)?.language ?? $0 })
        if let language = locale?.language, !languages.isEmpty, !languages.contains(language) {
            return .warn(
                "\(name) does not know '\(language)', which is spoken here",
                "give it a model of that language")
        }
        return .ok("\(name) at \(address)")
    }
}
