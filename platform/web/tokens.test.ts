import { describe, expect, test, vi } from "vitest";

// Vitest empties imported style sheets, and the browser's types know no file system: so Node's own, typed by hand.
const { readFileSync } = await vi.importActual<{ readFileSync(path: string, encoding: "utf8"): string }>("node:fs");
const css = readFileSync(import.meta.url.replace("file://", "").replace(".test.ts", ".css"), "utf8");
const TOKEN = /--([\w-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/g;
const tokens = new Map([...css.matchAll(TOKEN)].map(([, name, light, dark]) => [name, { light, dark }]));

/** Relative luminance (WCAG 2.2) of `L C H`, clipped to sRGB as a screen shows it. Matrices: Björn Ottosson, OKLab. */
function luminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(" ").map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: "light" | "dark"): number {
  const [high = 0, low = 0] = [one, other]
    .map((name) => luminance(tokens.get(name)?.[theme] ?? "NaN"))
    .sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const BACKGROUNDS = ["ground", "surface", "raised", "sunken"];
const textPairs = [
  ...["ink", "ink-2", "ink-3", "accent", "accent-hover", "ok", "ask", "stop", "info"].flatMap((text) =>
    BACKGROUNDS.map((ground) => [text, ground] as const),
  ),
  ...["ok", "ask", "stop", "info", "accent"].map((tone) => [tone, `${tone}-soft`] as const),
  ...["ok", "ask", "stop", "info", "accent"].map((tone) => ["ink", `${tone}-soft`] as const),
  ["accent-ink", "accent"] as const,
  ["accent-ink", "accent-hover"] as const,
  ["stop-ink", "stop"] as const,
  ["stop-ink", "stop-hover"] as const,
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(textPairs)("%s is readable on %s", (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(BACKGROUNDS)("the edge of a control is seen on %s", (ground) => {
    expect(contrast("edge", ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

test("black on white is 21 to 1, as WCAG has it", () => {
  expect((luminance("1 0 0") + 0.05) / (luminance("0 0 0") + 0.05)).toBeCloseTo(21, 1);
});
