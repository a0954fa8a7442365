import Capture
import Foundation
import ListeningSupport
import Models
import Synchronization
import TestSupport
import Testing

@testable import Speech

@Suite struct AvailabilityTests {
    @Test(
        "A recognizer is unavailable while its microphone is muted or its model cannot be read, and available after it"
    )
    func changes() throws {
        let folder = TemporaryFolder()
        let microphone = folder.write("", to: "pcmC0D0c")

        let monitor = AvailabilityMonitor(pack: Fixture.pack, devices: folder.path) { nil }
        let seen = Mutex<[Bool]>([])
        let id = monitor.observe { available in seen.withLock { $0.append(available) } }
        monitor.look()
        #expect(monitor.obstacle == nil && seen.withLock { $0 } == [])
        try FileManager.default.removeItem(atPath: microphone)
        monitor.look()
        #expect(monitor.obstacle?.contains("plug it in") == true)
        folder.write("", to: "pcmC0D0c")
        monitor.look()
        monitor.look()
        monitor.remove(id)
        #expect(seen.withLock { $0 } == [false, true])

        var broken = Fixture.pack
        broken.dictionary = folder.path("none.dict")
        #expect(
            AvailabilityMonitor(pack: broken, devices: folder.path).obstacle?.contains("none.dict") == true)
        broken = Fixture.pack
        broken.languageModels.search = folder.path("none.lm")
        #expect(
            AvailabilityMonitor(pack: broken, devices: folder.path).obstacle?.contains("none.lm") == true,
            "no task of this pack could begin")
    }

    @Test("Delegate and stream hear when the microphone is muted, lost or back, on the recognizer's queue")
    func observers() async throws {
        let reason = Mutex<String?>(nil)
        let monitor = AvailabilityMonitor(pack: Fixture.pack) { reason.withLock { $0 } }
        let recognizer = SpeechRecognizer(pack: Fixture.pack, monitor: monitor)
        recognizer.queue = DispatchQueue(label: "test")
        let delegate = AvailabilityLog(queue: recognizer.queue)
        recognizer.delegate = delegate
        var changes = recognizer.availability.makeAsyncIterator()
        #expect(await changes.next() == true)

        reason.withLock { $0 = "the microphone is muted; turn its switch" }
        monitor.look()
        #expect(await changes.next() == false)
        #expect(!recognizer.isAvailable)
        #expect(recognizer.unavailabilityReason == "the microphone is muted; turn its switch")
        reason.withLock { $0 = nil }
        monitor.look()
        #expect(await changes.next() == true)
        #expect(recognizer.isAvailable && recognizer.unavailabilityReason == nil)
        recognizer.queue.sync {}
        #expect(delegate.heard == [false, true])

        recognizer.delegate = nil
        reason.withLock { $0 = "gone" }
        monitor.look()
        recognizer.queue.sync {}
        #expect(delegate.heard == [false, true])
    }

    @Test("Delegates that are set by many threads at once leave one, which hears of a change once")
    func delegatesAtOnce() {
        let reason = Mutex<String?>(nil)
        let monitor = AvailabilityMonitor(pack: Fixture.pack) { reason.withLock { $0 } }
        let recognizer = SpeechRecognizer(pack: Fixture.pack, monitor: monitor)
        recognizer.queue = DispatchQueue(label: "test")
        let delegate = AvailabilityLog(queue: recognizer.queue)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5000 { recognizer.delegate = delegate }
        }
        reason.withLock { $0 = "gone" }
        monitor.look()
        recognizer.queue.sync {}
        #expect(delegate.heard == [false])
    }

    @Test("Of two looks at once, the slower does not tell what no longer is")
    func looksAtOnce() {
        let reason = Mutex<String?>(nil)
        let holdsNext = Atomic(false)
        let (isHeld, goOn, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let monitor = AvailabilityMonitor(pack: Fixture.pack) {
            let answer = reason.withLock { $0 }
            if holdsNext.exchange(false, ordering: .relaxed) {
                isHeld.signal()
                // In this time another look is over, where it need not wait for this one.
                _ = goOn.wait(timeout: .now() + .milliseconds(200))
            }
            return answer
        }
        let seen = Mutex<[Bool]>([])
        let id = monitor.observe { available in seen.withLock { $0.append(available) } }
        holdsNext.store(true, ordering: .relaxed)
        DispatchQueue.global().async {
            monitor.look()
            isOver.signal()
        }
        isHeld.wait()
        reason.withLock { $0 = "gone" }
        monitor.look()
        #expect(seen.withLock { $0 } == [false])
        goOn.signal()
        isOver.wait()
        #expect(seen.withLock { $0 } == [false])
        monitor.remove(id)
    }

    @Test("A change is noticed without being asked for")
    func timer() async throws {
        let reason = Mutex<String?>(nil)
        let monitor = AvailabilityMonitor(pack: Fixture.pack) { reason.withLock { $0 } }
        let recognizer = SpeechRecognizer(pack: Fixture.pack, monitor: monitor)
        var changes = recognizer.availability.makeAsyncIterator()
        #expect(await changes.next() == true)
        reason.withLock { $0 = "gone" }
        #expect(await changes.next() == false)
        reason.withLock { $0 = nil }
        #expect(await changes.next() == true)
    }

    @Test("An engine that waits for its device makes recognition unavailable until it has it or is stopped")
    func lostMicrophone() async throws {
        let engine = try CaptureEngine(input: .device(DeviceOptions(name: "earshot-no-such-microphone")))
        var events = engine.events.makeAsyncIterator()
        try engine.start()
        guard case .lost? = await events.next() else {
            Issue.record("a device that is not there was not lost")
            return
        }
        let name = "earshot-no-such-microphone"
        #expect(MicrophoneAvailability.obstaclesOfEngines.contains { $0.contains(name) })
        #expect(MicrophoneAvailability.obstacle != nil)
        engine.stop()
        #expect(!MicrophoneAvailability.obstaclesOfEngines.contains { $0.contains(name) })
    }

    @Test(
        "What a program says of its microphone holds until the program takes it back, whatever an appliance says"
    )
    func program() {
        let appliance = MicrophoneAvailability.Witness.appliance(ObjectIdentifier(Fixture.recognizer))
        SpeechRecognizer.microphoneIsUnavailable(because: "the cover is closed; open it")
        MicrophoneAvailability[appliance] = "the microphone is muted; turn its switch"
        #expect(SpeechRecognizer.authorizationReason == "the cover is closed; open it")
        MicrophoneAvailability[appliance] = nil
        #expect(SpeechRecognizer.authorizationReason == "the cover is closed; open it")

        MicrophoneAvailability[appliance] = "the microphone is muted; turn its switch"
        SpeechRecognizer.microphoneIsUnavailable(because: nil)
        #expect(MicrophoneAvailability[appliance] == "the microphone is muted; turn its switch")
        // Appliances of other tests may say something, too.
        let reason = SpeechRecognizer.authorizationReason
        #expect(reason != nil && reason != "the cover is closed; open it")
        MicrophoneAvailability[appliance] = nil
        #expect(MicrophoneAvailability[.program] == nil && MicrophoneAvailability[appliance] == nil)
    }

    @Test(
        "A locale without a model pack has no recognizer; those that are installed are listed, and named either way"
    )
    func locales() throws {
        #expect(SpeechRecognizer(locale: Locale(identifier: "tlh-KX")) == nil)
        let locales = SpeechRecognizer.supportedLocales()
        #expect(locales.contains { $0.identifier == "en-US" })
        for locale in locales {
            #expect(SpeechRecognizer(locale: locale)?.locale == locale)
            #expect(SpeechRecognizer(locale: .init(identifier: locale.identifier))?.locale == locale)
        }
        // What Foundation says of the user whatever is set.
        #expect(SpeechRecognizer(locale: Locale(identifier: "en_001"))?.locale.language == "en")
    }

    @Test("Where no language is installed, a warning says where it was looked for and what to do")
    func noLanguage() throws {
        let folder = TemporaryFolder()
        _ = folder.makeFolder("xx")
        var warnings: [String] = []
        #expect(InstalledPacks.find(in: [folder.path, "/nowhere"]) { warnings.append($0) } == [])
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("no model pack in \(folder.path), /nowhere; copy") == true)
        folder.write("name: x\n", to: "xx/model.yaml")
        warnings = []
        _ = InstalledPacks.find(in: [folder.path]) { warnings.append($0) }
        #expect(warnings.first?.hasPrefix("a language is left out: \(folder.path)/xx/model.yaml:1") == true)
    }
}

/// Writes down what a recognizer's delegate is told, and whether on its queue.
private final class AvailabilityLog: SpeechRecognizerDelegate, Sendable {
    private let queue: DispatchQueue
    private let log = Mutex<[Bool]>([])

    init(queue: DispatchQueue) { self.queue = queue }

    var heard: [Bool] { log.withLock { $0 } }

    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
        dispatchPrecondition(condition: .onQueue(queue))
        log.withLock { $0.append(available) }
    }
}
