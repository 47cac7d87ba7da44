//! CR 2: Parts of a Card. What a card makes of them all is in `src/engine/additional/copiable_values.rs`.

pub mod card_names;
