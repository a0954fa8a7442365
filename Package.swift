// swift-tools-version: 6.0
import PackageDescription

/// Rival rings are built only when asked for (`make bench`), so that nobody else needs their packages.
let withRivals = Context.environment["EARSHOT_RIVALS"] != nil

/// `make check-imports` takes the edges below and no others, and holds imports against them.
let onlyDeclared = Context.environment["EARSHOT_DECLARED_EDGES"] != nil

/// What hears is optimized in the debug builds of `make`, too, so that tests are not busy with it for most of their time. Not for
/// anybody else: no package can be depended on by its version that has flags which the package manager does not know.
let isOptimizedForTests = Context.environment["EARSHOT_OPTIMIZED"] != nil

/// `make build` builds what a board runs, and neither the libraries for other packages nor what shows, measures or tests them.
let onlyPrograms = Context.environment["EARSHOT_PROGRAMS"] != nil

let besides = umbrellas + examples + benchmarks + (withRivals ? rivals : []) + mainQueuePrograms + tests
let declared = systemLibraries + shims + modules + programs + (onlyPrograms ? [] : besides)

let package = Package(
    name: "earshot",
    products: onlyPrograms
        ? []
        : [
            .library(name: "Earshot", targets: ["Earshot"]),
            .library(name: "EarshotFoundation", targets: ["EarshotFoundation"]),
            .library(name: "EarshotAppliance", targets: ["EarshotAppliance"]),
        ],
    targets: onlyDeclared ? declared : withAllBelow(isOptimizedForTests ? optimized(declared) : declared),
    swiftLanguageModes: [.v6]
)

// MARK: - C: system libraries, each a Debian package, and shims

var systemLibraries: [Target] {
    func library(_ name: String, _ pkgConfig: String?, _ package: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
    }
    return [
        library("CALSA", "alsa", "libasound2-dev"),
        library("CSndFile", "sndfile", "libsndfile1-dev"),
        library("CSpeexDSP", "speexdsp", "libspeexdsp-dev"),
        library("CYAML", "yaml-0.1", "libyaml-dev"),
        library("CSystemd", "libsystemd", "libsystemd-dev"),
        library("CMosquitto", "libmosquitto", "libmosquitto-dev"),
        library("CEvdev", "libevdev", "libevdev-dev"),
        library("CXkbcommon", "xkbcommon", "libxkbcommon-dev"),
        library("CMicrohttpd", "libmicrohttpd", "libmicrohttpd-dev"),
        library("CFlite", nil, "flite1-dev"),
        library("CKissFFT", nil, "libkissfft-dev"),
    ]
}

