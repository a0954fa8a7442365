import Earshot

@main
enum EarshotTool {
    static func main() {}
}
