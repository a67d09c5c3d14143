//! GLSL of the picture (330 core and 300 es alike; three-d puts the version line in front).
//!
//! Colours arrive linear and leave encoded for sRGB, as egui expects them.

/// Shared by everything that draws bodies: one instance = place, turn, scale and colour.
pub(super) const BODY_VERTEX: &str = "
uniform mat4 view_proj;
uniform mat4 light_from_world;
in vec3 position; in vec3 normal; in float edge;
in vec3 i_pos; in vec4 i_rot; in vec3 i_scale; in vec4 i_col;
out vec3 v_normal; out float v_edge; out vec4 v_color; out vec3 v_world; out vec3 v_light;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vec3 world = i_pos + turn(i_rot, position * i_scale);
  v_world = world;
  v_normal = turn(i_rot, normal);
  v_edge = edge;
  v_color = i_col;
  v_light = (light_from_world * vec4(world + v_normal * 0.01, 1.0)).xyz * 0.5 + 0.5;
  gl_Position = view_proj * vec4(world, 1.0);
}";

/// Depth seen from the sun.
pub(super) const SHADOW_VERTEX: &str = "
uniform mat4 light_from_world;
in vec3 position;
in vec3 i_pos; in vec4 i_rot; in vec3 i_scale;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() { gl_Position = light_from_world * vec4(i_pos + turn(i_rot, position * i_scale), 1.0); }";

pub(super) const SHADOW_FRAGMENT: &str = "void main() {}";

