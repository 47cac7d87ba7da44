//! `headjudge card "Oblivion Ring"`: how headjudge reads a card, in words.

use std::io::Write;

use clap::ValueEnum;
use colored::Colorize;
use serde::{Serialize, Serializer};

use super::exit::{Exit, Fault};
use super::pool::{self, Cards};
use super::wrap::wrap;
use crate::cards::written::{InJson, as_item, written};
use crate::cards::{Origin, library};
use crate::diag::did_you_mean;
use crate::engine::{Gap, gaps};
use crate::ir::node::Node as _;
use crate::ir::tree::Tree;
use crate::ir::{Ability, Card, Face};
use crate::oracle;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The name of a card or of one of its faces; several words need no quotation marks
    #[arg(required = true, value_name = "NAME")]
    name: Vec<String>,
    #[command(flatten)]
    cards: Cards,
    /// How the card is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print the card's definition as it would stand in a file of cards
    #[arg(long, conflicts_with_all = ["format", "json"])]
    yaml: bool,
    /// The same as `--format json`: name, faces, how each ability is read and what of it is not played, where the card comes
    /// from, and its definition (`form`), which a file for `--cards` may hold as it is
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let name = arguments.name.join(" ");
    let card = match pool.get(&name) {
        Ok(Some(card)) => card,
        Ok(None) => {
            let fault = Fault::usage(format!("no card named `{name}` is in the card pool"));
            if let Some(name) = library::declined(&name) {
                return Err(fault.with_help(format!(
                    "`{name}` is a card whose text headjudge can't read to the end yet; `headjudge card` shows what is not \
                     understood if its text stands in a file that is named with `--cards`"
                )));
            }
            return Err(match did_you_mean(&pool.nearest(&name)) {
                Some(help) => fault.with_help(help),
                None => fault
                    .with_help("write its definition or its text into a file and name that with `--cards`"),
            });
        }
        Err(unreadable) => return pool::report(&unreadable, errors),
    };
    let origin = pool.origin(&name).filter(|origin| pool.refuses_users_cards() && origin.is_users());
    if let Some(path) = origin.as_ref().and_then(Origin::file) {
        return Err(Fault::usage(format!("`{}` is a user's card, and none may be used here", card.name()))
            .with_help(format!("it is defined in {path}")));
    }
    if arguments.yaml {
        out.write_all(written(&card).as_bytes())?;
        return Ok(Exit::Expected);
    }
    let form = card.written();
    let page = Page::of(&card, pool.origin(&name), &form);
    match if arguments.json { Format::Json } else { arguments.format } {
        Format::Text => out.write_all(page.text().as_bytes())?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &page).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Expected)
}

/// A card in the shape of the JSON output.
#[derive(Debug, Serialize)]
struct Page<'c> {
    name: String,
    layout: &'static str,
    /// Where the card comes from.
    from: Whence,
    faces: Vec<Side>,
    /// The fingerprint of the Oracle text that the definition was written from.
    oracle: Option<String>,
    /// The definition, as `--yaml` prints it.
    form: InJson<'c>,
}

/// Where a card comes from.
#[derive(Debug, Default, Serialize)]
struct Whence {
    /// `written` by hand for headjudge, made from the `oracle` text, of a user's `file`, or `imported` by the user.
    kind: &'static str,
    /// The file that defines or keeps it: in headjudge's project, or the user's.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// A face of it.
#[derive(Debug, Serialize)]
struct Side {
    name: String,
    cost: Option<String>,
    colors: Option<Vec<&'static str>>,
    types: String,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    abilities: Vec<Reading>,
}

/// How an ability is read.
#[derive(Debug, Serialize)]
struct Reading {
    /// In Oracle's wording, unless the rows of the grammar can't write it.
    words: Option<String>,
    /// The form itself, where there are no words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
    /// Whether headjudge can't play all of it, so that a scenario that comes to the rest is undecided.
    unplayed: bool,
    /// What that rest is.
    gaps: Vec<Rest>,
}

/// A form by itself.
#[derive(Debug)]
struct Form(Tree);

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InJson(&self.0).serialize(serializer)
    }
}

/// A part of an ability that is not played.
#[derive(Debug, Serialize)]
struct Rest {
    /// The word of the node.
    node: String,
    /// The words of the nodes in which it stands.
    path: Vec<&'static str>,
    /// It as it is written in the definition.
    written: String,
    /// Why it is not played.
    why: String,
}

impl Whence {
    fn of(origin: Option<Origin>) -> Self {
        match origin {
            Some(origin) => Self { kind: origin.word(), file: origin.file().map(str::to_owned) },
            None => Self::default(),
        }
    }

    /// Whose it is, if it is a user's, in words.
    fn text(&self) -> String {
        match &self.file {
            Some(path) if self.kind == "file" => format!("a user's card: it is defined in {path}\n"),
            Some(path) if self.kind == "imported" => format!("a user's card: it was imported, into {path}\n"),
            _ => String::new(),
        }
    }
}

impl<'c> Page<'c> {
    fn of(card: &Card, origin: Option<Origin>, form: &'c Tree) -> Self {
        let gaps = gaps(card);
        let side = |(place, face)| Side::of(face, gaps.iter().filter(|gap| gap.face == place).collect());
        Self {
            name: card.name(),
            layout: card.layout.word(),
            from: Whence::of(origin),
            faces: card.faces.iter().enumerate().map(side).collect(),
            oracle: card.oracle.map(|fingerprint| fingerprint.to_string()),
            form: InJson(form),
        }
    }

    /// The card as printed:
    ///
    /// ```text
    /// White Knight {W}{W}
    /// Creature — Human Knight, 2/2
    ///   First strike
    ///   Protection from black
    /// ```
    fn text(&self) -> String {
        let faces: Vec<String> = self.faces.iter().map(Side::text).collect();
        format!("{}{}", faces.join("//\n"), self.from.text())
    }
}

impl Side {
    fn of(face: &Face, gaps: Vec<&Gap>) -> Self {
        let number = |number: Option<crate::ir::card::PrintedNumber>| number.map(|number| number.to_string());
        Self {
            name: face.name.clone(),
            cost: face.cost.as_ref().map(ToString::to_string),
            colors: face.colors.map(|colors| colors.iter().map(|color| color.word()).collect()),
            types: face.types.to_string(),
            power: number(face.power),
            toughness: number(face.toughness),
            loyalty: number(face.loyalty),
            defense: number(face.defense),
            abilities: face
                .abilities
                .iter()
                .enumerate()
                .map(|(place, ability)| {
                    Reading::of(ability, face, gaps.iter().filter(|gap| gap.ability == place).copied())
                })
                .collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} {}", self.name.bold(), self.cost.as_deref().unwrap_or_default());
        text.truncate(text.trim_end().len());
        text.push_str(&format!("\n{}", self.types));
        if let (Some(power), Some(toughness)) = (&self.power, &self.toughness) {
            text.push_str(&format!(", {power}/{toughness}"));
        }
        for (number, name) in [(&self.loyalty, "loyalty"), (&self.defense, "defense")] {
            if let Some(number) = number {
                text.push_str(&format!(", {name} {number}"));
            }
        }
        if let Some(colors) = &self.colors {
            text.push_str(&format!(", {}", colors.join(" and ")));
        }
        text.push('\n');
        for ability in &self.abilities {
            match (&ability.words, &ability.form) {
                (Some(words), _) => text.push_str(&format!("  {}\n", wrap(words, 4))),
                (None, Some(form)) => {
                    text.push_str("  as a form:\n");
                    text.push_str(&as_item(&form.0, 4));
                }
                (None, None) => {}
            }
            let mut told: Vec<&str> = Vec::new();
            for Rest { node, why, .. } in &ability.gaps {
                if told.contains(&why.as_str()) {
                    continue;
                }
                told.push(why);
                let what = if node == "unsupported" { "this".to_owned() } else { format!("`{node}`") };
                let line = format!("a scenario that comes to {what} is undecided: {why}");
                text.push_str(&format!("    {}\n", wrap(&line, 6)));
            }
        }
        text
    }
}

