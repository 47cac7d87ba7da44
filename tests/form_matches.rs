//! What the ability form says is never met with "and whatever else": each `match` over one of its enums writes every "no", so
//! that a new variant makes the compiler point at each place that must decide.
//!
//! A question of one or two variants is asked with `if let`, `let ... else` or `matches!`; whether anything in a form speaks of
//! something is asked of its parts (`src/ir/part.rs`). Where many answer alike, they are a sort (`src/ir/instruction/sorts.rs`,
//! `src/ir/event/sorts.rs`), and the compiler asks once of a new one to which it belongs.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Arm, Expr, ExprMatch, File, ItemImpl, ItemUse, Macro, Pat, Path, Token, Type, UseTree};
use walkdir::WalkDir;

/// The folders that are looked at.
const FOLDERS: [&str; 8] =
    ["src/engine", "src/why", "src/board", "src/runner", "src/cards", "src/trace", "src/game", "src/ir"];

/// The files that still have such matches, and how many; it may only become shorter.
const ALLOWED: &[(&str, usize)] = &[
    // What stops a player from doing something is looked for of what may be stopped; of all else nothing is known that does.
    ("src/engine/spells/instructions/possible.rs", 1),
    // What is followed as something enters is told by more than the name of the instruction; all else is a gap.
    ("src/engine/spells/replacement_effects/entering.rs", 2),
    // What has another canonical form is given it, and whatever else stays as it is.
    ("src/ir/canon.rs", 19),
    // Of an instruction and of a cost whatever else is the deed of its own word; a test of the form holds that these agree.
    ("src/ir/verb.rs", 2),
];

