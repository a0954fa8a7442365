// swift-tools-version: 6.0
import PackageDescription

/// Rival rings are built only when asked for (`make bench`), so that nobody else needs their packages.
let withRivals = Context.environment["EARSHOT_RIVALS"] != nil

let package = Package(
    name: "earshot",
    products: [
        .library(name: "Earshot", targets: ["Earshot"]),
        .executable(name: "earshot", targets: ["EarshotTool"]),
    ],
    targets: withAllBelow(systemLibraries + modules + programs + tests),
    swiftLanguageModes: [.v6]
)

// MARK: - C libraries, each a Debian package

var systemLibraries: [Target] {
    [
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSpeexDSP", pkgConfig: "speexdsp", providers: [.apt(["libspeexdsp-dev"])]),
        .systemLibrary(
            name: "CPocketSphinx", pkgConfig: "pocketsphinx", providers: [.apt(["libpocketsphinx-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CFlite", providers: [.apt(["flite1-dev"])]),
    ]
}

// MARK: - Modules; imports point upwards in this list only

var modules: [Target] {
    [
        .target(name: "CLinux"),
        .target(name: "CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "Ring", dependencies: ["CLinux"]),
        .target(name: "CMeasure"),
        .target(name: "RingSoak", dependencies: ["Ring"]),
        .target(name: "Journal", dependencies: ["CLinux"]),
        .target(name: "Settings", dependencies: ["CYAML"]),
        .target(name: "Flite", dependencies: ["CFlite"]),
        .target(
            name: "Capture", dependencies: ["Ring", "Journal", "CLinux", "CALSA", "CSndFile", "CSpeexDSP"]),
        .target(name: "Language", dependencies: ["Settings", "Journal", "Flite"]),
        .target(
            name: "Recognition",
            dependencies: ["Capture", "Language", "Settings", "Journal", "CLinux", "CPocketSphinx"]),
        .target(name: "Commands", dependencies: ["Recognition", "Language", "Settings"]),
        .target(name: "Voice", dependencies: ["Journal", "CALSA", "Flite"]),
        .target(name: "Board", dependencies: ["Settings", "Journal", "CLinux", "CGPIO"]),
        .target(
            name: "Station",
            dependencies: [
                "Commands", "Capture", "Board", "Voice", "Settings", "Journal", "CLinux", "CSystemd",
            ]),
        .target(
            name: "Evaluation",
            dependencies: [
                "Station", "Commands", "Recognition", "Board", "Capture", "Language", "Settings", "Journal",
                "CLinux",
            ]),
        .target(
            name: "Earshot",
            // Ring and Voice, so that a package with modules of these names can give ours others (`moduleAliases`).
            dependencies: [
                "Capture", "Language", "Recognition", "Commands", "Board", "Station", "Evaluation", "Ring",
                "Voice",
            ]),
    ]
}

// MARK: - Programs

var programs: [Target] {
    [
        .executableTarget(name: "EarshotTool", dependencies: ["Earshot", "Journal", "Settings"]),
        .executableTarget(
            name: "CaptureBench", dependencies: ["Capture", "Recognition", "Journal", "CMeasure"]),
        .executableTarget(
            name: "RingBench",
            dependencies: ["Ring", "RingSoak", "CLinux", "CMeasure"] + (withRivals ? ["CRivals"] : []),
            swiftSettings: withRivals ? [.define("EARSHOT_RIVALS")] : []),
    ] + examples + (withRivals ? rivals : [])
}

/// The flows that users of the Speech framework write, a file each.
var examples: [Target] {
    ["TapToTalk", "HotWord", "VoiceSearch", "RecordedSpeech", "WordEffects"].map {
        .executableTarget(name: $0, dependencies: ["Earshot"], path: "Sources/Examples/\($0)")
    }
}

/// Needs libboost-dev, libjack-jackd2-dev, libspa-0.2-dev, libreaderwriterqueue-dev and portaudio19-dev.
var rivals: [Target] {
    [
        .target(
            name: "CRivals", dependencies: ["CMeasure"],
            cSettings: [.unsafeFlags(["-I/usr/include/spa-0.2"])],
            linkerSettings: [.linkedLibrary("jack"), .linkedLibrary(":libportaudio.a")])
    ]
}

// MARK: - Tests

var tests: [Target] {
    [
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .executableTarget(name: "TapToTalkPort", dependencies: ["Earshot"], path: "Tests/TapToTalkPort"),
        .testTarget(name: "JournalTests", dependencies: ["Journal"]),
        .testTarget(name: "RingTests", dependencies: ["Ring", "RingSoak", "CMeasure"]),
        .testTarget(name: "SettingsTests", dependencies: ["Settings", "TestSupport"]),
        .testTarget(
            name: "CaptureTests",
            dependencies: ["Capture", "Ring", "Journal", "CMeasure", "CSndFile", "TestSupport"]),
        .testTarget(name: "LanguageTests", dependencies: ["Language", "TestSupport"]),
        .testTarget(name: "RecognitionTests", dependencies: ["Recognition", "Voice", "TestSupport"]),
        .testTarget(name: "CommandsTests", dependencies: ["Commands"]),
        .testTarget(name: "BoardTests", dependencies: ["Board", "TestSupport"]),
        .testTarget(name: "VoiceTests", dependencies: ["Voice", "Language", "TestSupport"]),
        .testTarget(name: "StationTests", dependencies: ["Station", "Voice", "TestSupport"]),
        .testTarget(name: "EvaluationTests", dependencies: ["Evaluation", "TestSupport"]),
        .testTarget(name: "ExamplesTests", dependencies: ["CSndFile", "TestSupport"]),
        .testTarget(name: "EarshotToolTests", dependencies: ["TestSupport"]),
    ]
}

// MARK: - What is compiled again

/// Lets each target name all that it is built on, not the nearest modules only.
///
/// A target is compiled again when a module that it names has changed, not when one behind that has. One that still counted
/// on the old layout of a struct further down crashed: after a stored property more in Language, `make build` left Station
/// as it was, and `earshot check` ended with a segmentation fault.
///
/// - Parameter targets: each after those that it names.
func withAllBelow(_ targets: [Target]) -> [Target] {
    var below: [String: Set<String>] = [:]
    for target in targets {
        var names: Set<String> = []
        for case .byNameItem(let name, _) in target.dependencies {
            names.formUnion(below[name, default: []].union([name]))
        }
        below[target.name] = names
        target.dependencies = names.sorted().map { .byName(name: $0) }
    }
    return targets
}
