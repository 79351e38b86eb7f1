import { expect, test } from "vitest";
import { forgetCommands, recentCommands, rememberCommand } from "./palette-view.ts";

test("the last five are remembered, each once, the last used first", () => {
  for (const id of ["a", "b", "c", "a", "d", "e", "f"]) rememberCommand(id);
  expect(recentCommands()).toEqual(["f", "e", "d", "a", "c"]);
  forgetCommands();
  expect(recentCommands()).toEqual([]);
});

test.each(["not json", "null", '{"a":1}', "[1,null]"])("%s in the storage counts as empty", (stored) => {
  localStorage.setItem("recentCommands", stored);
  expect(recentCommands()).toEqual([]);
});