/// Soft shadow: `taps` × `taps` comparisons; 1 while things move on a machine without a GPU, 0 for none.
const SHADOW: &str = "
uniform sampler2D shadow_map;
uniform float shadow_texel;
uniform int taps;
uniform float shadow_bias;
float lit(vec3 at) {
  if (taps == 0 || any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  float sum = 0.0;
  float reach = float(taps - 1) * 0.5;
  for (int x = 0; x < taps; ++x)
    for (int y = 0; y < taps; ++y) {
      vec2 offset = (vec2(float(x), float(y)) - reach) * 1.3 * shadow_texel;
      sum += texture(shadow_map, at.xy + offset).r + shadow_bias < at.z ? 0.0 : 1.0;
    }
  return sum / float(taps * taps);
}
float line(float coordinate, float width) {
  float pixel = max(fwidth(coordinate), 1e-6);
  float distance_to_line = abs(fract(coordinate - 0.5) - 0.5) / pixel;
  // Lines closer together than a few pixels melt into the surface instead of flickering.
  return (1.0 - smoothstep(width * 0.5, width * 0.5 + 1.0, distance_to_line)) * (1.0 - smoothstep(0.12, 0.4, pixel));
}
";

const BODY_FRAGMENT_MAIN: &str = "
uniform vec3 sun;
uniform vec3 eye;
uniform float ambient;
in vec3 v_normal; in float v_edge; in vec4 v_color; in vec3 v_world; in vec3 v_light;
layout (location = 0) out vec4 o;
void main() {
  vec3 n = normalize(v_normal);
  float sun_side = max(dot(n, sun), 0.0);
  float light = ambient * (0.72 + 0.38 * n.y) + (1.05 - ambient) * sun_side * (sun_side > 0.0 ? lit(v_light) : 0.0);
  vec3 to_eye = normalize(eye - v_world);
  light += 0.06 * pow(1.0 - max(dot(n, to_eye), 0.0), 2.0);
  vec3 c = v_color.rgb * light * 1.15;
  if (v_color.a < 0.75 && n.y > 0.7) c *= 1.0 - 0.22 * max(line(v_world.x, 1.0), line(v_world.z, 1.0));
  float pixel = max(fwidth(v_edge), 1e-6);
  float rim = (1.0 - smoothstep(0.7, 1.9, v_edge / pixel)) * (1.0 - smoothstep(0.25, 0.6, pixel));
  c *= 1.0 - 0.5 * rim;
  o = vec4(pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
}";

pub(super) fn body_fragment() -> String {
    format!("{SHADOW}{BODY_FRAGMENT_MAIN}")
}

/// A body a few pixels larger, seen from inside: what sticks out is its outline.
pub(super) const OUTLINE_VERTEX: &str = "
uniform mat4 view_proj;
uniform vec2 viewport;
uniform float width;
in vec3 position;
in vec3 i_pos; in vec4 i_rot; in vec3 i_scale;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vec4 center = view_proj * vec4(i_pos, 1.0);
  vec3 out_from_center = turn(i_rot, position * i_scale);
  vec4 at = view_proj * vec4(i_pos + out_from_center, 1.0);
  vec4 ahead = view_proj * vec4(i_pos + out_from_center * 1.05, 1.0);
  vec2 away = (ahead.xy / ahead.w - at.xy / at.w) * viewport;
  float size = length(away);
  if (size > 1e-6) at.xy += away / size * (width * 2.0) / viewport * at.w;
  gl_Position = at;
}";

pub(super) const OUTLINE_FRAGMENT: &str = "
uniform vec4 color;
layout (location = 0) out vec4 o;
void main() { o = color; }";

/// A plane that fades away with distance.
pub(super) const GROUND_VERTEX: &str = "
uniform mat4 view_proj;
uniform mat4 light_from_world;
uniform vec3 origin; uniform vec3 side_u; uniform vec3 side_v;
uniform float reach;
in vec2 corner;
out vec3 v_world; out vec3 v_light;
void main() {
  v_world = origin + (side_u * corner.x + side_v * corner.y) * reach;
  v_light = (light_from_world * vec4(v_world, 1.0)).xyz * 0.5 + 0.5;
  gl_Position = view_proj * vec4(v_world, 1.0);
}";

const GROUND_FRAGMENT_MAIN: &str = "
uniform vec3 center; uniform vec3 side_u; uniform vec3 side_v;
uniform vec3 ground; uniform vec3 grid;
uniform vec3 normal; uniform vec3 sun;
uniform float fade_from; uniform float fade_to;
in vec3 v_world; in vec3 v_light;
layout (location = 0) out vec4 o;
void main() {
  vec2 at = vec2(dot(v_world, side_u), dot(v_world, side_v));
  float away = length(v_world - center);
  float shadow = mix(0.52, 1.0, lit(v_light));
  float minor = max(line(at.x, 0.9), line(at.y, 0.9));
  float major = max(line(at.x * 0.2, 1.5), line(at.y * 0.2, 1.5));
  vec3 c = mix(ground, grid, max(minor * 0.42, major * 0.85));
  // The axes of the world through its origin: red along x, blue along z.
  vec2 pixel = max(fwidth(at), vec2(1e-6));
  if (abs(normal.y) > 0.9 && abs(v_world.y) < 0.05) {
    float on_x = 1.0 - smoothstep(0.6, 1.6, abs(v_world.z) / max(fwidth(v_world.z), 1e-6));
    float on_z = 1.0 - smoothstep(0.6, 1.6, abs(v_world.x) / max(fwidth(v_world.x), 1e-6));
    c = mix(c, vec3(0.50, 0.10, 0.10), on_x * 0.75);
    c = mix(c, vec3(0.08, 0.20, 0.52), on_z * 0.75);
  }
  float fade = 1.0 - smoothstep(fade_from, fade_to, away);
  o = vec4(pow(clamp(c * shadow, 0.0, 1.0), vec3(1.0 / 2.2)), fade);
}";

pub(super) fn ground_fragment() -> String {
    format!("{SHADOW}{GROUND_FRAGMENT_MAIN}")
}

pub(super) const SKY_VERTEX: &str = "
in vec2 corner;
out float v_height;
void main() { v_height = corner.y * 0.5 + 0.5; gl_Position = vec4(corner, 0.99999, 1.0); }";

pub(super) const SKY_FRAGMENT: &str = "
uniform vec3 top; uniform vec3 bottom;
in float v_height;
layout (location = 0) out vec4 o;
void main() {
  float t = smoothstep(0.15, 1.0, v_height);
  // An ordered pattern of less than one step of colour hides the bands of a slow gradient, and packs well in a PNG.
  vec2 cell = mod(floor(gl_FragCoord.xy), 2.0);
  float pattern = (cell.x * 2.0 + cell.y * 3.0 - cell.x * cell.y * 4.0) / 4.0 - 0.375;
  o = vec4(mix(bottom, top, t) + pattern / 255.0, 1.0);
}";

/// A segment with its own width in pixels at each end (an arrow's head is one that ends in zero).
pub(super) const LINE_VERTEX: &str = "
uniform mat4 view_proj;
uniform vec2 viewport;
in vec2 corner;
in vec3 i_from; in vec3 i_to; in vec4 i_width; in vec4 i_col;
out vec4 v_color; out float v_side; out float v_half;
void main() {
  vec4 a = view_proj * vec4(i_from, 1.0);
  vec4 b = view_proj * vec4(i_to, 1.0);
  const float near = 0.01;
  v_color = i_col; v_side = 0.0; v_half = 1.0;
  if (a.w < near && b.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 pa = a.xy / a.w * viewport * 0.5, pb = b.xy / b.w * viewport * 0.5;
  vec2 along = pb - pa;
  float length_px = length(along);
  along = length_px > 1e-4 ? along / length_px : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float t = corner.x;
  vec4 at = mix(a, b, t);
  // One pixel of dark rim on each side, and before and behind the ends.
  float half_width = mix(i_width.x, i_width.y, t) * 0.5 + i_width.z;
  vec2 offset = across * corner.y * half_width + along * (t * 2.0 - 1.0) * i_width.z;
  v_side = corner.y * half_width;
  v_half = half_width - i_width.z;
  at.xy += offset * 2.0 / viewport * at.w;
  at.z -= 0.0006 * at.w;
  gl_Position = at;
}";

pub(super) const LINE_FRAGMENT: &str = "
uniform vec4 halo; uniform float strength;
in vec4 v_color; in float v_side; in float v_half;
layout (location = 0) out vec4 o;
void main() {
  float inside = 1.0 - smoothstep(v_half - 0.3, v_half + 0.5, abs(v_side));
  o = vec4(mix(halo.rgb, v_color.rgb, inside), mix(halo.a, v_color.a, inside) * strength);
}";

pub(super) const POINT_VERTEX: &str = "
uniform mat4 view_proj;
uniform vec2 viewport;
in vec2 corner;
in vec3 i_pos; in vec4 i_form; in vec4 i_col;
out vec4 v_color; out vec2 v_at; out vec2 v_form;
void main() {
  vec4 at = view_proj * vec4(i_pos, 1.0);
  float half_size = i_form.x * 0.5 + 1.5;
  v_color = i_col;
  v_at = vec2(corner.x * 2.0 - 1.0, corner.y) * half_size;
  v_form = i_form.xy;
  at.xy += v_at * 2.0 / viewport * at.w;
  at.z -= 0.0012 * at.w;
  gl_Position = at;
}";

/// Dot, diamond, cross and ring by their distance functions, each with a dark rim.
pub(super) const POINT_FRAGMENT: &str = "
uniform vec4 halo; uniform float strength;
in vec4 v_color; in vec2 v_at; in vec2 v_form;
layout (location = 0) out vec4 o;
void main() {
  float r = v_form.x * 0.5;
  float d;
  if (v_form.y < 0.5) d = length(v_at) - r * 0.85;
  else if (v_form.y < 1.5) d = (abs(v_at.x) + abs(v_at.y)) * 0.7071 - r * 0.80;
  else if (v_form.y < 2.5) {
    vec2 q = abs(vec2(v_at.x + v_at.y, v_at.x - v_at.y) * 0.7071);
    d = min(max(q.x - r, q.y - r * 0.28), max(q.y - r, q.x - r * 0.28));
  } else d = abs(length(v_at) - r * 0.78) - r * 0.2;
  float inside = 1.0 - smoothstep(-0.5, 0.4, d);
  float rim = 1.0 - smoothstep(0.7, 1.5, d);
  if (rim <= 0.003) discard;
  o = vec4(mix(halo.rgb, v_color.rgb, inside), max(halo.a * rim, inside * v_color.a) * strength);
}";
