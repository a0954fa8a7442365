/// What a module of this name has in here.
public enum Net { public static let name = "a net" }
