//! `--shard 2/4`: a part of the scenarios, the same on every machine. Files that are added later move no other.

use std::path::{Component, Path, PathBuf};

/// One part of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which, from 1.
    number: u64,
    /// Of how many.
    of: u64,
}

impl Shard {
    /// Reads `2/4`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("write `1/4` for the first of four parts".to_owned()),
        }
    }

    /// Whether the scenario is in this part: by its file and title alone.
    pub(super) fn has(self, file: &str, title: &str) -> bool {
        hash(&[file.as_bytes(), b"\n", title.as_bytes()]) % self.of == self.number - 1
    }
}

/// A number made of the bytes that never changes between versions: FNV-1a, with its bits mixed once more so that the last
/// ones are as good as the first.
pub(super) fn hash(pieces: &[&[u8]]) -> u64 {
    let bytes = pieces.iter().flat_map(|piece| piece.iter());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// A file's name by which it is known from run to run: with slashes, from the working folder where it lies below it.
pub(super) fn key(path: &Path, working: Option<&Path>) -> String {
    let path = working.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    let parts: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    parts.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Shard, hash, key};

    #[test]
    fn every_scenario_is_in_exactly_one_part() {
        let of = 4;
        let parts: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
        let mut counts = vec![0; parts.len()];
        for number in 0..4000 {
            let file = format!("scenarios/{number}.scn");
            let homes: Vec<usize> =
                (0..parts.len()).filter(|part| parts[*part].has(&file, "title")).collect();
            assert_eq!(homes.len(), 1, "{file}");
            counts[homes[0]] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_part_is_the_same_for_ever() {
        assert_eq!(hash(&[b"scenarios/a.scn", b"\n", b"A ring"]), 16_664_809_775_348_559_311);
    }

    #[test]
    fn only_parts_that_are_there_can_be_asked_for() {
        assert_eq!(Shard::parse("2/4"), Ok(Shard { number: 2, of: 4 }));
        for wrong in ["", "0/4", "5/4", "1", "1/0", "-1/4", "a/b", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_has_one_name_however_it_is_typed() {
        let here = Some(Path::new("/folder"));
        for typed in ["a/b.scn", "./a/b.scn", "a/./b.scn", "/folder/a/b.scn"] {
            assert_eq!(key(Path::new(typed), here), "a/b.scn");
        }
    }
}
