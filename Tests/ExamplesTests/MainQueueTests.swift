import Testing

/// Programs of the four kinds that Swift has for the main thread, compiled as they say: that they are here proves that they
/// compile, and each ends with an error where a call comes on another thread.
@Suite(.serialized) struct MainQueueTests {
    @Test("In the Swift 5 mode, handlers and delegates of a class of no actor's come on the main queue")
    func swift5() throws {
        let text = "go forward ten meters"
        #expect(
            try Example.run("Swift5Port", [Example.goForward]) == ["handler: \(text)", "delegate: \(text)"])
    }

    @Test("In the Swift 6 mode, a class of the main actor's shows what its handler hears")
    func swift6() throws {
        #expect(
            try Example.run("Swift6Port", [Example.goForward]) == ["handler: go forward ten meters"])
    }

    @Test("A model that is observed changes on the main actor, by a handler and by a sequence of results")
    func observable() throws {
        let text = "go forward ten meters"
        #expect(
            try Example.run("ObservablePort", [Example.goForward])
                == ["observed: \(text)", "sequence: \(text)"])
    }

    #if compiler(>=6.2)
        @Test("With the main actor as the default isolation, handlers and an analyzer's results come there")
        func mainActor() throws {
            let text = "go forward ten meters"
            #expect(
                try Example.run("MainActorPort", [Example.goForward])
                    == ["handler: \(text)", "analyzer: \(text)"])
        }
    #endif
}
