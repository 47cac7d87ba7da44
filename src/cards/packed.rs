//! Many definitions in little room: blocks of compressed lines, with an index by name.
//!
//! `build.rs` compiles this file as well, to pack the library that is made from Oracle text. The packed bytes are searched where
//! they lie: a look-up compares some fifteen keys, and reading a card unpacks one block.
//!
//! ```text
//! magic, number of names, number of blocks, length of the keys, of the names   whole numbers of 4 bytes, the least byte first
//! where each key ends in the keys, each name in the names; where its definition is   4 bytes each
//! where each block ends in the blocks                                  4 bytes each
//! the keys, which are the folded names, in order
//! the names, in the same order
//! the blocks: lines, each a definition, deflated
//! ```

use std::io::Write as _;
use std::ops::Range;

use flate2::{Decompress, FlushDecompress, Status};

use super::fold::fold;

/// What packed definitions begin with; the number is that of the layout.
const MAGIC: &[u8; 8] = b"hjcards2";
/// How long the numbers at the front are, with the magic.
const FRONT: usize = MAGIC.len() + 4 * NUMBER;
/// How long a whole number is.
const NUMBER: usize = 4;
/// About how long the lines of a block are before they are deflated: longer blocks are smaller, shorter ones are read sooner.
const BLOCK: usize = 3 << 10;
/// The most lines of a block, as a place has a byte for the line.
const MOST_LINES: usize = 1 << 8;
/// The most that a block may be when it is unpacked; a definition is shorter.
const LONGEST: usize = 4 << 20;
/// The sign in a place that the name is the card's own.
const OWN: u32 = 1 << 31;

/// Packed definitions.
#[derive(Debug, Clone, Copy)]
pub struct Packed<'b> {
    // INVARIANT: as long as the numbers at the front say, so far as `new` looks; what else is wrong makes definitions unfindable.
    bytes: &'b [u8],
    names: usize,
    blocks: usize,
    /// Where the keys, the names and the blocks begin in the bytes.
    texts: [usize; 3],
}

/// Where a definition is: the number of its block, and of its line there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    block: u32,
    line: u32,
}

/// A block that was unpacked and may be asked for again.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// Its number and its lines.
    block: Option<(u32, String)>,
    /// What unpacks, with its tables, which would take longer to be made than a block to be unpacked.
    unpacker: Option<Decompress>,
}

impl Unpacked {
    /// The lines of a block; nothing if it is broken.
    fn lines(&mut self, bytes: &[u8]) -> Option<String> {
        let unpacker = self.unpacker.get_or_insert_with(|| Decompress::new(false));
        let mut room = 2 * BLOCK;
        while room <= LONGEST {
            unpacker.reset(false);
            let mut lines = Vec::with_capacity(room);
            // To the end at once: no copy is kept of what may be referred to later.
            match unpacker.decompress_vec(bytes, &mut lines, FlushDecompress::Finish).ok()? {
                Status::StreamEnd => return String::from_utf8(lines).ok(),
                Status::Ok | Status::BufError => room *= 4,
            }
        }
        None
    }
}

