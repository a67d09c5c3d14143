//! One look for the whole window: type sizes, spacing, colours of both themes, one accent.

use crate::app::scene::Look;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2};
use std::sync::Arc;

/// Distances come in multiples of this, points.
pub const GRID: f32 = 4.0;
/// Height of a row with a control in it.
pub const ROW: f32 = 26.0;

/// Colours that egui's own visuals have no place for.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// The accent as a tint behind text.
    pub accent_soft: Color32,
    pub text: Color32,
    pub weak: Color32,
    pub strong: Color32,
    pub panel: Color32,
    /// Cards and controls.
    pub raised: Color32,
    pub hovered: Color32,
    pub border: Color32,
    pub sunken: Color32,
    pub bad: Color32,
    pub good: Color32,
    /// Behind cards that float over the picture.
    pub glass: Color32,
}

const DARK: Palette = Palette {
    accent: Color32::from_rgb(255, 176, 32),
    on_accent: Color32::from_rgb(28, 20, 4),
    accent_soft: Color32::from_rgb(64, 52, 28),
    text: Color32::from_rgb(216, 221, 229),
    weak: Color32::from_rgb(154, 163, 177),
    strong: Color32::from_rgb(244, 246, 250),
    panel: Color32::from_rgb(26, 29, 35),
    raised: Color32::from_rgb(38, 43, 52),
    hovered: Color32::from_rgb(51, 58, 69),
    border: Color32::from_rgb(52, 58, 69),
    sunken: Color32::from_rgb(18, 20, 25),
    bad: Color32::from_rgb(255, 110, 90),
    good: Color32::from_rgb(84, 204, 130),
    glass: Color32::from_rgba_premultiplied(18, 21, 26, 226),
};

const LIGHT: Palette = Palette {
    accent: Color32::from_rgb(184, 102, 0),
    on_accent: Color32::WHITE,
    accent_soft: Color32::from_rgb(255, 236, 205),
    text: Color32::from_rgb(40, 46, 56),
    weak: Color32::from_rgb(92, 101, 115),
    strong: Color32::from_rgb(14, 18, 24),
    panel: Color32::from_rgb(245, 246, 248),
    raised: Color32::from_rgb(255, 255, 255),
    hovered: Color32::from_rgb(230, 234, 240),
    border: Color32::from_rgb(208, 213, 221),
    sunken: Color32::from_rgb(232, 235, 240),
    bad: Color32::from_rgb(192, 48, 28),
    good: Color32::from_rgb(20, 120, 64),
    glass: Color32::from_rgba_premultiplied(242, 243, 245, 240),
};

/// The colours of the theme in use.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Surroundings of the scene that go with the theme in use.
pub const fn look(is_dark: bool) -> Look {
    if is_dark { Look::DARK } else { Look::LIGHT }
}

/// The heavier cut, for titles and what matters.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("semibold".into()))
}

/// Fonts, sizes, spacing and both themes; once at the start.
pub fn install(ctx: &egui::Context) {
    install_fonts(ctx);
    for (theme, palette) in [(egui::Theme::Dark, &DARK), (egui::Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| apply(style, palette, theme == egui::Theme::Dark));
    }
}

fn install_fonts(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    let cuts: [(&str, &'static [u8]); 2] = [
        ("inter", include_bytes!("../../../assets/fonts/Inter-Regular.otf")),
        ("inter-semibold", include_bytes!("../../../assets/fonts/Inter-SemiBold.otf")),
    ];
    for (name, bytes) in cuts {
        fonts.font_data.insert(name.to_owned(), Arc::new(egui::FontData::from_static(bytes)));
    }
    let proportional = fonts.families.entry(FontFamily::Proportional).or_default();
    proportional.insert(0, "inter".to_owned());
    let mut heavier = proportional.clone();
    heavier.insert(0, "inter-semibold".to_owned());
    fonts.families.insert(FontFamily::Name("semibold".into()), heavier);
    ctx.set_fonts(fonts);
    egui_material_icons::initialize(ctx);
}

fn apply(style: &mut egui::Style, p: &Palette, is_dark: bool) {
    let sizes = [
        (TextStyle::Small, FontId::proportional(14.0)),
        (TextStyle::Body, FontId::proportional(15.0)),
        (TextStyle::Button, FontId::proportional(15.0)),
        (TextStyle::Heading, semibold(18.0)),
        (TextStyle::Monospace, FontId::monospace(14.0)),
    ];
    style.text_styles = sizes.into();
    let s = &mut style.spacing;
    s.item_spacing = Vec2::new(2.0 * GRID, GRID);
    s.button_padding = Vec2::new(2.5 * GRID, GRID);
    s.interact_size = Vec2::new(28.0, ROW);
    s.window_margin = Margin::same(16);
    s.menu_margin = Margin::same(8);
    s.slider_rail_height = 4.0;
    s.icon_width = 18.0;
    s.icon_spacing = 8.0;
    s.tooltip_width = 340.0;
    s.combo_width = 120.0;
    s.scroll = egui::style::ScrollStyle { bar_width: 6.0, ..egui::style::ScrollStyle::thin() };
    let v = &mut style.visuals;
    *v = if is_dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    v.panel_fill = p.panel;
    v.window_fill = if is_dark { Color32::from_rgb(31, 35, 42) } else { Color32::WHITE };
    v.extreme_bg_color = p.sunken;
    v.text_edit_bg_color = Some(p.sunken);
    v.faint_bg_color = p.raised;
    v.code_bg_color = p.raised;
    v.hyperlink_color = p.accent;
    v.warn_fg_color = p.accent;
    v.error_fg_color = p.bad;
    v.weak_text_color = Some(p.weak);
    v.window_stroke = Stroke::new(1.0, p.border);
    v.window_corner_radius = CornerRadius::same(10);
    v.menu_corner_radius = CornerRadius::same(8);
    let shadow = |blur, alpha| Shadow { offset: [0, 4], blur, spread: 0, color: Color32::from_black_alpha(alpha) };
    v.window_shadow = shadow(24, if is_dark { 120 } else { 50 });
    v.popup_shadow = shadow(12, if is_dark { 100 } else { 40 });
    v.selection.bg_fill = p.accent_soft;
    v.selection.stroke = Stroke::new(1.0, if is_dark { p.accent } else { p.strong });
    v.slider_trailing_fill = true;
    v.striped = false;
    let radius = CornerRadius::same(6);
    let w = &mut v.widgets;
    for (state, fill, border, text) in [
        (&mut w.noninteractive, p.panel, p.border, p.text),
        (&mut w.inactive, p.raised, Color32::TRANSPARENT, p.text),
        (&mut w.hovered, p.hovered, p.border, p.strong),
        (&mut w.active, p.hovered, p.accent, p.strong),
        (&mut w.open, p.hovered, p.border, p.strong),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, border);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        // Nothing may grow under the mouse: neighbours would seem to jump.
        state.expansion = 0.0;
    }
    w.inactive.bg_fill = if is_dark { Color32::from_rgb(60, 68, 81) } else { Color32::from_rgb(196, 203, 213) };
    // Rows of numbers change all the time; fading would blur them.
    style.animation_time = 0.08;
}
