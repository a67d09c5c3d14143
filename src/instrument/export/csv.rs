//! One row per step with the numbers of [`StepMetrics`]: for spreadsheets and plots.

use crate::instrument::metrics::StepMetrics;
use std::io::{self, Write};

/// Column names with units, in order.
const COLUMNS: &str = "step,time_s,kinetic_energy_j,potential_energy_j,total_energy_j,\
momentum_x_kgm_s,momentum_y_kgm_s,momentum_z_kgm_s,\
angular_momentum_x_kgm2_s,angular_momentum_y_kgm2_s,angular_momentum_z_kgm2_s,\
worst_penetration_m,worst_joint_gap_m,worst_joint_angle_rad,\
contact_points,contact_births,contact_deaths,dynamic_bodies,sleeping_bodies,\
rms_speed_m_s,rms_angular_speed_rad_s,max_speed_m_s,\
frame,frame_steps_asked,frame_steps_done,frame_s,frame_real_time_s";

/// Writes the heading at once and then one line per step.
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    out: W,
}

impl<W: Write> CsvWriter<W> {
    pub fn new(mut out: W) -> io::Result<Self> {
        writeln!(out, "{COLUMNS}")?;
        Ok(Self { out })
    }

    pub fn write(&mut self, m: &StepMetrics) -> io::Result<()> {
        write!(self.out, "{},{}", m.step, m.time)?;
        for value in [m.kinetic_energy, m.potential_energy, m.total_energy] {
            write!(self.out, ",{value}")?;
        }
        for value in m.linear_momentum.iter().chain(&m.angular_momentum) {
            write!(self.out, ",{value}")?;
        }
        for value in [m.worst_penetration, m.worst_joint_gap, m.worst_joint_angle] {
            write!(self.out, ",{value}")?;
        }
        for count in [m.contact_points, m.contact_births, m.contact_deaths, m.dynamic_bodies, m.sleeping_bodies] {
            write!(self.out, ",{count}")?;
        }
        write!(self.out, ",{},{},{}", m.rms_speed, m.rms_angular_speed, m.max_speed)?;
        // Empty within a frame, and for runs without frames.
        match &m.frame {
            Some(f) => {
                writeln!(self.out, ",{},{},{},{},{}", f.number, f.steps_asked, f.steps_done, f.secs, f.real_time)
            }
            None => writeln!(self.out, ",,,,,"),
        }
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrument::FrameRecord;

    #[test]
    fn every_row_has_as_many_fields_as_the_heading() {
        let mut bytes = Vec::new();
        let mut csv = CsvWriter::new(&mut bytes).unwrap();
        let frame = FrameRecord { number: 2, steps_asked: 5, steps_done: 4, secs: 0.05, real_time: 1.5, alpha: 0.0 };
        let metrics = StepMetrics { step: 7, time: 0.25, max_speed: 3.5, ..StepMetrics::default() };
        csv.write(&metrics).unwrap();
        csv.write(&StepMetrics { frame: Some(frame), ..metrics }).unwrap();
        csv.finish().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|l| l.split(',').collect()).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
        assert_eq!((lines[1][0], lines[1][1], &lines[1][21..]), ("7", "0.25", &["3.5", "", "", "", "", ""][..]));
        assert_eq!(lines[2][21..], ["3.5", "2", "5", "4", "0.05", "1.5"]);
    }
}
