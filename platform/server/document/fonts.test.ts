import { expect, test } from "vitest";
import { openFonts, shapeRuns } from "./fonts.ts";

const { regular, bold } = openFonts();

test("fonts are parsed once per process", () => {
  expect(openFonts().regular).toBe(regular);
});

test("figures are tabular in both faces", () => {
  for (const face of [regular, bold]) {
    const widths = new Set([..."0123456789"].map(face.widthOf));
    expect(widths.size).toBe(1);
  }
});

test("a line is as wide as the sum of its characters", () => {
  expect(regular.widthOf("AVA")).toBeCloseTo(2 * regular.widthOf("A") + regular.widthOf("V"));
  expect(regular.widthOf("")).toBe(0);
});

test("only right-to-left letters and combining marks are shaped", () => {
  expect(shapeRuns("Łukasz −$1.00")).toEqual([{ text: "Łukasz −$1.00", shaped: false }]);
  expect(shapeRuns("ACH שלום 12")).toEqual([
    { text: "ACH ", shaped: false },
    { text: "שלום", shaped: true },
    { text: " 12", shaped: false },
  ]);
  expect(shapeRuns("aq\u0301b")).toEqual([
    { text: "a", shaped: false },
    { text: "q\u0301", shaped: true },
    { text: "b", shaped: false },
  ]);
});
