//! What an effect lets be cast or played, in words.

use crate::game::{Affected, ContinuousEffect, ObjectId, Thing};
use crate::ir::Zone;
use crate::ir::change::{Allowed, Permission, RuleChange};
use crate::trace::names::Names;
use crate::trace::rule_changes::write_players;
use crate::trace::styled::{Style, Text, said};

/// What may be cast or played by an effect that does nothing else.
#[derive(Clone, Copy)]
pub(super) struct Permitted<'a> {
    permission: &'a Permission,
    objects: &'a [ObjectId],
}

/// The objects that an effect lets be cast or played, if it does nothing but that.
pub(super) fn permitted(effect: &ContinuousEffect) -> Option<Permitted<'_>> {
    let (Affected::Objects(objects), [], [RuleChange::May(permission)]) =
        (&effect.affected, &*effect.changes, &*effect.rules)
    else {
        return None;
    };
    let plays = matches!(permission.action, Allowed::Cast | Allowed::Play | Allowed::PlayLand);
    (plays && effect.copy.is_none()).then_some(Permitted { permission, objects })
}

impl Permitted<'_> {
    /// `AP may cast Storm Crow#10`: who may is said first, for whose effect it is stands behind.
    pub(super) fn write(self, names: &Names<'_>, effect: &ContinuousEffect, text: &mut Text) {
        match &self.permission.who {
            None => names.write_player(text, effect.controller),
            Some(who) => write_players(names, text, who, effect),
        }
        said(text, if self.permission.action == Allowed::Cast { " may cast " } else { " may play " });
        let things: Vec<Thing> = self.objects.iter().copied().map(Thing::Object).collect();
        names.write_list(text, &things);
    }

    /// How long that is, where the effect itself has no end: what has left exile is another object (400.7).
    pub(super) fn write_end(self, names: &Names<'_>, text: &mut Text) {
        if self.objects.iter().all(|object| names.game().object(*object).zone == Zone::Exile) {
            let it = if self.objects.len() == 1 { "it remains" } else { "they remain" };
            text.push_fmt(format_args!(" for as long as {it} exiled"), Style::Plain);
        }
    }
}
