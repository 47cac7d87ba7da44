//! What a definition says, taken from its syntax.

use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, LitStr, Path, Result, Token};

/// A node's definition.
pub(crate) struct Type {
    pub(crate) ident: Ident,
    pub(crate) doc: String,
    pub(crate) expected: Option<String>,
    pub(crate) words: Vec<(String, Expr)>,
    pub(crate) sugar: Option<Path>,
    pub(crate) through: Option<Path>,
    pub(crate) older: Option<Path>,
    pub(crate) plain: bool,
    pub(crate) shape: Shape,
}

/// An enum or a struct.
#[expect(clippy::large_enum_variant, reason = "a few of them live while the project is compiled")]
pub(crate) enum Shape {
    Enum(Vec<Variant>),
    Struct(Content),
}

/// One variant.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) word: String,
    pub(crate) doc: String,
    pub(crate) skip: bool,
    pub(crate) bare: Bare,
    pub(crate) key: Option<Path>,
    pub(crate) content: Content,
}

/// Whether a variant's value may stand without its word.
#[derive(PartialEq, Eq, Clone, Copy)]
pub(crate) enum Bare {
    No,
    Too,
    Only,
}

/// What belongs to a word.
#[expect(clippy::large_enum_variant, reason = "a few of them live while the project is compiled")]
pub(crate) enum Content {
    Nothing,
    /// One nameless field.
    One(Field),
    /// A list of nameless fields.
    List(Vec<Field>),
    /// Fields with names; whether Rust knows the names, too.
    Map(Vec<Field>, bool),
}

/// One field.
pub(crate) struct Field {
    pub(crate) ident: Option<Ident>,
    pub(crate) ty: syn::Type,
    pub(crate) word: String,
    pub(crate) doc: String,
    /// A default value; the type's own where there is no expression.
    pub(crate) default: Option<Option<Expr>>,
    pub(crate) alone: bool,
    pub(crate) from_one: bool,
    pub(crate) one: bool,
}

/// All that an attribute can say, wherever it stands.
#[derive(Default)]
struct Said {
    name: Option<String>,
    expected: Option<String>,
    words: Vec<(String, Expr)>,
    sugar: Option<Path>,
    through: Option<Path>,
    older: Option<Path>,
    plain: bool,
    skip: bool,
    bare: Option<Bare>,
    key: Option<Path>,
    default: Option<Option<Expr>>,
    alone: bool,
    from_one: bool,
    one: bool,
}

impl Said {
    fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut said = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("node")) {
            attribute.parse_nested_meta(|meta| {
                let word = meta.path.require_ident()?.to_string();
                match word.as_str() {
                    "name" => said.name = Some(meta.value()?.parse::<LitStr>()?.value()),
                    "expected" => said.expected = Some(meta.value()?.parse::<LitStr>()?.value()),
                    "sugar" => said.sugar = Some(meta.value()?.parse()?),
                    "through" => said.through = Some(meta.value()?.parse()?),
                    "older" => said.older = Some(meta.value()?.parse()?),
                    "key" => said.key = Some(meta.value()?.parse()?),
                    "plain" => said.plain = true,
                    "skip" => said.skip = true,
                    "alone" => said.alone = true,
                    "from_one" => said.from_one = true,
                    "one" => said.one = true,
                    "bare" if meta.input.peek(Token![=]) => {
                        let only: Ident = meta.value()?.parse()?;
                        if only != "only" {
                            return Err(Error::new(only.span(), "`bare` or `bare = only`"));
                        }
                        said.bare = Some(Bare::Only);
                    }
                    "bare" => said.bare = Some(Bare::Too),
                    "default" if meta.input.peek(Token![=]) => {
                        said.default = Some(Some(meta.value()?.parse()?));
                    }
                    "default" => said.default = Some(None),
                    "words" => {
                        let inner;
                        syn::parenthesized!(inner in meta.input);
                        while !inner.is_empty() {
                            let word: LitStr = inner.parse()?;
                            inner.parse::<Token![=]>()?;
                            said.words.push((word.value(), inner.parse()?));
                            if !inner.is_empty() {
                                inner.parse::<Token![,]>()?;
                            }
                        }
                    }
                    _ => return Err(meta.error("no attribute of a node")),
                }
                Ok(())
            })?;
        }
        Ok(said)
    }
}

