// A page's module makes no call of an operating system, so that none can fail.

/// Returns nothing: there are no such numbers here.
func systemErrorText(_ number: Int32) -> String { "" }

/// A number that no error has.
let changedFileError: Int32 = -1
