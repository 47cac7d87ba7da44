//! Reading YAML where a node may be written as a bare word, a number, a list or a map.
//!
//! `creature`, `[creature, {controlled-by: you}]` and `{not: creature}` are all filters. Serde's derive knows only
//! one of these shapes at a time; [`shapes!`] writes the visitor that sends each shape to its own reader, so that
//! errors keep their place and speak of the field at fault (an untagged enum would swallow both).

/// Implements `Deserialize` for a type from the shapes it may be written in.
///
/// `word` reads a bare word (`fn(&str) -> Option<Self>`), `number` a whole number, `list` a sequence of the named
/// element type, and `map` one map through a derived enum.
macro_rules! shapes {
    ($type:ty, $expecting:literal
        $(, word: $word:expr)?
        $(, number: $number:expr)?
        $(, list<$element:ty>: $list:expr)?
        $(, map<$node:ty>: $map:expr)?
    ) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Shapes;
                impl<'de> serde::de::Visitor<'de> for Shapes {
                    type Value = $type;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str($expecting)
                    }
                    $(
                        fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$type, E> {
                            let read: fn(&str) -> Option<$type> = $word;
                            read(word).ok_or_else(|| E::custom(format_args!("`{word}` is not {}", $expecting)))
                        }
                    )?
                    $(
                        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<$type, E> {
                            let read: fn(i64) -> Option<$type> = $number;
                            read(number).ok_or_else(|| E::custom(format_args!("{number} is not {}", $expecting)))
                        }

                        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<$type, E> {
                            i64::try_from(number).map_err(E::custom).and_then(|number| self.visit_i64(number))
                        }
                    )?
                    $(
                        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<$type, A::Error> {
                            let mut elements: Vec<$element> = Vec::new();
                            while let Some(element) = list.next_element()? {
                                elements.push(element);
                            }
                            let read: fn(Vec<$element>) -> $type = $list;
                            Ok(read(elements))
                        }
                    )?
                    $(
                        fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$type, A::Error> {
                            let node =
                                <$node>::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                            let read: fn($node) -> $type = $map;
                            Ok(read(node))
                        }
                    )?
                }
                deserializer.deserialize_any(Shapes)
            }
        }
    };
}

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

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Word;
                impl serde::de::Visitor<'_> for Word {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str(concat!("one of the words of ", stringify!($name)))
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> {
                        $name::from_word(word).ok_or_else(|| E::unknown_variant(word, &[$($word,)+]))
                    }
                }
                deserializer.deserialize_str(Word)
            }
        }
    };
}

pub(super) use {shapes, words};