impl Type {
    /// Reads a definition.
    ///
    /// # Errors
    /// An attribute that is none, or a shape that no node has.
    pub(crate) fn of(input: &DeriveInput) -> Result<Self> {
        let said = Said::of(&input.attrs)?;
        let shape = match &input.data {
            Data::Enum(data) => {
                Shape::Enum(data.variants.iter().map(Variant::of).collect::<Result<Vec<_>>>()?)
            }
            Data::Struct(data) => Shape::Struct(Content::of(&data.fields)?),
            Data::Union(_) => return Err(Error::new(input.span(), "a union is no node")),
        };
        Ok(Self {
            ident: input.ident.clone(),
            doc: doc(&input.attrs),
            expected: said.expected,
            words: said.words,
            sugar: said.sugar,
            through: said.through,
            older: said.older,
            plain: said.plain,
            shape,
        })
    }
}

impl Variant {
    fn of(variant: &syn::Variant) -> Result<Self> {
        let said = Said::of(&variant.attrs)?;
        Ok(Self {
            ident: variant.ident.clone(),
            word: said.name.unwrap_or_else(|| kebab(&variant.ident)),
            doc: doc(&variant.attrs),
            skip: said.skip,
            bare: said.bare.unwrap_or(Bare::No),
            key: said.key,
            content: Content::of(&variant.fields)?,
        })
    }
}

impl Content {
    fn of(fields: &Fields) -> Result<Self> {
        let mut read = fields.iter().map(Field::of).collect::<Result<Vec<_>>>()?;
        let named = read.iter().all(|field| !field.word.is_empty());
        Ok(match fields {
            Fields::Unit => Self::Nothing,
            Fields::Named(_) => Self::Map(read, true),
            Fields::Unnamed(_) if named => Self::Map(read, false),
            Fields::Unnamed(_) => match (read.pop(), read.is_empty()) {
                (Some(field), true) => Self::One(field),
                (Some(field), false) => {
                    read.push(field);
                    Self::List(read)
                }
                (None, _) => Self::Nothing,
            },
        })
    }

    /// The fields, whatever they are called.
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Nothing => &[],
            Self::One(field) => std::slice::from_ref(field),
            Self::List(fields) | Self::Map(fields, _) => fields,
        }
    }
}

impl Field {
    fn of(field: &syn::Field) -> Result<Self> {
        let said = Said::of(&field.attrs)?;
        let own = field.ident.as_ref().map(kebab);
        Ok(Self {
            ident: field.ident.clone(),
            ty: field.ty.clone(),
            word: said.name.or(own).unwrap_or_default(),
            doc: doc(&field.attrs),
            default: said.default,
            alone: said.alone,
            from_one: said.from_one,
            one: said.one,
        })
    }

    /// Whether its type is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.is("Vec")
    }

    /// Whether its type has this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        matches!(&self.ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
    }
}

/// The words of the doc comment, on one line.
fn doc(attributes: &[Attribute]) -> String {
    let lines =
        attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
            let Ok(value) = attribute.meta.require_name_value() else { return None };
            match &value.value {
                Expr::Lit(literal) => match &literal.lit {
                    syn::Lit::Str(text) => Some(text.value().trim().to_owned()),
                    _ => None,
                },
                _ => None,
            }
        });
    lines.collect::<Vec<_>>().join(" ")
}

/// A name of Rust's as a word of the form: `NoRegeneration` and `no_regeneration` are `no-regeneration`.
fn kebab(ident: &Ident) -> String {
    let mut word = String::new();
    for letter in ident.to_string().trim_start_matches("r#").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(if letter == '_' { vec!['-'] } else { letter.to_lowercase().collect() });
    }
    word
}