#[test]
fn no_match_over_the_form_ends_in_whatever_else() {
    let forms = forms();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in FOLDERS {
        for (path, text) in sources(folder) {
            let file = syn::parse_file(&text).expect("a source file that compiles");
            let places = wildcards(&file, &forms, folder == "src/ir");
            found.insert(path, places);
        }
    }
    let mut faults = Vec::new();
    for (path, places) in &found {
        let allowed = ALLOWED.iter().find(|(file, _)| file == path).map_or(0, |(_, count)| *count);
        if places.len() > allowed {
            faults.extend(places.iter().map(|place| format!("{path}:{place}: a wildcard over the form")));
        } else if places.len() < allowed {
            faults.push(format!("{path} has {} left: correct the list of this test", places.len()));
        }
    }
    let gone = ALLOWED.iter().filter(|(path, _)| !found.contains_key(*path));
    faults.extend(gone.map(|(path, _)| format!("{path} is gone: correct the list of this test")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_ends_in_whatever_else_is_found() {
    let forms = forms();
    for name in ["Ability", "Instruction", "Event", "Filter", "Keyword", "TextWord", "Place"] {
        assert!(forms.contains(name), "{name} is an enum of the form");
    }
    for name in ["Zone", "Trait", "KeywordName", "Part", "Prohibition"] {
        assert!(!forms.contains(name), "{name} is a list of words, or none of the enums of the form");
    }
    let found = |arms: &str| {
        let text = format!(
            "use crate::ir::{{Event, Zone, change::Change as Effect}}; use crate::game::Change;
            fn decides() -> u8 {{ match asked {{ {arms} }} }}"
        );
        wildcards(&syn::parse_file(&text).expect("a file"), &forms, false).len()
    };
    for arms in [
        "Event::Moves(_) => 1, _ => 2",
        "Event::Moves(_) | Event::Never => 1, other => more(other)",
        "&Event::Never => 1, &other => 2",
        "Event::Moves(_) if so => 1, Event::Never | _ => 2",
        "Some(Event::Never) => 1, None => 2, Some(_) => 3",
        "(Event::Never, Zone::Hand) => 1, (_, _) => 2",
        "(true, Event::Never) => 1, _ => 2",
        "Effect::GainThis => 1, _ => 2",
        "crate::ir::Event::Never => 1, _ => 2",
        "Zone::Hand => said!(match of { Event::Never => 1, _ => 2 }), _ => 3",
    ] {
        assert_eq!(found(arms), 1, "{arms}");
    }
    // Where the form is defined its enums are named without their module, or by `Self`.
    let of_itself = |arms: &str| {
        let text = format!("impl Event {{ fn is_so(&self) -> u8 {{ match self {{ {arms} }} }} }}");
        wildcards(&syn::parse_file(&text).expect("a file"), &forms, true).len()
    };
    assert_eq!(of_itself("Self::Never => 1, _ => 2"), 1);
    assert_eq!(of_itself("Event::Never | Self::Moves(_) => 1, other => 2"), 1);
    assert_eq!(of_itself("Self::Never => 1, of_combat!() => 2"), 0);
    for arms in [
        "Event::Moves(_) => 1, Event::Never => 2",
        "Event::Moves(_) => 1, _ if so => 2, Event::Never => 3",
        "Zone::Hand => 1, _ => 2",
        "Change::Move(_) => 1, _ => 2",
        "(Event::Never, Zone::Hand) => 1, (Event::Never | Event::Moves(_), _) => 2",
        "Part::Event(Event::Never) => 1, _ => 2",
        "Some(Zone::Hand) => 1, _ => 2",
    ] {
        assert_eq!(found(arms), 0, "{arms}");
    }
}

/// The files of a folder, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let paths = files.map(|entry| entry.path().to_string_lossy().replace('\\', "/"));
    paths
        .filter(|path| path.ends_with(".rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source file");
            (path, text)
        })
        .collect()
}

/// The names of the enums that are nodes of the form, and of what a method makes of one; closed lists of words are none.
fn forms() -> BTreeSet<String> {
    let mut forms = BTreeSet::from(["Made".to_owned()]);
    for (_, text) in sources("src/ir") {
        let mut is_node = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[derive(") {
                is_node = line.trim_end_matches(")]").split([' ', ',', '(']).any(|word| word == "Node");
            } else if let Some(name) = line.strip_prefix("pub enum ") {
                if is_node {
                    forms.extend(name.split([' ', '<']).next().map(str::to_owned));
                }
            }
        }
    }
    forms
}

/// What the names of a file stand for.
#[derive(Default)]
struct Names(BTreeMap<String, Vec<String>>);

impl Names {
    fn add(&mut self, tree: &UseTree, above: &[String]) {
        let mut path = above.to_vec();
        match tree {
            UseTree::Path(used) => {
                path.push(used.ident.to_string());
                self.add(&used.tree, &path);
            }
            UseTree::Name(used) if used.ident == "self" => {
                self.0.extend(path.last().cloned().map(|name| (name, path)));
            }
            UseTree::Name(used) => {
                path.push(used.ident.to_string());
                self.0.insert(used.ident.to_string(), path);
            }
            UseTree::Rename(used) => {
                path.push(used.ident.to_string());
                self.0.insert(used.rename.to_string(), path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree, above)),
            UseTree::Glob(_) => {}
        }
    }

    /// The whole path of what is named.
    fn whole(&self, path: &Path) -> Vec<String> {
        let mut words = path.segments.iter().map(|segment| segment.ident.to_string());
        let first = words.next().unwrap_or_default();
        let mut whole = self.0.get(&first).cloned().unwrap_or_else(|| vec![first]);
        whole.extend(words);
        whole
    }
}

impl<'f> Visit<'f> for Names {
    fn visit_item_use(&mut self, item: &'f ItemUse) {
        self.add(&item.tree, &[]);
    }
}

/// The matches of a file that end in a wildcard over the form: the line of each, and what is matched.
fn wildcards(file: &File, forms: &BTreeSet<String>, in_forms: bool) -> Vec<String> {
    let mut names = Names::default();
    names.visit_file(file);
    let mut matches = Matches { names, forms, of: None, in_forms, found: Vec::new() };
    matches.visit_file(file);
    matches.found
}

struct Matches<'t> {
    names: Names,
    forms: &'t BTreeSet<String>,
    /// What `Self` is.
    of: Option<String>,
    /// Whether the file is one of those that define the form, which name its enums without their module.
    in_forms: bool,
    found: Vec<String>,
}

impl<'f> Visit<'f> for Matches<'_> {
    fn visit_item_impl(&mut self, item: &'f ItemImpl) {
        let of = match &*item.self_ty {
            Type::Path(its) => its.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.of, of);
        visit::visit_item_impl(self, item);
        self.of = outer;
    }

    fn visit_expr_match(&mut self, expression: &'f ExprMatch) {
        let mut meets = BTreeSet::new();
        for arm in &expression.arms {
            self.forms_in(&arm.pat, &mut Vec::new(), &mut meets);
        }
        for arm in expression.arms.iter().filter(|arm| arm.guard.is_none()) {
            if let Some(form) = self.form_that_ends(arm, &meets) {
                let line = arm.span().start().line;
                self.found.push(format!("{line}: {form}"));
                break;
            }
        }
        visit::visit_expr_match(self, expression);
    }

    /// What is given to a macro is looked at where it is a list of expressions.
    fn visit_macro(&mut self, call: &'f Macro) {
        let given = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for expression in given.iter().flatten() {
            let names = Names(self.names.0.clone());
            let mut within = Matches { names, of: self.of.clone(), found: Vec::new(), ..*self };
            within.visit_expr(expression);
            self.found.extend(within.found);
        }
    }
}

