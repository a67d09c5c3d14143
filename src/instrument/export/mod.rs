//! Files that a run can be written to: the trace (JSON lines, every step in full) and a table (CSV, numbers only).
//!
//! Both are written while the run goes on, so that a long run does not have to fit into memory and what was
//! recorded before a fault is kept. The trace can be read back, also when another engine wrote it.

mod csv;
mod format;
mod trace_reader;
mod trace_writer;

pub use csv::CsvWriter;
pub use format::{ShapeJson, TRACE_FORMAT, TRACE_VERSION};
pub use trace_reader::{TraceError, open_lines, read_trace, read_trace_file, shape_from_json};
pub use trace_writer::{TraceFile, TraceWriter, shape_to_json};

#[cfg(test)]
mod tests;
