//! Numbers for people: four significant digits, and no more zeros than they carry.

/// `0.0003214` → "3.214e-4", `12.3456` → "12.35", `123456.0` → "1.235e5", `0.0` → "0".
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !value.is_finite() {
        value.to_string()
    } else if !(1e-3..1e5).contains(&size) {
        format!("{value:.3e}")
    } else {
        let decimals = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
        format!("{value:.decimals$}")
    }
}

/// A duration in the unit that suits it.
pub(super) fn secs(value: f64) -> String {
    if value < 1e-3 {
        format!("{} µs", short(value * 1e6))
    } else if value < 1.0 {
        format!("{} ms", short(value * 1e3))
    } else {
        format!("{} s", short(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_whatever_the_size() {
        let cases =
            [(0.0003214, "3.214e-4"), (12.3456, "12.35"), (123456.0, "1.235e5"), (0.0, "0"), (-0.05, "-0.05000")];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        assert_eq!((secs(0.00025), secs(0.25), secs(2.5)), ("250.0 µs".into(), "250.0 ms".into(), "2.500 s".into()));
    }
}
