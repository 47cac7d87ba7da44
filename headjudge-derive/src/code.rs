//! The code that is made of a definition.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Expr, Ident};

use crate::model::{Bare, Content, Field, Shape, Type, Variant};

/// Both implementations of a type.
pub(crate) fn of(node: &Type) -> TokenStream {
    let Type { ident, .. } = node;
    let (kind, name, parts, parts_mut) = (
        kind(node),
        name(node),
        parts(node, &format_ident!("visit")),
        parts(node, &format_ident!("visit_mut")),
    );
    let (read, written, from_word, from_number) = match &node.through {
        Some(shape) => (
            quote!(<#shape as Node>::read(tree).and_then(|shape| shape.into_form(tree))),
            quote!(<#shape>::of_form(self).write(style)),
            quote!(None),
            quote!(None),
        ),
        None => (read(node), written(node), from_word(node), from_number(node)),
    };
    let older = node.older.as_ref().map(|older| {
        quote!(if let Some(tree) = #older(tree) {
            return <Self as Node>::read(&tree);
        })
    });
    let words = words_read(node, &quote!(word));
    let words_written =
        node.words.iter().map(|(word, value)| quote!(if style == Style::Shortest && *self == (#value) { return Tree::word(#word); }));
    let read_word = (node.through.is_some() && !node.words.is_empty()).then(|| {
        quote!(if let Value::Word(word) = &tree.value {
            if let Some(value) = Self::from_word(word) {
                return Ok(value);
            }
        })
    });
    let plain = node.plain.then(|| plain(node));
    quote! {
        #plain

        const _: () = {
            use crate::ir::node::{
                Contents, Entries, Entry, FieldKind, Fields, Form, Kind, Node, Shape, Visit, VisitMut, Style, is_default, one_from_word, read_from_one, read_one,
                written_one,
            };
            use crate::ir::part::{Part, PartMut};
            use crate::ir::tree::{Fault, Tree, Value};

            #[automatically_derived]
            impl Form for #ident {
                const KIND: Kind = #kind;

                fn name(&self) -> &'static str {
                    #name
                }

                fn each_part<'f>(&'f self, visit: &mut Visit<'_, 'f>) {
                    #parts
                }

                fn each_part_mut(&mut self, visit: &mut VisitMut<'_>) {
                    #parts_mut
                }
            }

            #[automatically_derived]
            impl Node for #ident {
                const SHAPE: Shape = Shape::Node(|| &<#ident as Form>::KIND);

                fn read(tree: &Tree) -> Result<Self, Fault> {
                    #older
                    #read_word
                    #read
                }

                fn write(&self, style: Style) -> Tree {
                    #(#words_written)*
                    #written
                }

                fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
                    visit(field, Part::#ident(self));
                }

                fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
                    visit(field, PartMut::#ident(self));
                }

                fn from_word(word: &str) -> Option<Self> {
                    #words
                    #from_word
                }

                fn from_number(number: i64) -> Option<Self> {
                    #from_number
                }
            }
        };
    }
}

/// A node that says nothing but what it must.
fn plain(node: &Type) -> TokenStream {
    let (ident, Shape::Struct(content)) = (&node.ident, &node.shape) else { return quote!() };
    let (mut needed, mut values) = (Vec::new(), Vec::new());
    for field in content.fields() {
        let Field { ident, ty, default, .. } = field;
        values.push(match default {
            Some(Some(value)) => quote!(#ident: #value),
            Some(None) => quote!(#ident: Vec::new()),
            None if field.is("Option") => quote!(#ident: None),
            None if field.is("bool") => quote!(#ident: false),
            None => {
                needed.push(quote!(#ident: #ty));
                quote!(#ident)
            }
        });
    }
    quote! {
        #[automatically_derived]
        impl #ident {
            /// With nothing said that need not be.
            pub const fn plain(#(#needed),*) -> Self {
                Self { #(#values),* }
            }
        }
    }
}

// ---- Names and patterns.

/// Names for the fields of a pattern: Rust's own, or `field_0` and so on.
fn bindings(content: &Content) -> Vec<Ident> {
    let fields = content.fields().iter().enumerate();
    fields
        .map(|(place, field)| field.ident.clone().unwrap_or_else(|| format_ident!("field_{place}")))
        .collect()
}

/// A pattern or a value of a variant or struct: its fields by name.
fn shaped(path: &TokenStream, content: &Content, fields: &[TokenStream]) -> TokenStream {
    match content {
        Content::Nothing => quote!(#path),
        Content::Map(named, true) => {
            let idents = named.iter().map(|field| &field.ident);
            quote!(#path { #(#idents: #fields),* })
        }
        Content::One(_) | Content::List(_) | Content::Map(_, false) => quote!(#path(#(#fields),*)),
    }
}

fn pattern(path: &TokenStream, content: &Content) -> TokenStream {
    let names: Vec<TokenStream> = bindings(content).iter().map(|name| quote!(#name)).collect();
    match content {
        Content::Map(_, true) => quote!(#path { #(#names),* }),
        _ => shaped(path, content, &names),
    }
}

/// A pattern that names no field.
fn any(path: &TokenStream, content: &Content) -> TokenStream {
    match content {
        Content::Nothing => quote!(#path),
        _ => quote!(#path { .. }),
    }
}

fn path(variant: &Variant) -> TokenStream {
    let ident = &variant.ident;
    quote!(Self::#ident)
}

// ---- The reference.

fn kind(node: &Type) -> TokenStream {
    let Type { ident, doc, expected, words, sugar, through, .. } = node;
    let name = ident.to_string();
    let expected = option(expected.as_ref());
    let words = words.iter().map(|(word, _)| word);
    let sugar = match (sugar, through) {
        (Some(its), _) | (None, Some(its)) => quote!(Some(|| &<#its as Form>::KIND)),
        (None, None) => quote!(None),
    };
    let (entries, bare, content) = match &node.shape {
        _ if through.is_some() => (quote!(&[]), quote!(&[]), quote!(Contents::Nothing)),
        Shape::Struct(content) => (quote!(&[]), quote!(&[]), contents(content)),
        Shape::Enum(variants) => {
            let written = variants.iter().filter(|variant| !variant.skip);
            let entries = written
                .clone()
                .filter(|variant| variant.bare != Bare::Only && variant.key.is_none())
                .map(|variant| {
                    let Variant { word, doc, .. } = variant;
                    let content = contents(&variant.content);
                    quote!(Entry { word: #word, doc: #doc, content: #content })
                });
            let keyed = written
                .clone()
                .filter(|variant| variant.key.is_some() && variant.bare == Bare::No)
                .map(|variant| {
                    let doc = &variant.doc;
                    let value = variant.content.fields().last().map(|field| &field.ty);
                    quote!(Entry { word: "", doc: #doc, content: Contents::One(<#value as Node>::SHAPE) })
                });
            let bare = written.filter(|variant| variant.bare != Bare::No).map(|variant| {
                let ty = variant.content.fields().first().map(|field| &field.ty);
                quote!(<#ty as Node>::SHAPE)
            });
            (quote!(&[#(#entries,)* #(#keyed,)*]), quote!(&[#(#bare),*]), quote!(Contents::Nothing))
        }
    };
    quote! {
        Kind {
            name: #name, doc: #doc, expected: #expected, words: &[#(#words),*], sugar: #sugar, entries: #entries, bare: #bare,
            content: #content,
        }
    }
}

fn option(text: Option<&String>) -> TokenStream {
    text.map_or_else(|| quote!(None), |text| quote!(Some(#text)))
}

fn contents(content: &Content) -> TokenStream {
    match content {
        Content::Nothing => quote!(Contents::Nothing),
        Content::One(field) => {
            let ty = &field.ty;
            quote!(Contents::One(<#ty as Node>::SHAPE))
        }
        Content::List(fields) => {
            let types = fields.iter().map(|field| &field.ty);
            quote!(Contents::List(&[#(<#types as Node>::SHAPE),*]))
        }
        Content::Map(fields, _) => {
            let fields = fields.iter().map(|field| {
                let Field { ty, word, doc, alone, .. } = field;
                let optional = field.default.is_some();
                quote!(FieldKind { word: #word, doc: #doc, shape: <#ty as Node>::SHAPE, optional: #optional, alone: #alone })
            });
            quote!(Contents::Map(&[#(#fields),*]))
        }
    }
}

fn name(node: &Type) -> TokenStream {
    match &node.shape {
        Shape::Struct(_) => {
            let name = node.ident.to_string();
            quote!(#name)
        }
        Shape::Enum(variants) => {
            let arms = variants.iter().map(|variant| {
                let (pattern, word) = (any(&path(variant), &variant.content), &variant.word);
                quote!(#pattern => #word,)
            });
            quote!(match self { #(#arms)* })
        }
    }
}

// ---- The walk.

fn parts(node: &Type, visit: &Ident) -> TokenStream {
    let visits = |content: &Content| {
        let visits = bindings(content).into_iter().zip(content.fields()).map(|(name, field)| {
            let word = &field.word;
            quote!(Node::#visit(#name, #word, visit);)
        });
        quote!(#(#visits)*)
    };
    match &node.shape {
        Shape::Struct(content) => {
            let (pattern, visits) = (pattern(&quote!(Self), content), visits(content));
            quote!(let #pattern = self; #visits)
        }
        Shape::Enum(variants) => {
            let arms = variants.iter().map(|variant| {
                let (pattern, visits) = (pattern(&path(variant), &variant.content), visits(&variant.content));
                quote!(#pattern => { #visits })
            });
            quote!(match self { #(#arms)* })
        }
    }
}

// ---- Reading.

fn words_read(node: &Type, word: &TokenStream) -> TokenStream {
    let arms = node.words.iter().map(|(word, value)| quote!(#word => return Some(#value),));
    let arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() { quote!() } else { quote!(match #word { #(#arms)* _ => {} }) }
}

fn from_word(node: &Type) -> TokenStream {
    let variants = match &node.shape {
        Shape::Struct(Content::One(field)) if field.one => return quote!(one_from_word(word).map(Self)),
        Shape::Struct(_) => {
            return quote!({
                let _ = word;
                None
            });
        }
        Shape::Enum(variants) => variants,
    };
    let units = variants
        .iter()
        .filter(|variant| !variant.skip && matches!(variant.content, Content::Nothing))
        .map(|variant| {
            let (word, path) = (&variant.word, path(variant));
            quote!(#word => return Some(#path),)
        });
    let bare = variants.iter().filter(|variant| variant.bare != Bare::No).map(|variant| {
        let path = path(variant);
        let filter = variant.key.as_ref().map(|key| quote!(.filter(|value| #key(*value))));
        quote!(if let Some(value) = Node::from_word(word)#filter { return Some(#path(value)); })
    });
    quote!(match word { #(#units)* _ => {} } #(#bare)* None)
}

fn from_number(node: &Type) -> TokenStream {
    let Shape::Enum(variants) = &node.shape else {
        return quote!({
            let _ = number;
            None
        });
    };
    let bare = variants.iter().filter(|variant| variant.bare != Bare::No).map(|variant| {
        let path = path(variant);
        quote!(if let Some(value) = Node::from_number(number) { return Some(#path(value)); })
    });
    quote!(let _ = number; #(#bare)* None)
}

/// The value of some content of a node of this name, read from the tree.
fn content_read(name: &str, path: &TokenStream, content: &Content, from: &TokenStream) -> TokenStream {
    match content {
        Content::Nothing => quote!(#path),
        Content::One(field) => {
            let value = field_value(field, quote!(Node::read(#from)?), from);
            quote!(#path(#value))
        }
        Content::List(fields) => {
            let (names, types) = (bindings(content), fields.iter().map(|field| &field.ty));
            quote!({ let (#(#names),*) = <(#(#types),*) as Node>::read(#from)?; #path(#(#names),*) })
        }
        Content::Map(fields, _) => {
            let words = fields.iter().map(|field| &field.word);
            let alone = match fields.iter().find(|field| field.alone) {
                Some(field) => {
                    let (word, takes_map) = (&field.word, !field.is_list());
                    quote!(Some((#word, #takes_map)))
                }
                None => quote!(None),
            };
            let values: Vec<TokenStream> = fields
                .iter()
                .map(|field| {
                    let word = &field.word;
                    match (&field.default, field.one) {
                        (None, true) => quote!(fields.one(#word)?),
                        (Some(_), true) => quote!(fields.one_or_none(#word)?),
                        (None, false) => quote!(fields.get(#word)?),
                        (Some(None), false) => quote!(fields.or(#word, Default::default)?),
                        (Some(Some(value)), false) => quote!(fields.or(#word, || #value)?),
                    }
                })
                .collect();
            let value = shaped(path, content, &values);
            quote!({ let fields = Fields::of(#name, #from, &[#(#words),*], #alone)?; #value })
        }
    }
}

fn field_value(field: &Field, read: TokenStream, from: &TokenStream) -> TokenStream {
    match (field.from_one, field.one) {
        (true, _) => quote!(read_from_one(#from)?),
        (_, true) => quote!(read_one(#from)?),
        _ => read,
    }
}

fn read(node: &Type) -> TokenStream {
    let tree = quote!(tree);
    let variants = match &node.shape {
        Shape::Struct(Content::One(field)) if field.one => {
            return quote! {
                match &tree.value {
                    Value::Word(word) => Self::from_word(word).ok_or_else(|| tree.unknown_word(&<Self as Form>::KIND)),
                    _ => read_one(tree).map(Self),
                }
            };
        }
        Shape::Struct(content) => {
            let value = content_read(&node.ident.to_string(), &quote!(Self), content, &tree);
            let word = (!node.words.is_empty()).then(|| {
                quote!(if let Value::Word(word) = &tree.value {
                    if let Some(value) = Self::from_word(word) {
                        return Ok(value);
                    }
                })
            });
            return quote!(#word Ok(#value));
        }
        Shape::Enum(variants) => variants,
    };
    let entries = variants
        .iter()
        .filter(|it| {
            !it.skip && it.bare != Bare::Only && it.key.is_none() && !matches!(it.content, Content::Nothing)
        })
        .map(|variant| {
            let word = &variant.word;
            let value = content_read(word, &path(variant), &variant.content, &quote!(value));
            quote!(#word => Ok(#value),)
        });
    let keyed = variants.iter().filter(|it| it.key.is_some() && it.bare == Bare::No).map(|variant| {
        let (path, predicate) = (path(variant), &variant.key);
        quote!(if let Some(name) = Node::from_word(other).filter(|name| #predicate(*name)) { return Ok(#path(name, Node::read(value)?)); })
    });
    let sugar = node.sugar.as_ref().map(|sugar| {
        quote!(if <#sugar as Form>::KIND.has(other) { return <#sugar as Node>::read(tree).map(Into::into); })
    });
    let list = variants
        .iter()
        .find(|it| it.bare != Bare::No && it.content.fields().first().is_some_and(Field::is_list))
        .map(|it| {
            let path = path(it);
            quote!(Value::List(_) => Node::read(tree).map(#path),)
        });
    quote! {
        match &tree.value {
            Value::Map(_) => {
                let (key, value) = tree.entry(&<Self as Form>::KIND)?;
                let _ = value;
                match key.word.as_str() {
                    #(#entries)*
                    other => {
                        #(#keyed)*
                        #sugar
                        let _ = other;
                        Err(tree.unknown_key(&<Self as Form>::KIND))
                    }
                }
            }
            Value::Word(word) => Self::from_word(word).ok_or_else(|| tree.unknown_word(&<Self as Form>::KIND)),
            Value::Number(number) => Self::from_number(*number).ok_or_else(|| tree.mismatch(&<Self as Form>::KIND)),
            #list
            _ => Err(tree.mismatch(&<Self as Form>::KIND)),
        }
    }
}

// ---- Writing.

/// Some content as a tree; its fields are bound to their names. What stands alone must not be one of the words of the type, which mean
/// something else.
fn content_written(content: &Content, of_type: &[(String, Expr)]) -> TokenStream {
    let names = bindings(content);
    match content {
        Content::Nothing => quote!(Tree::nothing()),
        Content::One(field) => {
            let name = names.first();
            match (field.from_one, field.one) {
                (true, _) => quote!(Tree::number(i64::from(*#name) + 1)),
                (_, true) => quote!(written_one(#name, style)),
                _ => quote!(#name.write(style)),
            }
        }
        Content::List(_) => quote!(Tree::list(vec![#(#names.write(style)),*])),
        Content::Map(fields, _) => {
            let puts = names.iter().zip(fields).map(|(name, field)| {
                let word = &field.word;
                let tree =
                    if field.one { quote!(written_one(#name, style)) } else { quote!(#name.write(style)) };
                let left_out = match &field.default {
                    None => quote!(#name.is_absent()),
                    Some(None) => quote!(is_default(#name)),
                    Some(Some(value)) => quote!(style == Style::Shortest && *#name == #value),
                };
                quote!(if !(#left_out) { entries.put(#word, #tree); })
            });
            let words = fields.iter().map(|field| &field.word);
            let end = match fields.iter().find(|field| field.alone) {
                Some(field) => {
                    let word = &field.word;
                    let of_type = of_type.iter().map(|(word, _)| word);
                    quote!(if style == Style::Shortest { entries.alone(#word, &[#(#words),*], &[#(#of_type),*]) } else { entries.map() })
                }
                None => quote!(entries.map()),
            };
            quote!({ let mut entries = Entries::default(); #(#puts)* #end })
        }
    }
}

fn written(node: &Type) -> TokenStream {
    let variants = match &node.shape {
        Shape::Struct(content) => {
            let (pattern, tree) = (pattern(&quote!(Self), content), content_written(content, &node.words));
            return quote!(let #pattern = self; #tree);
        }
        Shape::Enum(variants) => variants,
    };
    let arms = variants.iter().map(|variant| {
        let (pattern, word) = (pattern(&path(variant), &variant.content), &variant.word);
        let tree = content_written(&variant.content, &[]);
        let names = bindings(&variant.content);
        let tree = match (&variant.content, variant.bare, &variant.key) {
            (Content::Nothing, ..) => quote!(Tree::word(#word)),
            (_, Bare::Only, _) => tree,
            (_, Bare::Too, _) => {
                quote!({ let tree = #tree; if style == Style::Whole || tree.is_map() { Tree::one(#word, tree) } else { tree } })
            }
            (_, Bare::No, Some(_)) => {
                let (name, value) = (names.first(), names.get(1));
                quote!(Tree::one(#name.word(), #value.write(style)))
            }
            (_, Bare::No, None) => quote!(Tree::one(#word, #tree)),
        };
        quote!(#pattern => #tree,)
    });
    let sugar = node
        .sugar
        .as_ref()
        .map(|sugar| quote!(if style == Style::Shortest && let Some(sugar) = <#sugar>::of_form(self) { return sugar.written(); }));
    quote!(#sugar match self { #(#arms)* })
}
