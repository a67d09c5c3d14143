//! Grey pictures as ground: black is low, white is high, each pixel a sample. Colours count by their brightness.

use super::super::Problems;
use super::super::schema::{Body, BodyKind, ShapeSpec};
use super::{ImportOptions, plain};
use image::ImageReader;
use std::io::Cursor;

/// Pixels along a side at most; larger pictures are made smaller.
pub const MAX_PICTURE_SIDE: u32 = 65;
/// Memory that a picture may take while it is read, bytes.
const MAX_MEMORY: u64 = 512 << 20;

/// A static body with a height field for its shape, the middle of its picture at the origin.
///
/// # Errors
/// When the bytes are no picture, or one that is too small to be ground.
pub fn picture_body(bytes: &[u8], name: &str, options: &ImportOptions) -> Result<Body, Problems> {
    let failure = |error: image::ImageError| Problems::whole(format!("the picture cannot be read: {error}"));
    let mut reader = ImageReader::new(Cursor::new(bytes));
    reader.set_format(image::ImageFormat::Png);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let picture = reader.decode().map_err(failure)?;
    let (width, height) = (picture.width(), picture.height());
    if width < 2 || height < 2 {
        return Err(Problems::whole(format!("the picture has {width} × {height} pixels; ground needs at least 2 × 2")));
    }
    let largest = width.max(height);
    let side =
        |pixels: u32| if largest > MAX_PICTURE_SIDE { (pixels * MAX_PICTURE_SIDE / largest).max(2) } else { pixels };
    let (columns, rows) = (side(width), side(height));
    let grey = picture.into_luma16();
    let grey = if (columns, rows) == (width, height) {
        grey
    } else {
        image::imageops::resize(&grey, columns, rows, image::imageops::FilterType::Triangle)
    };
    let sample = |column: u32, row: u32| {
        let share = f32::from(grey.get_pixel(column, row).0[0]) / f32::from(u16::MAX);
        // To a tenth of a millimetre: nobody can see more, and the file stays short.
        (share * options.height * 1e4).round() / 1e4
    };
    let heights = (0..rows).map(|row| (0..columns).map(|column| sample(column, row)).collect()).collect();
    let size = [width, height].map(|pixels| (pixels - 1) as f32 * options.scale);
    let shape = ShapeSpec::HeightField { size, heights };
    Ok(plain(name, shape, [0.0; 3], Some(BodyKind::Static)))
}
