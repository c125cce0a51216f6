import AudioJobs

/// One JSON object on one line, its keys sorted, as in the reports of batches. What is unknown is left out.
package func jsonLine(_ value: some Encodable) -> String { JSONLines.line(value) }
