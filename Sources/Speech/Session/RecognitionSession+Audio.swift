import Capture
import Decoding
import Models

/// Audio in: from a file, from buffers, or from whoever pushes it.
extension RecognitionSession {
    func process(_ item: SessionInput) {
        guard !isOver, !hasAudioEnded else {
            item.skip()
            return
        }
        guard waiting.isEmpty else {
            waiting.append(item)
            return
        }
        switch item {
        case .buffer(let buffer, let time):
            if let problem = buffer.problem { return end(.audio(problem)) }
            guard sequence != nil else {
                waiting = [item]
                microphone = buffer.microphone
                intake.begin(at: time)
                orderDecoder()
                return
            }
            let (missing, samples) = intake.take(buffer, at: time)
            if missing > 0 { sequence?.skip(missing) }
            feed(samples)
        case .decoded(let then): searchAll(then)
        case .settled(let time, let then):
            guard let sequence else { return then() }
            let frame = time?.frames(at: pack.sampleRate) ?? .max
            settling.append((min(frame, sequence.heardUntil), then))
            settle()
        case .end:
            endAudio()
        }
    }

    /// Searches what was heard, and what has waited behind the end of each utterance: one at a time, so that a cancellation gets its
    /// turn between them.
    private func searchAll(_ then: @escaping Continuation) {
        guard !isOver, let sequence else { return then() }
        let wasDeciding = sequence.isDeciding
        sequence.loan.decoder.settle()
        handleUpdates()
        // Once an utterance is decided, more sound is fed, and that is not searched yet.
        guard wasDeciding || self.sequence?.isDeciding == true else { return then() }
        queue.async { [self] in searchAll(then) }
    }

    func readFile(_ path: String) {
        // What cannot be read is told at once. One that waits for its turn holds no file open: there may be thousands.
        guard open(path) else { return }
        reader = nil
        turns.wait { turn in
            self.queue.async { [self] in
                guard !isOver, open(path) else { return }
                self.turn = turn
                orderDecoder()
            }
        }
    }

    /// Opens the recording; false if it cannot be read, which ends the task.
    private func open(_ path: String) -> Bool {
        do throws(CaptureError) {
            reader = try FileReader(path: path)
            return true
        } catch {
            end(.audio(error))
            return false
        }
    }

    /// Reads a piece and comes back for the next one, so that a cancellation gets its turn between them.
    func readNext(_ reader: FileReader) {
        guard !isOver, !hasAudioEnded else { return }
        let hasMore = reader.readPiece { feed(intake.take($0, format: reader.format)) }
        guard !isOver, !hasAudioEnded else { return }
        if let fraction = reader.fraction { report(.progress(fraction)) }
        guard hasMore else { return endAudio(fault: reader.fault) }
        // A file is read no faster than it is decoded, so that it always gives the same partial results.
        sequence?.loan.decoder.settle()
        handleUpdates()
        queue.async { [self] in readNext(reader) }
    }

    private func feed(_ samples: [Int16]) {
        guard let decoder = sequence else { return }
        let samples = timeLimit?.permitted(samples, after: heard) ?? samples
        heard += samples.count
        decoder.feed(samples) { handle($0) }
        tellHeard()
        tellSettled()
        if !isOver, let left = timeLimit?.dueNotice(at: heard) { report(.limitNotice(left)) }
        if let timeLimit, timeLimit.isReached(at: heard) { endAudio() }
    }

    /// Five times a second: for each buffer would be too often.
    private func tellHeard() {
        guard !isOver, heard - reported >= pack.sampleRate / 5 else { return }
        reported = heard
        report(.processed(Double(heard) / Double(pack.sampleRate)))
    }

    func tellSettled() {
        guard !isOver, let sequence, sequence.settledUntil > settledUntil else { return }
        settledUntil = sequence.settledUntil
        report(.settledUntil(.frames(settledUntil, at: pack.sampleRate)))
    }

    /// - Parameter fault: what is wrong with a recording that ended too early.
    func endAudio(fault: CaptureError? = nil) {
        guard !isOver, !hasAudioEnded else { return }
        let rest = intake.takeRest()
        hasAudioEnded = true
        if !rest.isEmpty { sequence?.feed(rest) { handle($0) } }
        sequence?.end { handle($0) }
        disconnect()
        guard !isOver else { return }
        report(.finishedReading(fault))
        advance()
    }
}
