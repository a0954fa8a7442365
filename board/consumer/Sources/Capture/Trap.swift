/// What a module of this name has in here.
public enum Trap { public static let name = "a trap" }
