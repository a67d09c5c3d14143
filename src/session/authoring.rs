//! The session and its document: how wishes of an author are granted, remembered and taken back.

use super::author::{AuthorWish, Authoring, Item, Snapshot, Warning, trouble};
use super::run::Run;
use super::undo::Change;
use super::{DEFAULT_BUDGET, LessonProgress, Problem, Selection, Session, Source, Transport};
use crate::dynamics::{BodyId, JointId};
use crate::preset::edit::{self, Edited};
use crate::preset::{Preset, Problems};
use std::sync::Arc;

impl Session {
    // ---- what is there to see -------------------------------------------------------------------------------------

    /// Whether the document is being edited: the scene stands at its start.
    pub const fn is_editing(&self) -> bool {
        self.authoring.is_on
    }

    /// The things of the document that are selected.
    pub fn edit_selection(&self) -> &[Item] {
        &self.authoring.selection
    }

    /// The thing of the document that a body came from; `None` for balls that were shot.
    pub fn items_of_body(&self, body: u32) -> Option<Item> {
        self.run.as_ref()?.instance.item_of_body(BodyId(body))
    }

    /// The bodies that came from a thing of the document, in ascending order; none for joints, springs and events.
    pub fn bodies_of_item(&self, item: Item) -> Vec<u32> {
        self.run.as_ref().map_or_else(Vec::new, |run| run.instance.bodies_of(item).collect())
    }

    /// What in the numbers of the scene asks for trouble; known while it is edited.
    pub fn warnings(&self) -> &[Warning] {
        &self.authoring.warnings
    }

    /// The selection as text for the clipboard; `None` when nothing is selected that could be copied.
    pub fn copy_text(&self) -> Option<String> {
        edit::copied(self.run.as_ref()?.preset(), &self.authoring.selection)
    }

    // ---- wishes ---------------------------------------------------------------------------------------------------

    pub(super) fn author(&mut self, wish: AuthorWish) {
        match wish {
            AuthorWish::NewScene => self.open(Source::New("New scene".to_owned())),
            AuthorWish::Numbers(form) => match form.scene() {
                Ok(preset) => self.open_document(preset),
                Err(problems) => {
                    self.problem = Some(refusal(&problems));
                    return;
                }
            },
            AuthorWish::Import(wish) => {
                let text = match wish.text() {
                    Ok(text) => text,
                    Err(problems) => {
                        self.problem = Some(refusal(&problems));
                        return;
                    }
                };
                if wish.is_new_scene || self.run.is_none() {
                    self.open(Source::New(wish.name()));
                }
                self.begin_editing();
                return self.edit(AuthorWish::Paste(text));
            }
            AuthorWish::Start => {}
            AuthorWish::Stop => {
                self.authoring.is_on = false;
                return;
            }
            AuthorWish::Select(items) => return self.select_items(items),
            AuthorWish::Toggle(item) => {
                let mut items = self.authoring.selection.clone();
                match items.iter().position(|known| *known == item) {
                    Some(place) => drop(items.remove(place)),
                    None => items.push(item),
                }
                return self.select_items(items);
            }
            AuthorWish::SelectAll => {
                let Some(run) = &self.run else { return };
                let scene = &run.preset().scene;
                let bodies = (0..scene.bodies.len()).map(Item::Body);
                return self.select_items(bodies.chain((0..scene.templates.len()).map(Item::Template)).collect());
            }
            wish => return self.edit(wish),
        }
        if self.run.is_some() {
            self.begin_editing();
        }
    }

