//! A file of Oracle texts read card by card: the file may be large, and no card may.

use std::cell::Cell;
use std::io::{self, Read};

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{OracleCard, card};

/// The longest that a card may be in a file, in bytes: with all that is said of it besides its text.
const LONGEST_CARD: u64 = 4 << 20;

/// The most cards of a file; a list of all printings in all languages has fewer.
const MOST_CARDS: usize = 1_000_000;

/// Shows each card of a file: of a list of cards, of objects one after the other, or of MTGJSON's cards by their names.
///
/// # Errors
/// The first line that is no such thing, counted from 1, with what is wrong.
pub fn each(reader: impl Read, show: &mut dyn FnMut(OracleCard)) -> Result<(), (usize, String)> {
    let meter = Meter::default();
    let metered = Metered { reader, meter: &meter };
    let mut cards = Cards { show, meter: &meter, count: 0 };
    let mut file = serde_json::Deserializer::from_reader(io::BufReader::new(metered));
    loop {
        Whole(&mut cards).deserialize(&mut file).map_err(|fault| (fault.line().max(1), told(&fault)))?;
        // More may follow, as in a file of a card a line.
        if file.end().is_ok() {
            return Ok(());
        }
    }
}

/// A fault without its place, which is told beside it.
fn told(fault: &serde_json::Error) -> String {
    let text = fault.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// How much has been read since the last card.
#[derive(Default)]
struct Meter(Cell<u64>);

struct Metered<'m, R> {
    reader: R,
    meter: &'m Meter,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.meter.0.get() > LONGEST_CARD {
            return Err(io::Error::other(format!("a card of more than {} megabytes", LONGEST_CARD >> 20)));
        }
        let read = self.reader.read(into)?;
        self.meter.0.set(self.meter.0.get().saturating_add(read as u64));
        Ok(read)
    }
}

/// What takes the cards of a file.
struct Cards<'t> {
    show: &'t mut dyn FnMut(OracleCard),
    meter: &'t Meter,
    count: usize,
}

impl Cards<'_> {
    fn add(&mut self, value: &Value) -> Result<(), String> {
        self.meter.0.set(0);
        self.count += 1;
        if self.count > MOST_CARDS {
            return Err(format!("more than {MOST_CARDS} cards"));
        }
        if let Some(card) = card(value) {
            (self.show)(card);
        }
        Ok(())
    }
}

/// A card, a list of cards, or a file that holds such a thing as its data.
struct Whole<'c, 't>(&'c mut Cards<'t>);

impl<'de> DeserializeSeed<'de> for Whole<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a card or a list of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(value) = list.next_element::<Value>()? {
            self.0.add(&value).map_err(A::Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut own = Map::new();
        let mut is_file = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => {
                    is_file = true;
                    map.next_value_seed(Data(&mut *self.0))?;
                }
                "meta" => drop(map.next_value::<IgnoredAny>()?),
                _ => drop(own.insert(key, map.next_value()?)),
            }
        }
        if is_file { Ok(()) } else { self.0.add(&Value::Object(own)).map_err(A::Error::custom) }
    }
}

/// The cards of a file that says more than they: a list of them, or lists of faces by the names of cards.
struct Data<'c, 't>(&'c mut Cards<'t>);

impl<'de> DeserializeSeed<'de> for Data<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Data<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list of cards, or cards by their names")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        Whole(self.0).visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let faces: Vec<Value> = map.next_value()?;
            self.0.add(&atomic(name, &faces)).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// What MTGJSON calls what is called otherwise here.
const NAMES: [(&str, &str); 8] = [
    ("type", "type_line"),
    ("manaCost", "mana_cost"),
    ("text", "oracle_text"),
    ("colorIndicator", "color_indicator"),
    ("power", "power"),
    ("toughness", "toughness"),
    ("loyalty", "loyalty"),
    ("defense", "defense"),
];

/// A card of MTGJSON, of which each face is an object, in the form of the others.
fn atomic(name: String, faces: &[Value]) -> Value {
    let side = |face: &Value| face.get("side").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut sorted: Vec<&Value> = faces.iter().collect();
    sorted.sort_by_key(|face| side(face));
    let face = |its: &&Value| {
        let own = its.get("faceName").or(its.get("name")).cloned().unwrap_or_default();
        let fields =
            NAMES.iter().filter_map(|(theirs, ours)| Some(((*ours).to_owned(), its.get(*theirs)?.clone())));
        fields.chain([("name".to_owned(), own)]).collect::<Map<String, Value>>()
    };
    let of_first = |key: &str| sorted.first().and_then(|face| face.get(key)).cloned();
    let mut whole = match sorted.as_slice() {
        [only] => face(only),
        several => {
            let faces = several.iter().map(|its| Value::Object(face(its))).collect();
            Map::from_iter([("card_faces".to_owned(), Value::Array(faces))])
        }
    };
    whole.insert("name".to_owned(), Value::String(name));
    whole.extend(of_first("layout").map(|layout| ("layout".to_owned(), layout)));
    if sorted.len() > 1 && sorted.iter().any(|face| face.get("side").is_none()) {
        whole.insert("layout".to_owned(), Value::String("several cards".to_owned()));
    }
    if of_first("isFunny").and_then(|funny| funny.as_bool()) == Some(true) {
        whole.insert("kind".to_owned(), Value::String("funny".to_owned()));
    }
    Value::Object(whole)
}
