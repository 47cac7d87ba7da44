//! Claims about how many objects there are.

use crate::game::ObjectId;
use crate::ir::{Subtype, Zone};
use crate::rules::Rules;
use crate::runner::facts;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::ast::Spanned;
use crate::scenario::script::{Counted, Fact};

use super::Judged;

pub(super) fn count_objects(
    stage: &mut Stage<'_, '_>,
    count: u32,
    what: &Counted,
    facts: &[Spanned<Fact>],
) -> Staged<Judged> {
    let view = stage.view()?;
    let game = &stage.play.game;
    let objects: Vec<ObjectId> =
        game.objects().iter().filter(|object| object.exists).map(|object| object.id).collect();
    let mut counted = Vec::new();
    for object in objects {
        let game = &stage.play.game;
        let its = game.object(object);
        let characteristics = view.characteristics(game, object);
        let counts = match what {
            Counted::Cards => its.card().is_some() || matches!(its.nature, crate::game::Nature::Unknown),
            Counted::Permanents => its.zone == Zone::Battlefield,
            Counted::Tokens => its.is_token(),
            Counted::Type(text) => facts::is_type(characteristics, &text.text),
            Counted::TokensNamed(text) => {
                its.is_token()
                    && (*characteristics.name == *text.text
                        || Subtype::from_word(&text.text)
                            .is_some_and(|subtype| characteristics.has_subtype(subtype)))
            }
            Counted::Named(text) => characteristics.is_named(&text.text) || its.base.is_named(&text.text),
        };
        if !counts {
            continue;
        }
        let mut fits = true;
        for fact in facts {
            fits &= facts::judge(stage, object, &fact.value)?.holds;
        }
        if fits {
            counted.push(stage.answers.table().title(&stage.play.game, object));
        }
    }
    let noun = match what {
        Counted::Cards => "card".to_owned(),
        Counted::Permanents => "permanent".to_owned(),
        Counted::Tokens => "token".to_owned(),
        Counted::Type(text) => text.text.clone(),
        Counted::TokensNamed(text) => format!("{} token", text.text),
        Counted::Named(text) => format!("`{}`", text.text),
    };
    Ok(Judged {
        holds: counted.len() == count as usize,
        sentence: count_in_words(&noun, &counted),
        rules: Rules::NONE,
    })
}

/// How many there are, and which: `there are 2 such creatures: Grizzly Bears; Storm Crow`.
pub(super) fn count_in_words(noun: &str, names: &[String]) -> String {
    /// More names than this don't help.
    const MOST: usize = 8;
    let (verb, plural) = match names {
        [_] => ("is", ""),
        _ if noun.ends_with('`') => ("are", ""),
        _ => ("are", "s"),
    };
    let listed = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join("; ");
    let more = if names.len() > MOST { "; ..." } else { "" };
    match names.len() {
        0 => format!("there {verb} no such {noun}{plural}"),
        count if noun.ends_with('`') => format!("there {verb} {count} such {noun}"),
        count => format!("there {verb} {count} such {noun}{plural}: {listed}{more}"),
    }
}
