/// What recordings are to show of a configuration.
package enum Aspect: Sendable {
    /// What the appliance makes of them.
    case everything
    /// How its commands are judged. A wake phrase is needed only where the label has one before its command, so that other
    /// sound shows what would be done after one; how phrases are heard does not count.
    case commands
    /// How its wake phrases are heard; labels of commands do not count.
    case phrases
}
