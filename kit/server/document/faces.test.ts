import { expect, test } from "vitest";
import { openFaces, stretchesOf } from "./faces.ts";

const { regular, bold } = openFaces();

test("faces are parsed once a process", () => {
  expect(openFaces().regular).toBe(regular);
});

test("figures are tabular in both faces", () => {
  for (const face of [regular, bold]) {
    const widths = new Set([..."0123456789"].map(face.widthOf));
    expect(widths.size).toBe(1);
  }
});

test("a line is as wide as its signs together", () => {
  expect(regular.widthOf("AVA")).toBeCloseTo(2 * regular.widthOf("A") + regular.widthOf("V"));
  expect(regular.widthOf("")).toBe(0);
});

test("only right-to-left letters and combining marks are shaped", () => {
  expect(stretchesOf("Łukasz −$1.00")).toEqual([{ text: "Łukasz −$1.00", shaped: false }]);
  expect(stretchesOf("ACH שלום 12")).toEqual([
    { text: "ACH ", shaped: false },
    { text: "שלום", shaped: true },
    { text: " 12", shaped: false },
  ]);
  expect(stretchesOf("aq\u0301b")).toEqual([
    { text: "a", shaped: false },
    { text: "q\u0301", shaped: true },
    { text: "b", shaped: false },
  ]);
});