var shims: [Target] {
    [
        .target(name: "CLinux", path: "Sources/C/CLinux"),
        .target(name: "CMatrix", path: "Sources/C/CMatrix"),
        .target(name: "CSenones", path: "Sources/C/CSenones"),
        .target(name: "CGPIO", path: "Sources/C/CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
        .target(
            name: "CPocketSphinx", path: "Sources/C/CPocketSphinx",
            linkerSettings: [.linkedLibrary("pocketsphinx"), .linkedLibrary("sphinxbase")]),
    ]
}

// MARK: - Modules; imports point upwards in this list only

var modules: [Target] {
    [
        .target(name: "Platform", dependencies: ["CLinux"]),
        .target(name: "Ring", dependencies: ["Platform", "CLinux"]),
        .target(name: "Flite", dependencies: ["CFlite"]),
        .target(name: "Wyoming", dependencies: ["Platform", "CLinux"]),
        .target(name: "NeuralNetwork", dependencies: ["Platform", "CMatrix", "CKissFFT"]),
        .target(name: "Configuration", dependencies: ["CYAML"]),
        .target(name: "EventSocket", dependencies: ["Platform"]),
        .target(name: "Service", dependencies: ["CSystemd", "Platform"]),
        .target(name: "Console", dependencies: ["Configuration", "Platform", "CLinux"]),
        .target(
            name: "Capture", dependencies: ["Ring", "Platform", "CLinux", "CALSA", "CSndFile", "CSpeexDSP"]),
        .target(name: "Playback", dependencies: ["Platform", "CALSA", "Flite"]),
        .target(name: "Models", dependencies: ["Configuration", "Platform", "Flite"]),
        .target(name: "Grammar", dependencies: ["Configuration", "Models", "Platform"]),
        .target(name: "Vocabulary", dependencies: ["Configuration", "Models", "Grammar", "Platform"]),
        .target(
            name: "Decoding",
            dependencies: [
                "CPocketSphinx", "CSenones", "CLinux", "Platform", "NeuralNetwork", "Grammar", "Models",
            ]),
        .target(
            name: "Utterance",
            dependencies: ["Platform", "NeuralNetwork", "Capture", "Grammar", "Models", "Decoding"]),
        .target(
            name: "Interpretation",
            dependencies: ["Configuration", "Grammar", "Models", "Decoding", "Utterance"]),
        .target(name: "GPIO", dependencies: ["Configuration", "Platform", "CGPIO"]),
        .target(
            name: "Appliance",
            dependencies: [
                "Interpretation", "Utterance", "Decoding", "Vocabulary", "Grammar", "Models", "GPIO",
                "Playback",
                "Capture", "Configuration", "Wyoming", "Platform", "EventSocket", "Service", "CLinux",
            ]),
        .target(
            name: "Evaluation",
            dependencies: [
                "Platform", "Configuration", "Capture", "Grammar", "Models", "Decoding", "Utterance",
                "Interpretation", "GPIO", "Appliance",
            ]),
        .target(
            name: "Diagnosis",
            dependencies: [
                "Platform", "Configuration", "Capture", "Models", "GPIO", "EventSocket", "Wyoming",
                "Appliance",
                "Evaluation",
            ]),
        .target(
            name: "MQTTBridge",
            dependencies: ["EventSocket", "Service", "Configuration", "Platform", "CMosquitto"]),
        .target(
            name: "KeyboardBridge",
            dependencies: [
                "EventSocket", "Service", "Configuration", "Platform", "CEvdev", "CXkbcommon", "CSystemd",
            ]),
        .target(
            name: "WebBridge",
            dependencies: ["EventSocket", "Service", "Configuration", "Platform", "CMicrohttpd"],
            // The page is part of the program, which so needs no folder.
            resources: ["page.html", "page.css", "page.js", "earshot.js"].map { .embedInCode("Page/\($0)") }),
    ]
}

/// What other packages import, and what is there for them alone.
var umbrellas: [Target] {
    [
        .target(
            name: "Speech",
            dependencies: [
                "Interpretation", "Utterance", "Decoding", "Vocabulary", "Grammar", "Models", "Capture",
                "Configuration", "Platform",
            ]),
        .target(
            name: "Earshot",
            dependencies: ["Capture", "Grammar", "Models", "Decoding", "Interpretation", "Speech"]),
        .target(name: "EarshotFoundation", dependencies: ["Earshot"]),
        .target(name: "EarshotAppliance", dependencies: ["Earshot", "Appliance", "GPIO", "Interpretation"]),
    ]
}

// MARK: - Programs

/// None is a product, so that no package that depends on this one sees the names of their modules. As the root, this package
/// has a program for each all the same, of the target's name.
var programs: [Target] {
    [
        .executableTarget(
            name: "earshot",
            dependencies: [
                "Platform", "Configuration", "Capture", "Grammar", "Models", "Vocabulary", "Decoding",
                "Utterance",
                "Interpretation", "GPIO", "EventSocket", "Service", "Console", "Appliance", "Evaluation",
                "Diagnosis",
            ],
            path: "Sources/Tool"),
        .executableTarget(
            name: "earshot-mqtt", dependencies: ["MQTTBridge", "Console"], path: "Sources/MQTTTool"),
        .executableTarget(
            name: "earshot-keyboard", dependencies: ["KeyboardBridge", "Console"],
            path: "Sources/KeyboardTool"),
        .executableTarget(
            name: "earshot-web", dependencies: ["WebBridge", "Console", "Platform"],
            path: "Sources/WebTool"),
    ]
}

/// The flows that users of the Speech framework write, a file each.
var examples: [Target] {
    ["TapToTalk", "HotWord", "VoiceSearch", "RecordedSpeech", "WordEffects", "Captions"].map {
        .executableTarget(name: $0, dependencies: ["Earshot"], path: "Sources/Examples/\($0)")
    }
}

var benchmarks: [Target] {
    [
        .target(name: "CMeasure", path: "Sources/Benchmarks/CMeasure"),
        .target(name: "RingSoak", dependencies: ["Ring", "Platform"], path: "Sources/Benchmarks/RingSoak"),
        .target(
            name: "CaptureRun", dependencies: ["Capture", "Platform"], path: "Sources/Benchmarks/CaptureRun"),
        .executableTarget(
            name: "CaptureBench", dependencies: ["Platform", "Capture", "CaptureRun", "Utterance"],
            path: "Sources/Benchmarks/CaptureBench"),
        .executableTarget(
            name: "ScoringBench", dependencies: ["Decoding"],
            path: "Sources/Benchmarks/ScoringBench"),
        .executableTarget(
            name: "RingBench",
            dependencies: ["Ring", "RingSoak", "CMeasure"] + (withRivals ? ["CRivals"] : []),
            path: "Sources/Benchmarks/RingBench",
            swiftSettings: withRivals ? [.define("EARSHOT_RIVALS")] : []),
    ]
}

/// Needs libboost-dev, libjack-jackd2-dev, libspa-0.2-dev, libreaderwriterqueue-dev and portaudio19-dev.
var rivals: [Target] {
    [
        .target(
            name: "CRivals", dependencies: ["CMeasure"], path: "Sources/Benchmarks/CRivals",
            cSettings: [.unsafeFlags(["-I/usr/include/spa-0.2"])],
            linkerSettings: [.linkedLibrary("jack"), .linkedLibrary(":libportaudio.a")])
    ]
}

// MARK: - Tests

var tests: [Target] {
    [
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport"),
        .executableTarget(name: "TapToTalkPort", dependencies: ["Earshot"], path: "Tests/TapToTalkPort"),
        .executableTarget(
            name: "FrameworkPorts", dependencies: ["EarshotFoundation"], path: "Tests/FrameworkPorts"),
        .executableTarget(name: "MisuseLoops", dependencies: ["Earshot"], path: "Tests/MisuseLoops"),
        .executableTarget(
            name: "VocabularyChanges", dependencies: ["Earshot"], path: "Tests/VocabularyChanges"),
        .target(
            name: "ListeningSupport",
            dependencies: [
                "Capture", "Decoding", "Grammar", "Models", "Platform", "TestSupport", "Utterance",
            ],
            path: "Tests/ListeningSupport"),
        .target(
            name: "WyomingSupport", dependencies: ["Platform", "TestSupport"], path: "Tests/WyomingSupport"),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "ServiceTests", dependencies: ["Service", "Platform"]),
        .testTarget(name: "RingTests", dependencies: ["Ring", "RingSoak", "CMeasure", "Platform"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Platform", "TestSupport"]),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "CALSA", "CSndFile", "CLinux", "CMeasure", "Ring", "Platform", "Capture", "CaptureRun",
                "TestSupport",
            ]),
        .testTarget(name: "PlaybackTests", dependencies: ["Playback", "Models", "TestSupport"]),
        .testTarget(
            name: "WyomingTests", dependencies: ["Wyoming", "WyomingSupport", "Platform", "TestSupport"],
            exclude: ["server.py"]),
        .testTarget(
            name: "GrammarTests",
            dependencies: ["Grammar", "Models", "Configuration", "Platform", "TestSupport"]),
        .testTarget(
            name: "ModelsTests", dependencies: ["Models", "Configuration", "Platform", "TestSupport"]),
        .testTarget(
            name: "VocabularyTests",
            dependencies: ["Configuration", "Models", "Vocabulary", "TestSupport"]),
        .testTarget(
            name: "DecodingTests",
            dependencies: [
                "CMatrix", "Platform", "NeuralNetwork", "Grammar", "Models", "Decoding", "Utterance",
                "TestSupport",
                "ListeningSupport",
            ]),
        .testTarget(
            name: "UtteranceTests",
            dependencies: [
                "Platform", "NeuralNetwork", "Capture", "Grammar", "Models", "Decoding", "Utterance",
                "Interpretation",
                "ListeningSupport", "TestSupport",
            ]),
        .testTarget(
            name: "InterpretationTests", dependencies: ["Grammar", "Models", "Decoding", "Interpretation"]),
        .testTarget(
            name: "SpeechTests",
            dependencies: [
                "Platform", "Capture", "Playback", "Grammar", "Models", "Decoding", "Interpretation",
                "Speech", "Earshot", "EarshotFoundation", "TestSupport", "ListeningSupport",
            ]),
        .testTarget(name: "GPIOTests", dependencies: ["Platform", "Configuration", "GPIO", "TestSupport"]),
        .testTarget(
            name: "ApplianceTests",
            dependencies: [
                "Platform", "Configuration", "Capture", "Playback", "Grammar", "Models", "Decoding",
                "Utterance", "Interpretation", "GPIO", "EventSocket", "Service", "Appliance", "Wyoming",
                "Vocabulary", "TestSupport", "ListeningSupport", "WyomingSupport",
            ]),
        .testTarget(
            name: "EvaluationTests",
            dependencies: [
                "Configuration", "Grammar", "Models", "Decoding", "Utterance", "Interpretation", "Appliance",
                "Evaluation", "TestSupport",
            ]),
        .testTarget(
            name: "DiagnosisTests",
            dependencies: [
                "Platform", "Capture", "Configuration", "Models", "GPIO", "EventSocket", "Wyoming",
                "Appliance",
                "Evaluation", "Diagnosis", "TestSupport", "WyomingSupport",
            ]),
        .testTarget(
            name: "MQTTBridgeTests",
            dependencies: [
                "Configuration", "EventSocket", "Appliance", "MQTTBridge", "CMosquitto", "TestSupport",
            ]),
        .testTarget(
            name: "KeyboardBridgeTests",
            dependencies: [
                "Configuration", "EventSocket", "KeyboardBridge", "CEvdev", "CXkbcommon",
                "TestSupport",
            ]),
        .testTarget(
            name: "WebBridgeTests",
            dependencies: ["Configuration", "EventSocket", "Platform", "WebBridge", "TestSupport"]),
        .testTarget(name: "ExamplesTests", dependencies: ["CSndFile", "Platform", "TestSupport"]),
        .testTarget(
            name: "ToolTests", dependencies: ["CSndFile", "Platform", "TestSupport", "WyomingSupport"]),
    ]
}