impl<'b> Packed<'b> {
    /// Packed definitions that lie in these bytes; none if they are something else.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Option<Self> {
        if !bytes.starts_with(MAGIC) {
            return None;
        }
        let front = |place: usize| number(bytes, MAGIC.len() + place * NUMBER).map(|number| number as usize);
        let (names, blocks) = (front(0)?, front(1)?);
        let of_keys = names.checked_mul(3)?.checked_add(blocks)?.checked_mul(NUMBER)?.checked_add(FRONT)?;
        let of_names = of_keys.checked_add(front(2)?)?;
        let of_blocks = of_names.checked_add(front(3)?)?;
        let packed = Self { bytes, names, blocks, texts: [of_keys, of_names, of_blocks] };
        (of_blocks <= bytes.len()).then_some(packed)
    }

    /// How many names there are.
    #[must_use]
    pub const fn names(&self) -> usize {
        self.names
    }

    /// The name of that place, as printed; an empty one if there are fewer.
    #[must_use]
    pub fn name(&self, place: usize) -> &'b str {
        let [_, of_names, _] = self.texts;
        let range = self.part(FRONT + self.names * NUMBER, of_names, place);
        range.and_then(|range| str::from_utf8(self.bytes.get(range)?).ok()).unwrap_or_default()
    }

    /// The folded form of the name of that place.
    fn key(&self, place: usize) -> &'b [u8] {
        let [of_keys, ..] = self.texts;
        self.part(FRONT, of_keys, place).and_then(|range| self.bytes.get(range)).unwrap_or_default()
    }

    /// Whether that name is the card's own rather than that of a further face.
    #[must_use]
    pub fn is_own(&self, place: usize) -> bool {
        self.place(place).is_some_and(|place| place & OWN != 0)
    }

    /// The places of the names that fold to this key.
    #[must_use]
    pub fn find(&self, key: &str) -> Range<usize> {
        // Half of what is left each time: what stands before `first` is less than the key, and nothing from `end` on is.
        let (mut first, mut end) = (0, self.names);
        while first < end {
            let middle = first.midpoint(end);
            if self.key(middle) < key.as_bytes() { first = middle + 1 } else { end = middle }
        }
        let count = (first..self.names).take_while(|place| self.key(*place) == key.as_bytes()).count();
        first..first + count
    }

    /// Where the definition of the card with that name is.
    #[must_use]
    pub fn line(&self, place: usize) -> Option<Line> {
        let place = self.place(place)? & !OWN;
        Some(Line { block: place >> 8, line: place & 0xff })
    }

    /// The definition of a line; none if its block is broken.
    pub fn definition<'u>(&self, line: Line, unpacked: &'u mut Unpacked) -> Option<&'u str> {
        if unpacked.block.as_ref().is_none_or(|(block, _)| *block != line.block) {
            let [_, _, of_blocks] = self.texts;
            let ends = FRONT + 3 * self.names * NUMBER;
            let block = usize::try_from(line.block).ok().filter(|block| *block < self.blocks)?;
            let bytes = self.bytes.get(self.part(ends, of_blocks, block)?)?;
            unpacked.block = Some((line.block, unpacked.lines(bytes)?));
        }
        unpacked.block.as_ref()?.1.lines().nth(usize::try_from(line.line).ok()?)
    }

    fn place(&self, place: usize) -> Option<u32> {
        (place < self.names).then(|| number(self.bytes, FRONT + (2 * self.names + place) * NUMBER))?
    }

    /// Where a text of a table lies: `ends` is where its ends are listed, `start` where its texts begin.
    fn part(&self, ends: usize, start: usize, place: usize) -> Option<Range<usize>> {
        let end = |place: usize| number(self.bytes, ends.checked_add(place.checked_mul(NUMBER)?)?);
        let before = place.checked_sub(1).map_or(Some(0), end)?;
        Some(start.checked_add(before as usize)?..start.checked_add(end(place)? as usize)?)
    }
}

/// The whole number at a place.
fn number(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..place.checked_add(NUMBER)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// A card to be packed.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its own name first, then the other names under which it is found.
    pub names: Vec<String>,
    /// Its definition, on one line.
    pub line: String,
}

