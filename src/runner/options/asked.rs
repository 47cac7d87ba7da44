//! What a question asks for, in words behind "must choose".

use crate::board::Table;
use crate::game::{Choice, ChoiceKind, Game, Item, ObjectId, Options};
use crate::ir::Zone;
use crate::why::choices::asked;

/// What a question asks for: of objects how many of which zone, `2 cards in NAP's hand`.
pub(super) fn asked_in_words(game: &Game, table: &Table, choice: &Choice) -> String {
    let of_objects = match (choice.kind, &choice.options) {
        (ChoiceKind::Choose, Options::Pick { from, at_least, at_most, .. }) => {
            objects_in_words(game, table, from, (*at_least, *at_most))
        }
        _ => None,
    };
    of_objects.unwrap_or_else(|| asked(choice).to_owned())
}

/// So many of these objects, if they are objects of one zone.
fn objects_in_words(
    game: &Game,
    table: &Table,
    from: &[Item],
    (at_least, at_most): (u32, u32),
) -> Option<String> {
    let objects: Option<Vec<ObjectId>> = from.iter().map(Item::object).collect();
    let objects = objects?;
    let first = game.object(*objects.first()?);
    let of_one_zone = objects.iter().all(|object| game.object(*object).zone == first.zone);
    let of_one_owner = objects.iter().all(|object| game.object(*object).owner == first.owner);
    let whose = |zone: &str| match of_one_owner {
        true => format!("in {}'s {zone}", table.name_of(first.owner)),
        false => format!("in a {zone}"),
    };
    let (one, many, place) = match first.zone {
        _ if !of_one_zone || !first.exists => return None,
        Zone::Battlefield => ("permanent", "permanents", String::new()),
        Zone::Stack => ("spell or ability", "spells and abilities", String::new()),
        Zone::Hand => ("card", "cards", whose("hand")),
        Zone::Graveyard => ("card", "cards", whose("graveyard")),
        Zone::Library => ("card", "cards", whose("library")),
        Zone::Exile => ("card", "cards", "in exile".to_owned()),
        Zone::Command => ("card", "cards", "in the command zone".to_owned()),
        Zone::Ante => ("card", "cards", "in the ante".to_owned()),
    };
    let is_any_number = at_least == 0 && usize::try_from(at_most).is_ok_and(|most| most >= objects.len());
    let how_many = match (at_least, at_most) {
        (1, 1) => format!("a {one}"),
        (0, 1) => format!("a {one} or none"),
        _ if is_any_number => format!("any number of {many}"),
        (0, most) => format!("up to {most} {many}"),
        (least, most) if least == most => format!("{most} {many}"),
        (least, _) => format!("at least {least} {}", if least == 1 { one } else { many }),
    };
    Some(format!("{how_many} {place}").trim_end().to_owned())
}