/// One program for each way in which Swift programs are bound to the main thread.
var mainQueuePrograms: [Target] {
    func program(_ name: String, _ settings: [SwiftSetting], linking: [LinkerSetting] = []) -> Target {
        .executableTarget(
            name: name, dependencies: ["Earshot"], path: "Tests/MainQueue/\(name)", swiftSettings: settings,
            linkerSettings: linking)
    }
    // In Swift 6.0.3 Observation's library for Linux lacks a function that would tell of a fatal error (swiftlang/swift#75670).
    let observing = LinkerSetting.unsafeFlags(["-Xlinker", "--allow-shlib-undefined"])
    let programs = [
        program("Swift5Port", [.swiftLanguageMode(.v5)]),
        program("Swift6Port", [.swiftLanguageMode(.v6)]),
        program("ObservablePort", [.swiftLanguageMode(.v6)], linking: [observing]),
    ]
    #if compiler(>=6.2)
        // Written out, since the setting is known to later versions of the tools than this file is for.
        return programs + [program("MainActorPort", [.unsafeFlags(["-default-isolation", "MainActor"])])]
    #else
        return programs
    #endif
}

// MARK: - What is compiled again

/// Lets each target name all that it is built on, not the nearest modules only.
///
/// A target is compiled again when a module that it names has changed, not when one behind that has. One that still counted
/// on the old layout of a struct further down crashed: after a stored property more two modules below, `make build` left a
/// module as it was, and `earshot check` ended with a segmentation fault.
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

// MARK: - What is optimized

/// Has the compilers optimize these modules in debug builds, which check all that they check without.
///
/// With it all tests take 700 s instead of 1270, on two processors; their build takes 80 s more of one.
func optimized(_ targets: [Target]) -> [Target] {
    for target in targets {
        switch target.name {
        case "Platform", "NeuralNetwork", "Models", "Decoding":
            target.swiftSettings = [
                .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
            ]
        case "CLinux", "CMatrix", "CSenones", "CPocketSphinx":
            target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
        default: break
        }
    }
    return targets
}
