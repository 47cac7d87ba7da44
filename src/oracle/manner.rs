//! In which manner something is written that can be said in several ways: the first that reads as the same is taken.

use super::value::Value;

/// How something is written that can be said in several ways.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Whether X may stand for any quantity, which is said behind it: "..., where X is ...".
    pub defines_x: bool,
    /// Whether words are taken only where they may stand for a target when it is spoken of first.
    pub names_targets: bool,
    /// How many targets are chosen before anything is done.
    pub chosen_before: usize,
    /// Which mentions are taken first.
    pub mentions: Called,
    /// Whether what has other names as well is called by a mention, too: what something is attached to in a condition, the
    /// controller of a target, what was chosen before.
    pub calls_more: bool,
}

/// Which mentions are taken first.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// "It", but for what was made.
    #[default]
    Nearest,
    /// "That creature".
    ByNoun,
    /// "That card" rather than "that creature".
    ByOtherNoun,
    /// "It", whatever it is.
    It,
}

impl Called {
    pub(super) fn sort(self, mentions: &mut [Value]) {
        let is_it = |it: &Value| it.as_word().is_some_and(|word| word != "own");
        match self {
            Self::Nearest => {}
            Self::It => mentions.sort_by_key(|it| !is_it(it)),
            Self::ByNoun => mentions.sort_by_key(is_it),
            Self::ByOtherNoun => {
                mentions.reverse();
                mentions.sort_by_key(is_it);
            }
        }
    }
}

impl Manner {
    /// All manners, the plainest first.
    pub const ALL: [Self; 11] = {
        let plain = Self {
            defines_x: false,
            names_targets: false,
            chosen_before: 0,
            mentions: Called::Nearest,
            calls_more: false,
        };
        [
            plain,
            Self { defines_x: true, ..plain },
            Self { names_targets: true, ..plain },
            Self { names_targets: true, defines_x: true, ..plain },
            Self { chosen_before: 1, ..plain },
            Self { chosen_before: 2, ..plain },
            Self { mentions: Called::ByNoun, ..plain },
            Self { mentions: Called::ByOtherNoun, ..plain },
            Self { mentions: Called::It, ..plain },
            Self { calls_more: true, ..plain },
            Self { calls_more: true, mentions: Called::ByNoun, ..plain },
        ]
    };
}
