import AudioJobs

/// Returns a JSON object on one line with sorted keys, as in batch reports. Unknown values are left out.
package func jsonLine(_ value: some Encodable) -> String { JSONLines.line(value) }
