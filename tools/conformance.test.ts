import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";

const rows = readFileSync(path.join(root, "docs/conformance.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z]+\d/.test(line));
const filesOf = (row: string) => [...(row.split(" | ").at(-1) ?? "").matchAll(/`([^`]+)`/g)].map(([, file]) => file!);

test("every requirement has an id of its own", () => {
  const ids = rows.map((row) => row.split("|")[1]!.trim());
  expect(ids.length).toBeGreaterThan(300);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test("every test file of the table exists", () => {
  const missing = rows.flatMap((row) => filesOf(row).filter((file) => !existsSync(path.join(root, file))));
  expect(missing).toEqual([]);
});
