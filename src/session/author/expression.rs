//! Numbers as people type them: `2*0.05`, `30deg`, `5 cm`, `36 km/h`, `sqrt(2)/2`.
//!
//! A unit stands behind its number and binds tightest, an exponent belongs to the unit: `9.81 m/s^2` is 9.81. Everything is
//! in SI units. An angle knows that it is one until the end: a field in radians and a field in degrees both understand
//! `30deg` and `0.5 rad`.

use std::f64::consts::{PI, TAU};

/// Longest expression, bytes.
const LONGEST: usize = 500;
/// Deepest nesting of brackets and signs.
const DEEPEST: usize = 50;

/// The value of an expression, in SI units and radians.
///
/// # Errors
/// In a sentence: what was expected and where, or that the result is not a finite number.
pub fn evaluate(expression: &str) -> Result<f64, String> {
    value(expression).map(|value| value.number)
}

/// As [`evaluate`], for a field in degrees: a number without a unit counts as degrees.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_degrees(expression: &str) -> Result<f64, String> {
    value(expression).map(|value| if value.is_angle { value.number.to_degrees() } else { value.number })
}

/// A number; an angle is in radians.
#[derive(Clone, Copy)]
struct Value {
    number: f64,
    is_angle: bool,
}

const fn plain(number: f64) -> Value {
    Value { number, is_angle: false }
}

fn value(expression: &str) -> Result<Value, String> {
    if expression.len() > LONGEST {
        return Err(format!("an expression has at most {LONGEST} characters"));
    }
    let mut parser = Parser { rest: expression.trim_start(), depth: 0 };
    if parser.rest.is_empty() {
        return Err("expected a number".to_owned());
    }
    let value = parser.sum()?;
    if !parser.rest.is_empty() {
        return Err(format!("“{}” was not expected here", shorten(parser.rest)));
    }
    if !value.number.is_finite() {
        return Err("the result is not a finite number".to_owned());
    }
    Ok(value)
}

fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Factor to SI, and whether it is an angle.
fn unit(name: &str) -> Option<Value> {
    Some(match name {
        "m" | "kg" | "s" | "N" | "J" | "Hz" | "hz" => plain(1.0),
        "km" => plain(1e3),
        "cm" => plain(1e-2),
        "mm" => plain(1e-3),
        "um" | "µm" => plain(1e-6),
        "in" => plain(0.0254),
        "ft" => plain(0.3048),
        "g" => plain(1e-3),
        "t" => plain(1e3),
        "lb" => plain(0.453_592_37),
        "ms" => plain(1e-3),
        "us" | "µs" => plain(1e-6),
        "min" => plain(60.0),
        "h" => plain(3600.0),
        "kN" | "kJ" | "kHz" => plain(1e3),
        "rad" => Value { number: 1.0, is_angle: true },
        "deg" | "°" => Value { number: PI / 180.0, is_angle: true },
        "%" => plain(1e-2),
        _ => return None,
    })
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn take(&mut self, signs: &[char]) -> Option<char> {
        let sign = self.rest.chars().next().filter(|c| signs.contains(c))?;
        self.skip(sign.len_utf8());
        Some(sign)
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            let right = self.product()?;
            if left.is_angle != right.is_angle {
                return Err("an angle and a plain number cannot be added: give both a unit".to_owned());
            }
            left.number = if sign == '+' { left.number + right.number } else { left.number - right.number };
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut left = self.signed()?;
        while let Some(sign) = self.take(&['*', '/', '×', '·', '÷']) {
            let right = self.signed()?;
            left = match sign {
                '*' | '×' | '·' => {
                    Value { number: left.number * right.number, is_angle: left.is_angle || right.is_angle }
                }
                // An angle per time is still counted in radians.
                _ => Value { number: left.number / right.number, is_angle: left.is_angle && !right.is_angle },
            };
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Value, String> {
        self.deeper(|parser| match parser.take(&['-', '−', '+']) {
            Some('+') => parser.signed(),
            Some(_) => parser.signed().map(|value| Value { number: -value.number, ..value }),
            None => parser.power(),
        })
    }

    /// Bounds the recursion.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("this is nested too deeply".to_owned());
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn power(&mut self) -> Result<Value, String> {
        let base = self.atom()?;
        if self.take(&['^']).is_none() {
            return Ok(base);
        }
        let exponent = self.signed()?;
        if base.is_angle || exponent.is_angle {
            return Err("an angle has no power".to_owned());
        }
        Ok(plain(base.number.powf(exponent.number)))
    }

    fn atom(&mut self) -> Result<Value, String> {
        if self.take(&['(']).is_some() {
            let inner = self.sum()?;
            return self.take(&[')']).map(|_| inner).ok_or_else(|| "a closing bracket is missing".to_owned());
        }
        if let Some(number) = self.number()? {
            return self.with_unit(number);
        }
        let name = self.name();
        if name.is_empty() {
            return Err(match self.rest.is_empty() {
                true => "the expression ends too early: a number is missing".to_owned(),
                false => format!("expected a number at “{}”", shorten(self.rest)),
            });
        }
        match name {
            "pi" | "π" | "PI" => return Ok(plain(PI)),
            "tau" => return Ok(plain(TAU)),
            _ => {}
        }
        if self.take(&['(']).is_some() {
            let inner = self.sum()?;
            if self.take(&[')']).is_none() {
                return Err("a closing bracket is missing".to_owned());
            }
            return function(name, inner);
        }
        // A unit alone, as in `5 m/s`.
        self.unit_power(name)
    }

    /// A decimal number with a point or a comma.
    fn number(&mut self) -> Result<Option<f64>, String> {
        let bytes = self.rest.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut end = 0;
        while is_digit(end) {
            end += 1;
        }
        if matches!(bytes.get(end), Some(b'.' | b',')) && (end > 0 || is_digit(end + 1)) {
            end += 1;
            while is_digit(end) {
                end += 1;
            }
        }
        if end == 0 {
            return Ok(None);
        }
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if matches!(bytes.get(end), Some(b'e' | b'E')) && is_digit(end + 1 + sign) {
            end += 1 + sign;
            while is_digit(end) {
                end += 1;
            }
        }
        let text = self.rest[..end].replace(',', ".");
        self.skip(end);
        text.parse().map(Some).map_err(|_| format!("“{text}” is not a number"))
    }

    fn name(&mut self) -> &'t str {
        let is_letter = |c: char| c.is_alphabetic() || matches!(c, '°' | '%');
        let end = self.rest.find(|c| !is_letter(c)).unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        self.skip(end);
        name
    }

    fn with_unit(&mut self, number: f64) -> Result<Value, String> {
        let before = self.rest;
        let name = self.name();
        if name.is_empty() {
            return Ok(plain(number));
        }
        if matches!(name, "pi" | "π" | "tau") {
            // `2pi`, as it is written on paper.
            self.rest = before;
            let factor = self.power()?;
            return Ok(plain(number * factor.number));
        }
        let unit = self.unit_power(name)?;
        Ok(Value { number: number * unit.number, ..unit })
    }

    /// A unit with the exponent that belongs to it.
    fn unit_power(&mut self, name: &str) -> Result<Value, String> {
        let factor = unit(name).ok_or_else(|| format!("“{}” is neither a unit nor a function", shorten(name)))?;
        if self.take(&['^']).is_some() {
            let exponent = self.signed()?;
            return Ok(plain(factor.number.powf(exponent.number)));
        }
        match self.take(&['²', '³']) {
            Some('²') => Ok(plain(factor.number.powi(2))),
            Some(_) => Ok(plain(factor.number.powi(3))),
            None => Ok(factor),
        }
    }
}

fn function(name: &str, inner: Value) -> Result<Value, String> {
    let angle = |number: f64| Value { number, is_angle: true };
    Ok(match name {
        "sin" => plain(inner.number.sin()),
        "cos" => plain(inner.number.cos()),
        "tan" => plain(inner.number.tan()),
        "asin" => angle(inner.number.asin()),
        "acos" => angle(inner.number.acos()),
        "atan" => angle(inner.number.atan()),
        "sqrt" => plain(inner.number.sqrt()),
        "abs" => Value { number: inner.number.abs(), ..inner },
        _ => {
            return Err(format!(
                "there is no function “{}”; there are sqrt, abs, sin, cos, tan, asin, acos, atan",
                shorten(name)
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is(expression: &str, expected: f64) {
        let found = evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{expression} = {found}, not {expected}");
    }

    #[test]
    fn arithmetic_goes_by_the_rules() {
        is("2*0.05", 0.1);
        is("1 + 2 * 3 - 4 / 2", 5.0);
        is("2^3^2", 512.0);
        is("-2^2", -4.0);
        is("(1+2)*-3", -9.0);
        is(".5 + 1. + 1e-3 + 2E2", 201.501);
        is("0,5 × 4", 2.0);
        is("sqrt(2)^2 + abs(-1)", 3.0);
        is("2pi", 2.0 * PI);
        is("10 - 4 - 3", 3.0);
        is("8/4/2", 1.0);
    }

    #[test]
    fn units_become_si() {
        is("5 cm", 0.05);
        is("5cm + 1 m", 1.05);
        is("36 km/h", 10.0);
        is("9.81 m/s^2", 9.81);
        is("1000 kg/m³", 1000.0);
        is("2 cm^2", 2e-4);
        is("1 g/(1cm)^3", 1e3);
        is("16 ms", 0.016);
        is("1/60 s", 1.0 / 60.0);
        is("50%", 0.5);
    }

    #[test]
    fn angles_know_that_they_are_angles() {
        is("sin(30deg)", 0.5);
        is("cos(60°) + sin(pi/2)", 1.5);
        is("30deg", PI / 6.0);
        assert!((evaluate_degrees("30").unwrap() - 30.0).abs() < 1e-12);
        assert!((evaluate_degrees("30deg + pi/6 * 1rad").unwrap() - 60.0).abs() < 1e-9);
        assert!((evaluate_degrees("atan(1)").unwrap() - 45.0).abs() < 1e-9);
        assert!(evaluate("30deg + 1").unwrap_err().contains("unit"));
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in
            ["", "  ", "1 +", "(1", "1)", "two", "3 bananas", "foo(1)", "1 2", "1/0", "sqrt(-1)", "^2", "1e999", "5 %%"]
        {
            assert!(evaluate(text).is_err(), "{text}");
        }
        assert!(evaluate("3 bananas").unwrap_err().contains("bananas"));
        assert!(evaluate(&"(".repeat(400)).unwrap_err().contains("deep"));
        assert!(evaluate(&"-".repeat(400)).unwrap_err().contains("deep"));
        assert!(evaluate(&"1+".repeat(400)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-9a-z()+*/^., °%µ²-]{0,40}") {
            let _ = evaluate(&text);
        }

        #[test]
        fn numbers_come_back(number in -1e9..1e9_f64) {
            prop_assert_eq!(evaluate(&format!("{number}")).unwrap(), number);
        }
    }
}