    /// A scene without a file takes the place of what is open.
    fn open_document(&mut self, preset: Preset) {
        let source = Source::New(preset.title.clone());
        match Run::start(source, preset, None, DEFAULT_BUDGET) {
            Ok(run) => self.show_run(run),
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Pauses at the start.
    fn begin_editing(&mut self) {
        if self.run.is_none() {
            return;
        }
        self.set_playing(false);
        if self.run.as_ref().is_some_and(|run| run.cursor() != 0) {
            self.seek(0);
        }
        if !self.authoring.is_on {
            self.authoring.is_on = true;
            self.look_for_trouble();
        }
    }

    /// Grants a wish that changes the document, or says why not; then everything is as it was.
    fn edit(&mut self, wish: AuthorWish) {
        if wish.changes_scene() {
            self.begin_editing();
        }
        let Some(run) = &self.run else { return };
        let (is_gesture, is_drag) = (wish.is_gesture(), wish.is_drag());
        if !is_gesture {
            self.undo.end_gesture();
        }
        let before = run.shared_preset();
        let outcome = self.edited(&before, wish).map_err(|problems| refusal(&problems));
        let outcome = outcome.and_then(|edited| {
            let note = edited.note.clone();
            self.show_edited(&before, edited).map(|()| note)
        });
        match outcome {
            Ok(note) => self.note = note,
            Err(problem) if is_drag || is_gesture && self.undo.is_open() => {
                self.note = Some(problem.items.first().map_or(problem.title, |item| item.message.clone()));
            }
            Err(problem) => self.problem = Some(problem),
        }
        if !is_gesture {
            self.undo.end_gesture();
        }
    }

    /// The document after a wish.
    fn edited(&self, document: &Preset, wish: AuthorWish) -> Result<Edited, Problems> {
        let selection = &self.authoring.selection;
        let instance = || self.run.as_ref().map(|run| &run.instance);
        match wish {
            AuthorWish::StartFromHere => match instance() {
                Some(instance) => edit::started_from(document, instance),
                None => Ok(unchanged(document, selection)),
            },
            AuthorWish::DropToFloor => match instance() {
                Some(instance) => edit::dropped(document, selection, instance),
                None => Ok(unchanged(document, selection)),
            },
            AuthorWish::AlignToFace { point, normal } => match instance() {
                Some(instance) => edit::aligned(document, selection, instance, point, normal),
                None => Ok(unchanged(document, selection)),
            },
            AuthorWish::Add(body) => edit::added_body(document, *body),
            AuthorWish::AddTemplate(template) => edit::added_template(document, *template),
            AuthorWish::AddJoint(joint) => edit::added_joint(document, *joint),
            AuthorWish::AddSpring(spring) => edit::added_spring(document, *spring),
            AuthorWish::AddEvent(event) => edit::added_event(document, *event),
            AuthorWish::Duplicate => edit::duplicated(document, selection),
            AuthorWish::Delete | AuthorWish::Cut => edit::deleted(document, selection),
            AuthorWish::Array(pattern) => edit::arrayed(document, selection, &pattern),
            AuthorWish::Group(name) => edit::grouped(document, selection, &name),
            AuthorWish::Ungroup => edit::ungrouped(document, selection),
            AuthorWish::BreakApart => edit::broken_apart(document, selection),
            AuthorWish::Turn { axis, degrees, pivot } => edit::turned(document, selection, axis, degrees, pivot),
            AuthorWish::Scale { by, axes_of_body } => edit::scaled(document, selection, by, axes_of_body),
            AuthorWish::Move { by } => edit::moved(document, selection, by),
            AuthorWish::Set { place, value } => self.with_fields(document, &[(place, value)]),
            AuthorWish::SetField { field, value } => {
                let fields: Vec<_> =
                    selection.iter().map(|item| (format!("{}{field}", item.pointer()), value.clone())).collect();
                self.with_fields(document, &fields)
            }
            AuthorWish::Paste(text) => edit::pasted(document, &text),
            // All that is left has been dealt with before.
            _ => Ok(unchanged(document, selection)),
        }
    }

    fn with_fields(&self, document: &Preset, fields: &[(String, serde_json::Value)]) -> Result<Edited, Problems> {
        let preset = edit::fields_set(document, fields)?;
        let selection = self.authoring.selection.iter().copied().filter(|item| item.is_in(&preset)).collect();
        Ok(Edited { preset, selection, note: None })
    }

    fn show_edited(&mut self, before: &Arc<Preset>, edited: Edited) -> Result<(), Problem> {
        let Some(before) = self.snapshot(before) else { return Ok(()) };
        if edited.preset == *before.document {
            self.select_items(edited.selection);
            return Ok(());
        }
        let document = Arc::new(edited.preset);
        let by_hand = self.still_by_hand(&before, &document)?;
        let after = Snapshot { document, by_hand: Arc::new(by_hand), selection: edited.selection };
        self.restore_document(&after)?;
        self.undo.push(Change::Document { before, after });
        Ok(())
    }

    fn snapshot(&self, document: &Arc<Preset>) -> Option<Snapshot> {
        let by_hand = Arc::new(self.run.as_ref()?.by_hand());
        Some(Snapshot { document: document.clone(), by_hand, selection: self.authoring.selection.clone() })
    }

    /// A setting that the new document itself changes is no longer as it was set by hand.
    fn still_by_hand(
        &self,
        before: &Snapshot,
        document: &Arc<Preset>,
    ) -> Result<Vec<(String, serde_json::Value)>, Problem> {
        let Some(run) = self.run.as_ref().filter(|_| !before.by_hand.is_empty()) else { return Ok(Vec::new()) };
        let fresh = run.with_document(document.clone(), &[])?;
        let is_same = |path: &str| fresh.baseline_setting(path) == run.baseline_setting(path);
        Ok(before.by_hand.iter().filter(|(path, _)| is_same(path)).cloned().collect())
    }

    /// Shows the scene of a document at its start.
    pub(super) fn restore_document(&mut self, snapshot: &Snapshot) -> Result<(), Problem> {
        let Some(run) = &self.run else { return Ok(()) };
        let (old, new) = (run.preset(), &snapshot.document);
        let has_other_lesson = old.lesson != new.lesson;
        let is_same_scene = old.scene == new.scene && old.settings == new.settings && old.variants == new.variants;
        let is_same = is_same_scene && run.by_hand() == *snapshot.by_hand;
        let fresh = if is_same { None } else { Some(run.with_document(new.clone(), &snapshot.by_hand)?) };
        if has_other_lesson {
            self.lesson = LessonProgress::new(new.lesson.as_ref());
        }
        let Some(fresh) = fresh else {
            // Only what is said about the scene has changed: it goes on as it was.
            self.with_run(|run| run.set_preset(new.clone()));
            return Ok(());
        };
        self.run = Some(fresh);
        // What was set and found out about the run that is no longer there; not what can be taken back.
        self.transport = Transport::default();
        self.clock.reset();
        self.stop_hit = None;
        (self.comparing, self.sweeping) = (None, None);
        self.authoring.is_on = true;
        self.select_items(snapshot.selection.clone());
        self.look_for_trouble();
        Ok(())
    }

    /// As [`Self::restore_document`], for a change that is taken back or done again.
    pub(super) fn show_document(&mut self, snapshot: &Snapshot) {
        if let Err(problem) = self.restore_document(snapshot) {
            self.problem = Some(problem);
        }
    }

    // ---- selection ------------------------------------------------------------------------------------------------

    fn select_items(&mut self, mut items: Vec<Item>) {
        let Some(run) = &self.run else { return };
        items.retain(|item| item.is_in(run.preset()));
        let mut seen = std::collections::BTreeSet::new();
        items.retain(|item| seen.insert(*item));
        self.selection = items.iter().find_map(|item| selection_of(run, *item)).unwrap_or_default();
        self.authoring.selection = items;
    }

    /// The things of the document follow what is selected in the scene.
    pub(super) fn follow_selection(&mut self) {
        let Some(run) = &self.run else { return };
        let item = match self.selection {
            Selection::Body(body) => run.instance.item_of_body(BodyId(body)),
            Selection::Joint(joint) => run.instance.item_of_joint(JointId(joint)),
            Selection::Contact { .. } => return,
            Selection::None => None,
        };
        self.authoring.selection = item.into_iter().collect();
    }

    /// When time runs, or another moment is shown, the document is no longer edited.
    pub(super) fn follow_with_authoring(&mut self) {
        let is_at_start = self.run.as_ref().is_some_and(|run| run.cursor() == 0);
        if self.authoring.is_on && (self.is_playing() || !is_at_start) {
            self.authoring.is_on = false;
        }
        // Other settings, or another variant, other trouble.
        let looked_at = self.authoring.looked_at.as_ref().map(|(settings, variant)| (settings, variant.as_deref()));
        let now = self.run.as_ref().map(|run| (run.settings(), run.variant()));
        if self.authoring.is_on && now != looked_at {
            self.look_for_trouble();
        }
    }

    pub(super) fn forget_authoring(&mut self) {
        self.authoring = Authoring::default();
    }

    fn look_for_trouble(&mut self) {
        let Some(run) = &self.run else { return };
        self.authoring.warnings = trouble::find(run.preset(), &run.instance);
        self.authoring.looked_at = Some((run.settings().clone(), run.variant().map(str::to_owned)));
    }
}

fn selection_of(run: &Run, item: Item) -> Option<Selection> {
    let instance = &run.instance;
    match item {
        Item::Body(_) | Item::Template(_) => instance.bodies_of(item).next().map(Selection::Body),
        Item::Joint(_) => {
            let count = instance.world.joints().len() as u32;
            (0..count).find(|&joint| instance.item_of_joint(JointId(joint)) == Some(item)).map(Selection::Joint)
        }
        Item::Spring(_) | Item::Event(_) => None,
    }
}

fn unchanged(document: &Preset, selection: &[Item]) -> Edited {
    Edited { preset: document.clone(), selection: selection.to_vec(), note: None }
}

/// Why a wish was not granted.
fn refusal(problems: &Problems) -> Problem {
    let advice = "Nothing was changed.";
    let refused = Problem::new("This cannot be done", advice);
    problems.iter().fold(refused, |all, one| all.with(one.path.clone(), one.message.clone()))
}
