//! Which objects a name means.

use std::sync::Arc;

use crate::cards::fold;
use crate::diag::Diagnostic;
use crate::engine::View;
use crate::game::{Definition, Game, Mark, Nature, Object, ObjectId, PlayerId};
use crate::ir::instruction::bare_token_name;
use crate::ir::{Layout, Zone};
use crate::scenario::script::{Part, Reference, ReferenceSort};
use crate::why::apart::Marks;

use super::Table;

impl Table {
    /// The same as [`Table::object_where`], where more is true only of objects in one zone, by what they say themselves, and of copies of
    /// prepare spells: what is in that zone is looked at first, and mostly nothing else.
    pub(crate) fn object_in(
        &self,
        game: &Game,
        view: &View,
        reference: &Reference,
        (zone, player): (Zone, PlayerId),
        fits: impl Fn(ObjectId) -> bool,
    ) -> Result<ObjectId, Diagnostic> {
        match self.alike_in(game, view, reference, game.zone(zone, player), &fits) {
            Some(object) => Ok(object),
            None => self.object_where(game, view, reference, fits),
        }
    }

    /// The object of a name in a zone, if there is one and nothing tells any other of that name there from it; none where something else
    /// could be meant.
    fn alike_in(
        &self,
        game: &Game,
        view: &View,
        reference: &Reference,
        zone: &[ObjectId],
        fits: impl Fn(ObjectId) -> bool,
    ) -> Option<ObjectId> {
        let Reference { sort: ReferenceSort::Name, name, owner: None, of: None, part: Part::Whole, .. } =
            reference
        else {
            return None;
        };
        // The copy of a prepare spell is in exile.
        let prepared = |object: &ObjectId| game.object(*object).prepare_spell().is_some();
        if game.marked(Mark::Designated).iter().any(prepared) {
            return None;
        }
        let (mut found, mut moved) = (Vec::new(), false);
        let mut rest = zone;
        while let [object, behind @ ..] = rest {
            rest = behind;
            let its = game.object(*object);
            if its.components().next().is_some() {
                return None;
            }
            let root = game.object(its.first);
            let defined = root.definition.as_ref().is_some_and(|it| is_defined_as(it, &name.text));
            if !fits(*object) || !defined && !is_own_name(root, &name.text) {
                continue;
            }
            found.push(*object);
            moved |= its.first != *object;
            // What comes behind it in a series is called as it is, and as fit.
            if let Some(series) = game.series_of(*object) {
                let equal = behind.iter().take_while(|its| series.has(**its)).count();
                let (equal, others) = behind.split_at(equal);
                found.extend(equal);
                rest = others;
            }
        }
        // As they came into the game, wherever they lie: the first of several is meant.
        match moved {
            true => found.sort_by_key(|object| game.earliest(*object)),
            false => found.sort_unstable(),
        }
        found.first().copied().filter(|_| self.all_alike(game, view, &found))
    }

    /// Every object that a name means, each as it is at present: by its card's name, a face's, or its current one.
    pub(in crate::board) fn named(&self, game: &Game, view: &View, name: &str) -> Vec<ObjectId> {
        let mut found = Vec::new();
        let mut by_current_name = Vec::new();
        let mut by_inset = Vec::new();
        let mut met = Marks::of(game);
        // Of equal cards the definition is asked once.
        let mut asked: Option<(&Arc<Definition>, bool)> = None;
        let mut rest = game.marked(Mark::First);
        while let [object, behind @ ..] = rest {
            let object = game.object(*object);
            rest = behind;
            let latest = game.latest(object.id);
            let defined = object.definition.as_ref().is_some_and(|definition| match asked {
                Some((its, named)) if Arc::ptr_eq(its, definition) => named,
                _ => {
                    let named = is_defined_as(definition, name);
                    asked = Some((definition, named));
                    named
                }
            });
            let own = defined || is_own_name(object, name);
            // All cards of a melded or merged permanent are it.
            if met.has(latest) {
                continue;
            }
            if own {
                met.mark(latest);
                found.push(latest);
                // What comes behind it in a series is called as it is, and has become nothing else either.
                if let Some(series) = game.series_of(latest).filter(|_| latest == object.id) {
                    let (equal, others) = behind.split_at(behind.partition_point(|its| series.has(*its)));
                    found.extend(equal);
                    rest = others;
                }
            } else if object.definition.as_ref().is_some_and(|its| {
                its.layout == Layout::Prepare && its.faces.iter().any(|face| *face.name == *name)
            }) {
                by_inset.push(latest);
            } else if view.characteristics(game, latest).is_named(name) {
                by_current_name.push(latest);
            }
        }
        // The name of a prepare spell is that of the copy in exile, while there is or was one (722.3c).
        if found.is_empty() && !by_inset.is_empty() {
            return by_inset;
        }
        // A current name counts where only one object has it.
        if found.is_empty() && by_current_name.len() == 1 { by_current_name } else { found }
    }

    /// Every object whose card has a name that differs from the one that was typed as typists' names may.
    pub(super) fn named_alike(&self, game: &Game, view: &View, name: &str) -> Vec<ObjectId> {
        let key = fold(name);
        let definitions = game.objects().iter().filter_map(|object| object.definition.as_ref());
        let mut names = definitions
            .flat_map(|its| [&its.name].into_iter().chain(its.faces.iter().map(|face| &face.name)));
        let printed = names.find(|printed| fold(printed) == key);
        printed.map_or_else(Vec::new, |printed| self.named(game, view, printed))
    }
}

/// Whether a card has a name, as a whole or for one of its faces, by which it is called wherever it is.
fn is_defined_as(definition: &Definition, name: &str) -> bool {
    let inset = definition.layout == Layout::Prepare;
    let mut faces = definition.faces.iter().take(if inset { 1 } else { usize::MAX });
    *definition.name == *name || faces.any(|face| *face.name == *name)
}

/// Whether an object has a name itself, or is a token of it.
fn is_own_name(object: &Object, name: &str) -> bool {
    let its = &*object.own_base().name;
    *its == *name || matches!(object.nature, Nature::Token) && bare_token_name(its) == name
}

/// Leaves of several objects those of which something is true, if it is of any.
pub(super) fn narrow(found: &mut Vec<ObjectId>, fits: impl Fn(ObjectId) -> bool) {
    let fitting: Vec<ObjectId> = found.iter().copied().filter(|object| fits(*object)).collect();
    if !fitting.is_empty() {
        *found = fitting;
    }
}
