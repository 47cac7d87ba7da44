//! What a card says, as plain data.
