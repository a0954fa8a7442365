// swift-tools-version: 6.0
import PackageDescription

// A package that depends on Earshot and has modules with names of Earshot's own. `make check-consumer` builds it with a repository
// of the project that has a tag for its release, and runs it.

/// All modules of Earshot's that are written in Swift, under other names: those of Capture and Models are taken in
/// this package, and the others show that they can be renamed as well.
let renamed = Dictionary(
    uniqueKeysWithValues: [
        "Appliance", "Capture", "Configuration", "Decoding", "EventSocket", "Flite", "GPIO", "Grammar",
        "Interpretation", "Models", "NeuralNetwork", "Platform", "Playback", "Ring", "Service", "Speech",
        "Utterance", "Vocabulary", "Wyoming",
    ].map { ($0, "Ear\($0)") })

/// Beside this folder, if nothing says where else.
let earshot: Package.Dependency =
    if let repository = Context.environment["EARSHOT_REPOSITORY"],
        let release = Context.environment["EARSHOT_RELEASE"].flatMap({ Version($0) })
    {
        .package(url: repository, from: release)
    } else {
        .package(path: "../earshot")
    }

let package = Package(
    name: "consumer",
    dependencies: [earshot],
    targets: [
        .target(name: "Capture"),
        .target(name: "Models"),
        .executableTarget(
            name: "Listener",
            dependencies: [
                "Capture", "Models",
                .product(name: "Earshot", package: "earshot", moduleAliases: renamed),
            ]),
        .executableTarget(
            name: "Machine",
            dependencies: [
                "Models", .product(name: "EarshotAppliance", package: "earshot", moduleAliases: renamed),
            ]),
    ]
)
