import Foundation

/// The programs as they were built, which lie beside the test bundle.
public enum BuiltProgram {
    public static let earshot = path("earshot")
    public static let mqttBridge = path("earshot-mqtt")
    public static let keyboardBridge = path("earshot-keyboard")
    public static let webBridge = path("earshot-web")

    public static func path(_ name: String) -> String {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
            folder.deleteLastPathComponent()
        }
        return ProjectFolder.path(".build/debug/" + name)
    }
}