impl Reading {
    fn of<'g>(ability: &Ability, face: &Face, gaps: impl Iterator<Item = &'g Gap>) -> Self {
        let gaps: Vec<Rest> = gaps
            .map(|gap| Rest {
                node: gap.node.clone(),
                path: gap.path.clone(),
                written: gap.written.clone(),
                why: gap.why.clone(),
            })
            .collect();
        // Other words than Oracle's are none; the form itself is never wrong.
        let words = oracle::face::worded(oracle::grammar(), ability, face);
        let form = if words.is_some() { None } else { Some(Form(ability.written())) };
        Self { words, form, unplayed: !gaps.is_empty(), gaps }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use crate::cards::written::written;
    use crate::cards::yaml;
    use crate::cli::{Exit, run};

    fn card(arguments: &[&str]) -> (Exit, String, String) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["headjudge", "card"].iter().chain(arguments).map(OsString::from);
        let exit = run(arguments, &mut out, &mut errors);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (exit, text(out), text(errors))
    }

    #[test]
    fn a_card_is_shown_however_its_name_is_typed() {
        let (exit, out, errors) = card(&["white", "knight"]);
        assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
        insta::assert_snapshot!(out, @r"
        White Knight {W}{W}
        Creature — Human Knight, 2/2
          First strike
          Protection from black
        ");
        assert_eq!(card(&["White Knight"]).1, out);
    }

    #[test]
    fn both_halves_of_a_split_card_are_shown() {
        let (_, out, _) = card(&["Fire/Ice"]);
        let (fire, ice) = out.split_once("//\n").expect("two halves");
        assert!(fire.starts_with("Fire {1}{R}\nInstant\n  "), "{fire}");
        assert!(ice.starts_with("Ice {1}{U}\nInstant\n  "), "{ice}");
    }

    #[test]
    fn a_card_is_shown_to_programs_too() {
        let (exit, out, _) = card(&["Liliana of the Veil", "--format", "json"]);
        let page: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(exit, Exit::Expected);
        assert_eq!((&page["name"], &page["layout"]), (&"Liliana of the Veil".into(), &"normal".into()));
        let face = &page["faces"][0];
        assert_eq!((&face["cost"], &face["loyalty"]), (&"{1}{B}{B}".into(), &"3".into()));
        assert_eq!(face["abilities"].as_array().map(Vec::len), Some(3));
        assert_eq!(face["abilities"][0]["unplayed"], false);
    }

    #[test]
    fn the_form_is_printed_as_json() {
        let (exit, out, _) = card(&["Liliana of the Veil", "--json"]);
        assert_eq!(exit, Exit::Expected);
        assert_eq!(card(&["Liliana of the Veil", "--format", "json"]).1, out);
        let page: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let from = |name: &str| {
            let page: serde_json::Value = serde_json::from_str(&card(&[name, "--json"]).1).expect("JSON");
            page["from"].clone()
        };
        let by_hand = serde_json::json!({"kind": "written", "file": "cards/creatures.yaml"});
        assert_eq!(from("Jegantha, the Wellspring"), by_hand);
        assert_eq!(from("Serra Angel"), serde_json::json!({"kind": "oracle"}));
        // It is the same card for whoever reads definitions.
        let again = yaml::read(&page["form"].to_string()).expect("a definition");
        assert_eq!(again.iter().map(written).collect::<String>(), card(&["Liliana of the Veil", "--yaml"]).1);
        assert_eq!(card(&["Liliana of the Veil", "--yaml", "--json"]).0, Exit::Usage);
    }

    #[test]
    fn an_ability_that_is_not_played_is_marked() {
        let (_, out, _) = card(&["Jegantha, the Wellspring"]);
        assert_eq!(out.matches("is undecided").count(), 1, "{out}");
    }

    #[test]
    fn what_is_not_played_is_told_wherever_it_stands() {
        let (_, out, _) = card(&["Karn Liberated", "--format", "json"]);
        let page: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let last = &page["faces"][0]["abilities"][2];
        assert_eq!((&last["unplayed"], &last["gaps"][0]["node"]), (&true.into(), &"unsupported".into()));
        assert_eq!(last["gaps"][0]["path"], serde_json::json!(["activated"]));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let (exit, out, errors) = card(&["Serra", "Angle"]);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""));
        insta::assert_snapshot!(errors, @r"
        error: no card named `Serra Angle` is in the card pool
          = help: did you mean `Serra Angel`?
        ");
        let (exit, _, errors) = card(&["Xyzzyplugh the Unknown"]);
        assert_eq!(exit, Exit::Usage);
        assert!(errors.contains("--cards"), "{errors}");
    }

    #[test]
    fn cards_of_the_users_own_come_from_a_folder() {
        let folder = std::env::temp_dir().join(format!("headjudge-card-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("deeper")).expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
        write("one.yaml", "- {name: Storm Crow, types: Creature — Bird, power: 9, toughness: 9}\n");
        write("deeper/two.yml", "name: A New Card\ntypes: Artifact\n");
        write("notes.txt", "no cards");
        let path = folder.to_str().expect("a path");
        let (exit, out, errors) = card(&["storm crow", "--cards", path]);
        assert_eq!((exit, errors.as_str()), (Exit::Expected, ""));
        assert!(out.contains("9/9") && out.contains("a user's card: it is defined in "), "{out}");
        assert!(card(&["A New Card", "--cards", path]).1.contains("Artifact"));

        write("three.yaml", "name: Third\ntypes: Artifact\nabilties: []\n");
        let (exit, out, errors) = card(&["Storm Crow", "--cards", path]);
        assert_eq!((exit, out.as_str()), (Exit::Invalid, ""));
        assert!(
            errors.contains("three.yaml:3:1") && errors.contains("did you mean `abilities`?"),
            "{errors}"
        );
        std::fs::remove_dir_all(&folder).expect("a folder");

        let (exit, _, errors) = card(&["Storm Crow", "--cards", "no/such/file.yaml"]);
        assert_eq!(exit, Exit::Usage);
        assert!(errors.contains("no/such/file.yaml"), "{errors}");
    }
}
