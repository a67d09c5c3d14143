//! Numbers as people read them: few digits, a real minus sign, the same width from step to step where they stand in
//! columns.

/// About four significant digits, never in an endless tail of zeros.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "not a number".to_owned() } else { "infinite".to_owned() };
    }
    let size = value.abs();
    let text = if size == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        format!("{value:.2e}")
    } else if size >= 1000.0 {
        format!("{value:.0}")
    } else if size >= 100.0 {
        format!("{value:.1}")
    } else if size >= 10.0 {
        format!("{value:.2}")
    } else if size >= 0.1 {
        format!("{value:.3}")
    } else {
        format!("{value:.4}")
    };
    with_minus(text)
}

/// A fixed number of digits after the point: for columns that change every step.
pub fn fixed(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return number(value);
    }
    // −0.000 would blink beside 0.000.
    let shifted = if value.abs() < 0.5 * 10_f64.powi(-(digits as i32)) { 0.0 } else { value };
    if shifted.abs() >= 1e7 { number(value) } else { with_minus(format!("{shifted:.digits$}")) }
}

/// Short, for the marks of an axis.
pub fn axis(value: f64) -> String {
    let size = value.abs();
    let trimmed = |text: String| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    with_minus(match size {
        _ if size == 0.0 => "0".to_owned(),
        _ if !(1e-3..1e9).contains(&size) => format!("{value:.0e}"),
        _ if size >= 1e6 => trimmed(format!("{:.2}", value / 1e6)) + "M",
        _ if size >= 1e4 => trimmed(format!("{:.1}", value / 1e3)) + "k",
        _ => trimmed(format!("{value:.3}")),
    })
}

/// Bytes in MB, or in GB where they come to that.
pub fn megabytes(bytes: usize) -> String {
    match bytes as f64 / f64::from(1 << 20) {
        size if size >= 1024.0 => format!("{:.1} GB", size / 1024.0),
        size if size >= 10.0 => format!("{size:.0} MB"),
        size => format!("{size:.1} MB"),
    }
}

/// Joules, kilojoules or megajoules.
pub fn energy(joules: f64) -> (String, &'static str) {
    match joules.abs() {
        size if size >= 1e6 => (fixed(joules / 1e6, 2), "MJ"),
        size if size >= 1e4 => (fixed(joules / 1e3, 1), "kJ"),
        size if size >= 0.01 || size == 0.0 => (fixed(joules, 2), "J"),
        _ => (number(joules), "J"),
    }
}

/// Lengths below a tenth of a metre in millimetres: what overlaps and gaps are about.
pub fn length(metres: f64) -> (String, &'static str) {
    if metres.abs() < 0.1 { (fixed(metres * 1000.0, 2), "mm") } else { (fixed(metres, 3), "m") }
}

fn with_minus(text: String) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_about_four_digits() {
        let cases = [(0.0, "0"), (9.81, "9.810"), (-0.02, "−0.0200"), (1234.5, "1234"), (3e-7, "3.00e−7")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(number(f64::NAN), "not a number");
    }

    #[test]
    fn axes_are_short() {
        let cases = [(0.0, "0"), (300_000.0, "300k"), (2.5e6, "2.5M"), (0.25, "0.25"), (200.0, "200"), (1e-5, "1e−5")];
        for (value, text) in cases {
            assert_eq!(axis(value), text);
        }
    }

    #[test]
    fn nothing_blinks_between_zero_and_minus_zero() {
        assert_eq!(fixed(-1e-9, 3), "0.000");
        assert_eq!(fixed(-1.5, 1), "−1.5");
        assert_eq!(length(0.0015), ("1.50".to_owned(), "mm"));
    }
}
