/// What a module of this name has in here.
public enum Train { public static let name = "a train" }
