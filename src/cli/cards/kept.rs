//! The cards that the user has imported: one file in the user's data folder.
//!
//! ```text
//! DATA/cards/imported.hjc            the definitions, as `cards::packed` packs them
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::cards::packed::{Definition, Line, Packed, Unpacked, pack};
use crate::cli::exit::Fault;
use crate::cli::shelf::{Data, write_whole};

/// The largest file of imported cards that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// Where the imported cards are.
pub(in crate::cli) struct Kept {
    path: PathBuf,
}

impl Kept {
    /// Those of this data folder, if there is one.
    pub(in crate::cli) fn of(data: &Data) -> Option<Self> {
        Some(Self { path: data.folder()?.join("cards").join("imported.hjc") })
    }

    /// The file.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.path
    }

    /// What the file holds; nothing where no card has been imported.
    pub(in crate::cli) fn bytes(&self) -> Result<Option<Vec<u8>>, Fault> {
        let size = match fs::metadata(&self.path) {
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Fault::file(&self.path, error)),
        };
        if size > LARGEST {
            return Err(self.broken());
        }
        let bytes = fs::read(&self.path).map_err(|error| Fault::file(&self.path, error))?;
        if Packed::new(&bytes).is_none() { Err(self.broken()) } else { Ok(Some(bytes)) }
    }

    /// The imported cards, by their own names.
    pub(super) fn cards(&self) -> Result<BTreeMap<String, Definition>, Fault> {
        let Some(bytes) = self.bytes()? else { return Ok(BTreeMap::new()) };
        let packed = Packed::new(&bytes).ok_or_else(|| self.broken())?;
        let mut lines: BTreeMap<Line, (String, Vec<String>)> = BTreeMap::new();
        for place in 0..packed.names() {
            let line = packed.line(place).ok_or_else(|| self.broken())?;
            let (own, names) = lines.entry(line).or_default();
            let name = packed.name(place).to_owned();
            if packed.is_own(place) { *own = name } else { names.push(name) }
        }
        let mut unpacked = Unpacked::default();
        let mut cards = BTreeMap::new();
        for (line, (own, mut names)) in lines {
            let definition = packed.definition(line, &mut unpacked).ok_or_else(|| self.broken())?.to_owned();
            names.insert(0, own.clone());
            cards.insert(own, Definition { names, line: definition });
        }
        Ok(cards)
    }

    /// Keeps these cards and no others: whoever reads finds those of before or these, whole.
    pub(super) fn keep(&self, cards: BTreeMap<String, Definition>) -> Result<(), Fault> {
        if cards.is_empty() {
            return self.remove();
        }
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Fault::file(folder, error))?;
        let cards: Vec<Definition> = cards.into_values().collect();
        let bytes = pack(&cards).map_err(|fault| Fault::file(&self.path, fault))?;
        write_whole(&self.path, &bytes)
    }

    /// Forgets all imported cards.
    pub(super) fn remove(&self) -> Result<(), Fault> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Fault::file(&self.path, error)),
            _ => Ok(()),
        }
    }

    /// The fault of a file that can't be used.
    pub(in crate::cli) fn broken(&self) -> Fault {
        Fault::file(&self.path, "it holds no imported cards that this headjudge can read")
            .with_help("`headjudge cards import --remove` takes it away; then import the Oracle file again")
    }
}
