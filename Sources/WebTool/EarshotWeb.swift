import Console
import Platform
import WebBridge

/// The command line, `earshot-web`: the bridge from an appliance's socket to browsers.
@main
enum EarshotWeb: BridgeCommand {
    static let name: StaticString = "web"

    static let help = """
        earshot-web [--config FILE] [--check] [--log-level LEVEL]

          --config FILE       who is served, and what is told (\(standardFile) if not given)
          --check             read that file critically, say who is served what, and end
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error; notice if not given
          --version           say which version this is

        Serves a page that shows what the appliance on this machine hears and does, and a script with which a page of your own
        takes dictated text into its form. Only this machine is served unless the configuration says otherwise. It gets no sound,
        and reaches no microphone and no pin; what pages may ask for is up to its configuration and the appliance's. The
        appliance may come and go: it is waited for.

        Status: 0 after Ctrl-C or SIGTERM, 64 the command line is wrong, 69 the port is taken, or something else of this machine
        is missing, 78 the configuration has mistakes, or cannot be read.
        """

    static func prepare(_ file: String, _ arguments: Arguments) throws -> PreparedBridge {
        let socket = try WebProgram.takeSocket()
        let configuration = try WebConfiguration.load(
            file, listeningAt: socket.flatMap(SocketPlace.init(of:)))
        var considerations = configuration.considerations
        if socket == nil, let unit = SocketUnit.installed {
            considerations.append(
                "this is of a start by hand; the service listens where \(unit) says: 'systemctl cat \(unit)'")
        }
        return PreparedBridge(summary: configuration.summary, considerations: considerations) { ending in
            var program = try WebProgram(configuration, socket: socket)
            program.run(until: ending)
            return .success
        }
    }
}

/// The unit by which systemd listens for the service.
private enum SocketUnit {
    private static let name = "earshot-web.socket"
    private static let folders = [
        "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    ]

    /// Nil where there is none on this machine.
    static var installed: String? {
        folders.contains { SystemFiles.exists("\($0)/\(name)") } ? name : nil
    }
}
