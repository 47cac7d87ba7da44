//! Closed lists of words.

/// A closed list of words: an enum, its words, and reading and printing them.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of its definition.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that stands for the value, as cards print it.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The value that a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.word())
            }
        }

        $crate::ir::node::leaf!($name, $crate::ir::node::Shape::Word(stringify!($name), || vec![$($word,)+]), "a word",
            word: |word| $name::from_word(word), otherwise: |word| format!("`{word}` means nothing here"),
            written: |value| $crate::ir::tree::Tree::word(value.word()),
            part: $name);
    };
}

pub(super) use words;
