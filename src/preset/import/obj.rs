//! Wavefront OBJ: vertices, faces, and the objects or groups that they belong to. Normals, textures and materials are not
//! asked for. (The library that was tried first stops the program on some broken files.)

use super::super::{Problem, Problems};
use super::{MAX_TRIANGLES, Mesh};

/// One mesh per object or group that has faces; faces before the first one get the name of the file.
pub(super) fn meshes(bytes: &[u8], name: &str) -> Result<Vec<Mesh>, Problems> {
    let text = String::from_utf8_lossy(bytes);
    let mut points: Vec<[f32; 3]> = Vec::new();
    let mut objects: Vec<(String, Vec<[u32; 3]>)> = vec![(name.to_owned(), Vec::new())];
    let mut triangles = 0;
    for (index, line) in text.lines().enumerate() {
        let failure = |message: String| {
            Problems(vec![Problem {
                path: String::new(),
                line: Some(index + 1),
                message: format!("line {}: {message}", index + 1),
            }])
        };
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => points.push(point(&mut words).map_err(failure)?),
            Some("f") => {
                let corners = words.map(|word| corner(word, points.len())).collect::<Result<Vec<u32>, String>>();
                let corners = corners.map_err(failure)?;
                if corners.len() < 3 {
                    return Err(failure(format!("a face needs at least 3 corners, this one has {}", corners.len())));
                }
                triangles += corners.len() - 2;
                if triangles > MAX_TRIANGLES {
                    return Err(failure(format!("more than {MAX_TRIANGLES} triangles are not read")));
                }
                // A fan: for a hull it does not matter how a polygon is cut.
                let fan = corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]);
                if let Some((_, object)) = objects.last_mut() {
                    object.extend(fan);
                }
            }
            Some("o" | "g") => {
                let own = words.collect::<Vec<_>>().join(" ");
                objects.push((if own.is_empty() { name.to_owned() } else { own }, Vec::new()));
            }
            _ => {}
        }
    }
    objects.retain(|(_, triangles)| !triangles.is_empty());
    Ok(objects.into_iter().map(|(name, triangles)| compact(name, &points, &triangles)).collect())
}

fn point<'t>(words: &mut impl Iterator<Item = &'t str>) -> Result<[f32; 3], String> {
    let mut point = [0.0; 3];
    for number in &mut point {
        let word = words.next().ok_or("a vertex needs three numbers")?;
        *number = word.parse().map_err(|_| format!("“{}” is no number", shortened(word)))?;
    }
    Ok(point)
}

/// The place in the list of points of a corner written as `7`, `7/2/3` or `-1` (the last one so far).
fn corner(word: &str, count: usize) -> Result<u32, String> {
    let number = word.split('/').next().unwrap_or(word);
    let number: i64 = number.parse().map_err(|_| format!("“{}” is no corner of a face", shortened(word)))?;
    let count = count as i64;
    let place = if number < 0 { count.checked_add(number) } else { number.checked_sub(1) };
    match place.filter(|place| (0..count).contains(place)) {
        Some(place) => Ok(place as u32),
        None => Err(format!("a face asks for vertex {number} of {count}")),
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

/// A mesh with those points alone that its triangles use.
fn compact(name: String, points: &[[f32; 3]], triangles: &[[u32; 3]]) -> Mesh {
    let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let place = |index: u32| used.binary_search(&index).unwrap_or(0) as u32;
    Mesh {
        name,
        triangles: triangles.iter().map(|triangle| triangle.map(place)).collect(),
        points: used.iter().map(|index| points[*index as usize]).collect(),
    }
}
