import CGPIO
import Glibc
import Platform

/// A chip of this machine, through libgpiod (1.6 or 2.x) and the kernel's GPIO character device.
final class SystemChip: Chip {
    let label: String
    let device: String
    let lineCount: Int
    var debouncesInputs: Bool { cgpio_debounces() }

    /// The chip's name in the kernel. Two device files of one chip (a compatibility link) share it.
    let kernelName: String
    let handle: OpaquePointer

    /// Opens a chip by its device file. Prefer `Pinout.system`, which finds chips by label.
    ///
    /// - Throws: `notPermitted`, or `unreadableChip` for a file that is not a GPIO chip.
    init(device: String) throws(GPIOError) {
        var opened: OpaquePointer?
        let code = cgpio_open(device, &opened)
        guard code == 0, let opened else {
            throw code == EACCES || code == EPERM
                ? .notPermitted(device: device) : .unreadableChip(device: device, errno: code)
        }
        var info = cgpio_chip_info()
        let answer = withUnsafeMutablePointer(to: &info) { cgpio_chip_info(opened, $0) }
        guard answer == 0 else {
            cgpio_close(opened)
            throw .unreadableChip(device: device, errno: answer)
        }
        handle = opened
        self.device = device
        kernelName = string(info.name)
        label = string(info.label)
        lineCount = Int(info.line_count)
    }

    deinit { cgpio_close(handle) }

    func info(at offset: Int) throws(GPIOError) -> LineInfo {
        var info = cgpio_line_info()
        let code = withUnsafeMutablePointer(to: &info) { cgpio_line_info(handle, UInt32(offset), $0) }
        guard code == 0 else {
            throw .failed(
                LineIdentity(name: "\(label):\(offset)", chip: label, offset: offset), .read, errno: code)
        }
        let name = string(info.name)
        return LineInfo(
            name: name.isEmpty ? nil : name, isOutput: info.is_output, isActiveLow: info.is_active_low,
            consumer: info.is_used ? string(info.consumer) : nil)
    }

    func holder(at offset: Int) throws(GPIOError) -> LineHolder? {
        guard let consumer = try info(at: offset).consumer else { return nil }
        return LineHolder(consumer: consumer, holding: offset, of: kernelName)
    }

    func requestOutput(
        _ line: LineIdentity, _ request: OutputRequest
    ) throws(GPIOError) -> any OutputLine {
        var taken: OpaquePointer?
        let code = cgpio_request_output(
            handle, UInt32(line.offset), request.consumer, request.isActiveLow, request.isOnInitially, &taken)
        guard code == 0, let taken else { throw refusal(of: line, code) }
        return SystemOutputLine(line, of: self, taken)
    }

    func requestInput(
        _ line: LineIdentity, _ request: InputRequest
    ) throws(GPIOError) -> any InputLine {
        let pull =
            switch request.pull {
            case .asIs: CGPIO_PULL_AS_IS
            case .none: CGPIO_PULL_NONE
            case .up: CGPIO_PULL_UP
            case .down: CGPIO_PULL_DOWN
            }
        // Without edges the kernel has nothing to debounce, yet it would ask for the interrupt that is missing.
        let debounce = request.wantsEdges ? request.debounce : .zero
        var taken: OpaquePointer?
        let code = cgpio_request_input(
            handle, UInt32(line.offset), request.consumer, request.isActiveLow, pull,
            debounce.wholeMicroseconds,
            request.wantsEdges, &taken)
        guard code == 0, let taken else {
            throw request.wantsEdges && Self.saysNoInterrupt(code)
                ? .noInterrupt(line) : refusal(of: line, code)
        }
        return SystemInputLine(
            line, of: self, taken,
            debounce: debouncesInputs ? debounce : .zero)
    }

    /// The first ABI says ENODEV and the second ENXIO; a driver without the call gives the kernel's ENOTSUPP
    /// (524), which it passes on although no program has a name for it.
    private static func saysNoInterrupt(_ code: Int32) -> Bool {
        [ENXIO, ENODEV, EOPNOTSUPP, 524].contains(code)
    }

    private func refusal(of line: LineIdentity, _ code: Int32) -> GPIOError {
        switch code {
        case EBUSY:
            return .taken(line, by: (try? holder(at: line.offset)) ?? LineHolder(consumer: ""))
        case EACCES, EPERM:
            return .notPermitted(device: device)
        default:
            return .failed(line, .request, errno: code)
        }
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: UInt {
        UInt(clamping: components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
    }
}

/// The text in a C array of characters that ends at its first zero.
private func string<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