/// Where something stands in a pattern, through tuples, options and structs.
type Way = Vec<String>;

impl Matches<'_> {
    /// The enum of the form that the name of a variant belongs to.
    fn form(&self, path: &Path) -> Option<String> {
        let whole = self.names.whole(path);
        let [modules @ .., name, _] = whole.as_slice() else { return None };
        if name == "Self" {
            return self.of.clone().filter(|name| self.in_forms && self.forms.contains(name));
        }
        let is_form = self.in_forms || modules.iter().any(|module| module == "ir");
        (self.forms.contains(name) && is_form).then(|| name.clone())
    }

    /// What stands in a pattern directly below it, each with where; nothing below a variant of an enum, options aside.
    fn below<'p>(&self, pattern: &'p Pat) -> Vec<(String, &'p Pat)> {
        let numbered = |elements: &'p Punctuated<Pat, Token![,]>| {
            elements.iter().enumerate().map(|(number, pattern)| (number.to_string(), pattern)).collect()
        };
        match pattern {
            Pat::Paren(pattern) => vec![(String::new(), &pattern.pat)],
            Pat::Reference(pattern) => vec![(String::new(), &pattern.pat)],
            Pat::Ident(pattern) => {
                pattern.subpat.iter().map(|(_, pattern)| (String::new(), &**pattern)).collect()
            }
            Pat::Tuple(pattern) => numbered(&pattern.elems),
            Pat::TupleStruct(pattern)
                if ["Some", "Ok", "Err"].iter().any(|name| pattern.path.is_ident(name)) =>
            {
                let name = pattern.path.get_ident().map(ToString::to_string).unwrap_or_default();
                pattern.elems.iter().map(|pattern| (name.clone(), pattern)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The places of a pattern at which it names a variant of an enum of the form.
    fn forms_in(&self, pattern: &Pat, way: &mut Way, meets: &mut BTreeSet<(Way, String)>) {
        let path = match pattern {
            Pat::Or(pattern) => {
                pattern.cases.iter().for_each(|pattern| self.forms_in(pattern, way, meets));
                None
            }
            Pat::Path(pattern) => Some(&pattern.path),
            Pat::Struct(pattern) => Some(&pattern.path),
            Pat::TupleStruct(pattern) => Some(&pattern.path),
            _ => None,
        };
        meets.extend(path.and_then(|path| self.form(path)).map(|form| (way.clone(), form)));
        for (step, pattern) in self.below(pattern) {
            let length = way.len();
            way.extend(Some(step).filter(|step| !step.is_empty()));
            self.forms_in(pattern, way, meets);
            way.truncate(length);
        }
    }

    /// The enum of the form of which an arm takes whatever is left.
    fn form_that_ends(&self, arm: &Arm, meets: &BTreeSet<(Way, String)>) -> Option<String> {
        let ends = |(way, _): &&(Way, String)| self.takes_all(&arm.pat, way);
        meets.iter().find(ends).map(|(_, form)| form.clone())
    }

    /// Whether a pattern takes whatever stands at a place, and whatever stands beside it.
    fn takes_all(&self, pattern: &Pat, way: &[String]) -> bool {
        if let Pat::Or(pattern) = pattern {
            return pattern.cases.iter().any(|pattern| self.takes_all(pattern, way));
        }
        let below = self.below(pattern);
        match pattern {
            Pat::Wild(_) | Pat::Rest(_) => true,
            // A constant and a variant that is imported by its name look the same; they begin with a capital.
            Pat::Ident(pattern) if below.is_empty() => {
                pattern.ident.to_string().starts_with(char::is_lowercase)
            }
            Pat::Paren(_) | Pat::Reference(_) | Pat::Ident(_) => {
                below.iter().all(|(_, pattern)| self.takes_all(pattern, way))
            }
            Pat::Tuple(_) | Pat::TupleStruct(_) => {
                let Some((first, rest)) = way.split_first() else { return false };
                below.iter().any(|(step, _)| step == first)
                    && below.iter().all(|(step, pattern)| {
                        self.takes_all(pattern, if step == first { rest } else { &[] })
                    })
            }
            _ => false,
        }
    }
}
