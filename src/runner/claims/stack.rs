//! Claims about the stack.

use crate::game::Nature;
use crate::ir::Zone;
use crate::runner::stage::{Stage, Staged};
use crate::scenario::script::{Part, Reference, ReferenceSort};
use crate::why::stack::contents;
use crate::why::standing::Standing;
use crate::why::values::called_otherwise;

use super::Judged;

pub(super) fn stack(stage: &mut Stage<'_, '_>, references: &[Reference]) -> Staged<Judged> {
    let view = stage.view()?;
    let table = stage.answers.table();
    let game = &stage.play.game;
    let titles: Vec<String> = game
        .stack()
        .iter()
        .map(|object| {
            let title = table.told(game, *object);
            let is_copy = matches!(game.object(*object).nature, Nature::Copy);
            if is_copy { format!("copy of {title}") } else { title }
        })
        .collect();
    let mut holds = game.stack().len() == references.len();
    for (object, reference) in game.stack().iter().zip(references) {
        let ability = game.object(*object).stack_ability();
        holds &= match (ability, reference.part) {
            (Some(ability), Part::Trigger | Part::Ability(_)) => {
                let sort = match reference.part {
                    Part::Trigger => ability.triggered,
                    Part::Ability(Some(number)) => number == u32::from(ability.number),
                    _ => true,
                };
                let root = game.earliest(ability.source);
                sort && table
                    .whole(game, &view, reference, |named| game.earliest(named) == root)
                    .is_ok_and(|named| game.earliest(named) == root)
            }
            (None, Part::Whole) => {
                let name = &reference.name.text;
                let is_called = reference.sort != ReferenceSort::Name
                    || called_otherwise(game, &view, *object, name).is_none();
                is_called
                    && table
                        .whole(game, &view, reference, |named| named == *object)
                        .is_ok_and(|named| named == *object)
            }
            _ => false,
        };
    }
    let sentence = if titles.is_empty() {
        "the stack is empty".to_owned()
    } else {
        format!("the stack, from the bottom: {}", titles.join("; "))
    };
    let rules = Standing::Cards(Zone::Stack).behind(game, contents(stage.played(&view)));
    Ok(Judged { holds, sentence, rules })
}
