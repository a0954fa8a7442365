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

    /// - Parameters:
    ///   - input: as many values as `given` takes.
    ///   - state: ``units`` values: those of before in, the next ones out.
    ///   - scratch: room for the results of both parts.
    func advance(
        _ input: UnsafePointer<Float>, state: UnsafeMutablePointer<Float>,
        scratch: UnsafeMutablePointer<Float>
    ) {
        let fromInput = scratch
        let fromState = scratch + given.room
        given.apply(input, to: fromInput)
        kept.apply(state, to: fromState)
        for unit in 0..<units {
            let reset = sigmoid(fromInput[unit] + fromState[unit])
            let update = sigmoid(fromInput[units + unit] + fromState[units + unit])
            let new = tanh(fromInput[2 * units + unit] + reset * fromState[2 * units + unit])
            state[unit] = (1 - update) * new + update * state[unit]
        }
    }
}

/// The logistic function.
package func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }
