//! Broken input of every kind: whatever stands in a file, the loaders answer in words, in time and in bounded memory.
//!
//! Good files are cut, doubled, mixed and overwritten at random. Half a second is spent on each kind of file; `FUZZ_SECS=600 cargo
//! test --test fuzz` goes on for ten minutes, and `FUZZ_SEED=n` begins elsewhere. What fails is written to the temporary folder.

use jitterscope::preset::import::{ImportOptions, gltf_bodies, obj_bodies, picture_body};
use jitterscope::preset::{self, Problems};
use jitterscope::session::saved::SavedRun;
use jitterscope::session::{Command, Session, Source};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Longest that one file may take, however it is made: nothing hangs.
const SLOWEST: Duration = Duration::from_secs(20);

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// What likes to break readers.
const WORDS: [&[u8]; 24] = [
    b"1e999",
    b"-1e38",
    b"NaN",
    b"null",
    b"4294967296",
    b"-1",
    b"0",
    b"1e-45",
    b"\"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"\\ud800",
    b"\xff\xfe",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"20000",
    b"true",
    b"\n",
    b"\"repeat\": {\"type\": \"grid\", \
    \"count\": [99999, 99999, 99999], \"step\": [1, 1, 1]},",
    b"\"name\": \"floor\",",
    b"18446744073709551616",
];

/// A file made from good ones.
fn broken(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied()).for_each(drop),
            2 if at < bytes.len() => bytes[at] = random.next() as u8,
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            4 => {
                let end = (at + random.below(200)).min(bytes.len());
                bytes.drain(at..end);
            }
            5 => {
                let end = (at + random.below(400)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            6 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let part = &other[from..(from + random.below(300)).min(other.len())];
                bytes.splice(at..at, part.iter().copied());
            }
            // A number in a text becomes another one.
            _ => {
                let digits = |b: &u8| b.is_ascii_digit() || b".-+e".contains(b);
                let start = (at..bytes.len()).find(|i| bytes[*i].is_ascii_digit());
                if let Some(start) = start {
                    let end = (start..bytes.len()).find(|i| !digits(&bytes[*i])).unwrap_or(bytes.len());
                    let word =
                        [&b"0"[..], b"-1", b"1e9", b"3.5e38", b"1e-30", b"65536", b"2147483648"][random.below(7)];
                    bytes.splice(start..end, word.iter().copied());
                }
            }
        }
    }
    bytes
}

/// Feeds `read` with broken files for as long as is asked for; returns how many it took.
fn feed(name: &str, seeds: &[Vec<u8>], read: impl Fn(&[u8]) -> bool) {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let length = number("FUZZ_SECS").map_or(Duration::from_millis(500), Duration::from_secs);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (number("FUZZ_SEED").unwrap_or(1) << 8) ^ name.len() as u64);
    let begun = Instant::now();
    let (mut files, mut good) = (0_u64, 0_u64);
    while begun.elapsed() < length {
        let bytes = broken(&mut random, seeds);
        let alone = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
        let keep = || {
            let path = std::env::temp_dir().join(format!("jitterscope-fuzz-{name}-{files}"));
            std::fs::write(&path, &bytes).unwrap();
            path
        };
        match outcome {
            Ok(is_good) => good += u64::from(is_good),
            Err(_) => panic!("{name}: file {files} makes the reader panic; it lies at {}", keep().display()),
        }
        assert!(alone.elapsed() < SLOWEST, "{name}: file {files} takes too long; it lies at {}", keep().display());
        files += 1;
    }
    println!("{name}: {files} files, {good} of them still good, in {:.0} s", begun.elapsed().as_secs_f64());
    assert!(files > 20 && good < files, "{files} files of which {good} are good try nothing");
}

fn has_words(problems: &Problems) -> bool {
    problems.iter().count() > 0 && problems.iter().all(|problem| !problem.message.is_empty())
}

#[test]
fn presets() {
    let seeds: Vec<Vec<u8>> = preset::shipped().iter().map(|shipped| shipped.text.as_bytes().to_vec()).collect();
    feed("preset", &seeds, |bytes| {
        let _ = std::str::from_utf8(bytes).map(preset::salvage);
        match preset::parse_bytes(bytes) {
            Err(problems) => {
                assert!(has_words(&problems));
                false
            }
            Ok(preset) => {
                // What loads can be run, or says why not; and can be saved as it is.
                match preset.instantiate(preset.variants.names().next()) {
                    Ok(mut instance) if instance.world.bodies().len() < 200 => {
                        for _ in 0..2 {
                            let _ = instance.step(&mut ());
                        }
                    }
                    Ok(_) => {}
                    Err(problems) => assert!(has_words(&problems)),
                }
                assert_eq!(preset::parse(&preset.to_text().expect("it saves")).expect("it loads again"), preset);
                true
            }
        }
    });
}

/// Links of 65 km that are 12 cm thick: the mass matrix of the direct solver was not definite within rounding, which stopped
/// the program. (Found after 149,730 files.)
#[test]
fn a_chain_of_needles_is_run_or_refused() {
    let text = r#"{"format": "jitterscope-preset", "version": 1, "title": "needles", "scene": {"bodies": [
        {"name": "hook", "type": "static", "shape": {"type": "box", "size": [0.6, 0.2, 0.6]}, "position": [0, 4.1, 0]}],
        "templates": [{"type": "chain", "name": "chain", "count": 10, "shape": {"type": "capsule", "length": 65536, "radius": 0.06},
                       "start": [0, 4, 0], "direction": [0.3, -1, 0], "attach_to": "hook"}]}}"#;
    let mut instance = preset::parse(text).unwrap().instantiate(None).unwrap();
    for _ in 0..30 {
        if let Err(fault) = instance.step(&mut ()) {
            assert!(fault.to_string().contains("no longer a finite number"), "{fault}");
            return;
        }
    }
    assert!(instance.world.states().iter().all(|state| state.is_finite()));
}

fn obj_seed() -> Vec<u8> {
    let mut text = "mtllib a.mtl\no crate\n".to_owned();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", k & 1, k >> 1 & 1, k >> 2);
    }
    text += "vn 0 1 0\nvt 0 0\nusemtl m\ns off\nf 1/1/1 3/1/1 4/1/1 2/1/1\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf -8 -4 -2 -6\nf 2 4 8 6\n";
    text.into_bytes()
}

#[test]
fn obj_files() {
    feed("obj", &[obj_seed()], |bytes| obj_bodies(bytes, "fuzz", &ImportOptions::default()).is_ok());
}

/// A box as glTF text with its buffer beside it, and the same as one binary file.
fn gltf_seeds() -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut data = Vec::new();
    for k in 0..8_u32 {
        for axis in 0..3 {
            data.extend(((k >> axis & 1) as f32).to_le_bytes());
        }
    }
    for index in [0_u16, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 2, 6, 7] {
        data.extend(index.to_le_bytes());
    }
    let json = |uri: &str| {
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"mesh": 0, "translation": [1, 2, 3], "children": [1]}}, {{"mesh": 0, "scale": [2, 1, 1]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
            "buffers": [{{"byteLength": {}{uri}}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 96}}, {{"buffer": 0, "byteOffset": 96, "byteLength": 36}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}},
            {{"bufferView": 1, "componentType": 5123, "count": 18, "type": "SCALAR"}}]}}"#,
            data.len()
        )
    };
    let mut text = json("").into_bytes();
    while text.len() % 4 != 0 {
        text.push(b' ');
    }
    let mut binary = b"glTF\x02\0\0\0".to_vec();
    binary.extend(((28 + text.len() + data.len()) as u32).to_le_bytes());
    for (kind, part) in [(b"JSON", &text), (b"BIN\0", &data)] {
        binary.extend((part.len() as u32).to_le_bytes());
        binary.extend(kind);
        binary.extend(part);
    }
    (vec![json(r#", "uri": "data.bin""#).into_bytes(), binary], data)
}

#[test]
fn gltf_files() {
    let (seeds, data) = gltf_seeds();
    let open = |_: &str| Ok(data.clone());
    for seed in &seeds {
        assert!(gltf_bodies(seed, "fuzz", &ImportOptions::default(), &open).is_ok(), "the seeds are good");
    }
    feed("gltf", &seeds, |bytes| gltf_bodies(bytes, "fuzz", &ImportOptions::default(), &open).is_ok());
}

#[test]
fn pictures() {
    let mut picture = std::io::Cursor::new(Vec::new());
    let grey = image::GrayImage::from_fn(9, 7, |x, y| image::Luma([(x * y) as u8]));
    grey.write_to(&mut picture, image::ImageFormat::Png).unwrap();
    feed("png", &[picture.into_inner()], |bytes| picture_body(bytes, "fuzz", &ImportOptions::default()).is_ok());
}

#[test]
fn recordings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording.jsonl");
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped("control-bouncing-ball".to_owned())));
    session.apply(Command::Step(20));
    session.apply(Command::SetSetting { path: "gravity".to_owned(), value: serde_json::json!([0.0, -5.0, 0.0]) });
    session.apply(Command::Step(20));
    session.apply(Command::SaveRecording(path.clone()));
    let seed = std::fs::read(&path).expect("it was saved");
    assert!(SavedRun::read_from(&mut seed.as_slice()).is_ok());
    feed("recording", &[seed], |mut bytes| match SavedRun::read_from(&mut bytes) {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.problem.is_empty());
            false
        }
    });
}