/// Packs definitions; they lie in blocks in the order in which they are given.
///
/// # Errors
/// If they are more than the layout has room for.
pub fn pack(definitions: &[Definition]) -> Result<Vec<u8>, String> {
    let room = |number: usize| u32::try_from(number).map_err(|_| "too many cards to be packed".to_owned());
    let mut names: Vec<(String, &str, u32)> = Vec::new();
    let (mut blocks, mut ends) = (Vec::new(), Vec::new());
    let (mut block, mut lines) = (String::new(), 0);
    let mut close = |block: &mut String| -> Result<u32, String> {
        let mut encoder = flate2::write::DeflateEncoder::new(&mut blocks, flate2::Compression::best());
        encoder
            .write_all(block.as_bytes())
            .and_then(|()| encoder.finish())
            .map_err(|fault| fault.to_string())?;
        block.clear();
        ends.push(room(blocks.len())?);
        room(ends.len())
    };
    let mut number = 0;
    for definition in definitions {
        if definition.line.contains('\n') {
            return Err(format!("a definition is on one line: {}", definition.line));
        }
        if lines == MOST_LINES || !block.is_empty() && block.len() + definition.line.len() > BLOCK {
            number = close(&mut block)?;
            lines = 0;
        }
        let place = number << 8 | room(lines)?;
        if number >= 1 << 23 {
            return Err("too many cards to be packed".to_owned());
        }
        for (at, name) in definition.names.iter().enumerate() {
            names.push((fold(name), name, if at == 0 { place | OWN } else { place }));
        }
        block.push_str(&definition.line);
        block.push('\n');
        lines += 1;
    }
    if !block.is_empty() {
        close(&mut block)?;
    }
    // Of one name that of a card stands before those of faces.
    names.sort_by_key(|(key, name, place)| (key.clone(), *name, place & OWN == 0, *place));
    let ends_of = |texts: &mut dyn Iterator<Item = &str>| -> Vec<usize> {
        texts
            .scan(0, |end, text| {
                *end += text.len();
                Some(*end)
            })
            .collect()
    };
    let of_keys = ends_of(&mut names.iter().map(|(key, ..)| key.as_str()));
    let of_names = ends_of(&mut names.iter().map(|(_, name, _)| *name));
    let length = |ends: &[usize]| ends.last().copied().unwrap_or(0);
    let front = [names.len(), ends.len(), length(&of_keys), length(&of_names)];
    let mut bytes = MAGIC.to_vec();
    for number in front.into_iter().chain(of_keys).chain(of_names) {
        bytes.extend(room(number)?.to_le_bytes());
    }
    let numbers = names.iter().map(|(.., place)| *place).chain(ends);
    bytes.extend(numbers.flat_map(u32::to_le_bytes));
    bytes.extend(names.iter().flat_map(|(key, ..)| key.bytes()));
    bytes.extend(names.iter().flat_map(|(_, name, _)| name.bytes()));
    bytes.extend(blocks);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Definition, Packed, Unpacked, pack};

    fn packed() -> Vec<u8> {
        let long = "x".repeat(20_000);
        let definitions =
            [("Ænsh", "one"), ("Bear // Cub", "two"), ("Dór", &long), ("dor", &long), ("E", "5")];
        let definitions = definitions.map(|(name, line)| {
            let faces = name.split(" // ").filter(|face| *face != name).map(str::to_owned);
            let names = std::iter::once(name.to_owned()).chain(faces).collect();
            Definition { names, line: line.to_owned() }
        });
        pack(&definitions).expect("there is room")
    }

    #[test]
    fn a_definition_is_found_by_each_of_its_names() {
        let bytes = packed();
        let packed = Packed::new(&bytes).expect("packed definitions");
        assert_eq!(packed.names(), 7);
        let mut unpacked = Unpacked::default();
        let mut found = |key: &str| {
            let line = packed.line(packed.find(key).next()?)?;
            packed.definition(line, &mut unpacked).map(|text| text.len())
        };
        assert_eq!(
            ["aensh", "bear // cub", "cub", "e", "f"].map(&mut found),
            [Some(3), Some(3), Some(3), Some(1), None]
        );
        let of_both = packed.find("dor");
        assert_eq!(of_both.clone().map(|place| packed.name(place)).collect::<Vec<_>>(), ["Dór", "dor"]);
        assert!(packed.is_own(of_both.start) && !packed.is_own(packed.find("cub").start));
    }

    #[test]
    fn broken_bytes_are_no_definitions_and_no_panic() {
        let bytes = packed();
        for end in 0..bytes.len() {
            let broken = bytes.get(..end).expect("a shorter one");
            if let Some(packed) = Packed::new(broken) {
                for place in 0..=packed.names() {
                    let line = packed.line(place);
                    line.and_then(|line| Some(packed.definition(line, &mut Unpacked::default())?.len()));
                }
            }
        }
        for place in 0..bytes.len().min(200) {
            let mut broken = bytes.clone();
            if let Some(byte) = broken.get_mut(place) {
                *byte ^= 0x55;
            }
            if let Some(packed) = Packed::new(&broken) {
                let _ = packed.find("dor").count();
                packed
                    .line(0)
                    .and_then(|line| Some(packed.definition(line, &mut Unpacked::default())?.len()));
            }
        }
    }
}
