import { expect, test } from "vitest";
import { fileSize } from "./file-size.ts";

test.each([
  [0, "1 KB"],
  [812_400, "812 KB"],
  [1_250_000, "1.3 MB"],
  [10_000_000, "10 MB"],
])("%i bytes read as %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
