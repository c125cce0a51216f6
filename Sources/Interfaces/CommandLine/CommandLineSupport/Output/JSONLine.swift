import AudioJobs

/// Returns a JSON object on one line, its keys sorted, as in the reports of batches. Unknown values are left out.
package func jsonLine(_ value: some Encodable) -> String { JSONLines.line(value) }
