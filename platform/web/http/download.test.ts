import { expect, test } from "vitest";
import { fileNameIn } from "./download.ts";

test.each([
  ['attachment; filename="asset-report-Lee-2026-11-20.pdf"', "asset-report-Lee-2026-11-20.pdf"],
  ["attachment; filename=\"x.pdf\"; filename*=UTF-8''asset-report-%C5%81ukasz.pdf", "asset-report-Łukasz.pdf"],
  ["inline", null],
  [null, null],
])("%j names %j", (disposition, name) => {
  expect(fileNameIn(disposition)).toBe(name);
});
