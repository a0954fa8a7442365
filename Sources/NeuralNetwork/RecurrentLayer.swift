import CMatrix
import Glibc

/// A layer that remembers: a gated recurrent unit.
///
/// Source: K. Cho et al., "Learning phrase representations using RNN encoder-decoder for statistical machine
/// translation", EMNLP 2014, in the form in which the reset gate acts after the recurrent matrix.
struct RecurrentLayer: Sendable {
    /// Reset, update and new state, one after the other, from the input and from the state before.
    let given: DenseLayer
    let kept: DenseLayer
    /// How many values it remembers, and gives.
    var units: Int { kept.inputs }

    /// Takes the values of `frames` frames, one after the other. What it makes of the input it makes of all at once: a state
    /// waits for the one before, an input does not.
    ///
    /// - Parameters:
    ///   - input: as many values of each frame as `given` takes.
    ///   - inputStride: from the first value of a frame to that of the next.
    ///   - states: ``units`` values of each frame, and those of before ahead of them: these are read, the others written.
    ///   - stateStride: from the first value of a state to that of the next.
    ///   - scratch: room for what `given` gives for all frames, and `kept` for one.
    func advance(
        _ input: UnsafePointer<Float>, every inputStride: Int, frames: Int,
        states: UnsafeMutablePointer<Float>, every stateStride: Int, scratch: UnsafeMutablePointer<Float>
    ) {
        given.apply(input, every: inputStride, frames: frames, to: scratch)
        let fromState = scratch + frames * given.room
        for frame in 0..<frames {
            let fromInput = scratch + frame * given.room
            let state = states + frame * stateStride
            kept.apply(state, to: fromState)
            cmatrix_gate(fromInput, fromState, state, units, state + stateStride)
        }
    }
}

/// The logistic function.
package func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }
