import Configuration
import EventSocket

/// Whom a keyboard types for, and how: one YAML file.
///
/// ```yaml
/// user: kiosk       # only while this user's session is on the screen
/// layout: de
/// after: tab        # on to the next field
/// ```
package struct KeyboardConfiguration: Sendable, Hashable {
    /// What is pressed after each dictated text.
    package enum Ending: String, Sendable, CaseIterable, SettingValue {
        case space, tab
        case enter = "return"
        case nothing
    }

    /// Into whose session is typed, and no other's.
    package var user: String
    /// Where the appliance listens.
    package var socket = SocketClient.standardPath
    /// As in /etc/default/keyboard: `de`.
    package var layout = "us"
    package var variant = ""
    /// How characters are typed for which the layout has no key.
    package var unicode = UnicodeEntry.off
    /// What is pressed after each text.
    package var after = Ending.space
    /// Whether a line break in a text is the Return key.
    package var returns = false
    /// Between a key's going down and up, and up and the next one's going down.
    package var pace = Duration.milliseconds(4)

    /// With what is usual for the rest.
    package init(user: String) { self.user = user }

    /// What would be done, for whoever checks it.
    package var summary: String {
        let keys = variant.isEmpty ? layout : "\(layout), \(variant)"
        let ending = after == .nothing ? "" : ", and \(after.rawValue) after each"
        return """
            Types what is dictated at \(socket)
            into the session of user '\(user)', while that is on the screen and not locked;
            keyboard layout \(keys); other characters: \(unicode.rawValue); \
            line breaks as \(returns ? "the Return key" : "spaces")\(ending).
            """
    }
}
