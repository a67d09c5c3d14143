//! Small dense matrices: Cholesky on the lower triangle of an array, of which the first n rows count.

/// A = L Lᵀ in place, L below and on the diagonal; false when A is not positive definite.
///
/// The diagonal holds 1/L_ii afterwards: solving then needs no division.
pub(super) fn cholesky<const N: usize>(a: &mut [[f64; N]; N], n: usize) -> bool {
    for i in 0..n {
        for j in 0..i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            a[i][j] = (a[i][j] - sum) * a[j][j];
        }
        let sum: f64 = (0..i).map(|k| a[i][k] * a[i][k]).sum();
        let pivot = a[i][i] - sum;
        // Far below the entry it came from nothing but rounding is left.
        if !pivot.is_finite() || pivot <= 1e-14 * a[i][i].abs() {
            return false;
        }
        a[i][i] = 1.0 / pivot.sqrt();
    }
    true
}

/// x := L⁻¹ x.
pub(super) fn solve_lower<const N: usize>(factor: &[[f64; N]; N], x: &mut [f64; N], n: usize) {
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| factor[i][k] * x[k]).sum();
        x[i] = (x[i] - sum) * factor[i][i];
    }
}

/// x := L⁻ᵀ x.
pub(super) fn solve_upper<const N: usize>(factor: &[[f64; N]; N], x: &mut [f64; N], n: usize) {
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| factor[k][i] * x[k]).sum();
        x[i] = (x[i] - sum) * factor[i][i];
    }
}

pub(super) fn dot<const N: usize>(a: &[f64; N], b: &[f64; N], n: usize) -> f64 {
    (0..n).map(|k| a[k] * b[k]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factored_matrix_gives_back_the_solution() {
        // A = B Bᵀ + I of a fixed B, and x = 1, −2, 3, −4, 5.
        let b: [[f64; 5]; 5] = std::array::from_fn(|i| std::array::from_fn(|j| ((i * 7 + j * 3) % 11) as f64 - 5.0));
        let mut a: [[f64; 5]; 5] =
            std::array::from_fn(|i| std::array::from_fn(|j| dot(&b[i], &b[j], 5) + if i == j { 1.0 } else { 0.0 }));
        let expected = [1.0, -2.0, 3.0, -4.0, 5.0];
        let mut x: [f64; 5] = std::array::from_fn(|i| dot(&a[i], &expected, 5));
        assert!(cholesky(&mut a, 5));
        solve_lower(&a, &mut x, 5);
        solve_upper(&a, &mut x, 5);
        for (found, expected) in x.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} against {expected}");
        }
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        let mut a = [[1.0, 2.0], [2.0, 4.0]];
        assert!(!cholesky(&mut a, 2));
    }
}
