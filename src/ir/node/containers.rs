//! Nodes in boxes, lists and pairs.

use std::sync::Arc;

use super::super::tree::{Fault, Tree, Value};
use super::{Node, Shape, Style, Visit, VisitMut};

impl<T: Node + Clone> Node for Arc<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(tree: &Tree) -> Result<Self, Fault> {
        T::read(tree).map(Self::new)
    }

    fn write(&self, style: Style) -> Tree {
        (**self).write(style)
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        (**self).visit(field, visit);
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        Self::make_mut(self).visit_mut(field, visit);
    }
}

impl<T: Node> Node for Option<T> {
    const SHAPE: Shape = Shape::Optional(&T::SHAPE);

    fn read(tree: &Tree) -> Result<Self, Fault> {
        if tree.value == Value::Nothing { Ok(None) } else { T::read(tree).map(Some) }
    }

    fn write(&self, style: Style) -> Tree {
        self.as_ref().map_or_else(Tree::nothing, |value| value.write(style))
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        if let Some(value) = self {
            value.visit(field, visit);
        }
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        if let Some(value) = self {
            value.visit_mut(field, visit);
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Node> Node for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    fn read(tree: &Tree) -> Result<Self, Fault> {
        let Value::List(items) = &tree.value else { return Err(tree.instead_of("a list")) };
        items.iter().map(T::read).collect()
    }

    fn write(&self, style: Style) -> Tree {
        Tree::list(self.iter().map(|item| item.write(style)).collect())
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        self.iter().for_each(|item| item.visit(field, visit));
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        self.iter_mut().for_each(|item| item.visit_mut(field, visit));
    }
}

impl<A: Node, B: Node> Node for (A, B) {
    const SHAPE: Shape = Shape::Tuple(&[A::SHAPE, B::SHAPE]);

    fn read(tree: &Tree) -> Result<Self, Fault> {
        let Value::List(items) = &tree.value else { return Err(tree.instead_of("a list")) };
        match items.as_slice() {
            [one, other] => Ok((A::read(one)?, B::read(other)?)),
            [_, _, more, ..] => Err(Fault::new("the list is longer than it may be here").at(more.place())),
            _ => Err(Fault::new("the list is shorter than it must be here").at(tree.place())),
        }
    }

    fn write(&self, style: Style) -> Tree {
        Tree::list(vec![self.0.write(style), self.1.write(style)])
    }

    fn visit<'f>(&'f self, field: &'static str, visit: &mut Visit<'_, 'f>) {
        self.0.visit(field, visit);
        self.1.visit(field, visit);
    }

    fn visit_mut(&mut self, field: &'static str, visit: &mut VisitMut<'_>) {
        self.0.visit_mut(field, visit);
        self.1.visit_mut(field, visit);
    }
}
