import Commands
import Settings

/// A command as it is configured: what it does when it was said, and how much proof that takes.
public struct CommandOptions: Sendable, Hashable {
    public var name: String
    /// What it does, in order; empty for a command that is only an event.
    public var steps: [OutputStep]
    public var trust: Trust
    public var confirm: Confirm
    /// The question that is asked; nil is the words that were heard.
    public var sayBack: SayBack?

    public init(
        name: String, steps: [OutputStep] = [], trust: Trust = .normal, confirm: Confirm = .none,
        sayBack: SayBack? = nil
    ) {
        self.name = name
        self.steps = steps
        self.trust = trust
        self.confirm = confirm
        self.sayBack = sayBack
    }

    /// Reads the command `name`; `say:` is the grammar's affair.
    init(name: String, _ node: Node, _ complaints: Complaints) {
        let reader = MapReader(node, complaints)
        _ = reader.requiredNode("say")
        steps = reader.node("do").map { OutputStep.readAll($0, complaints) } ?? []
        trust = reader.optional("trust", Trust.self) ?? .normal
        confirm = reader.optional("confirm", Confirm.self) ?? .none
        sayBack = reader.optional("say_back", String.self).map(SayBack.init)
        self.name = name
        reader.finish()
    }
}

extension Trust.Name: SettingValue {}
