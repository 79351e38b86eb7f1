import { afterEach, expect, test, vi } from "vitest";
import { log, setLogThreshold, type LogLevel } from "./log.ts";

const LEVELS: LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** The levels that reach the console now. */
function heard(): LogLevel[] {
  const said: string[] = [];
  for (const channel of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, channel).mockImplementation((text: string) => void said.push(text));
  for (const level of LEVELS) log[level](level);
  return LEVELS.filter((level) => said.includes(level));
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ["local", ["debug", "info", "warn", "error", "fatal"]],
  ["stage", ["info", "warn", "error", "fatal"]],
  ["prod", ["warn", "error", "fatal"]],
] as const)("in %s the levels from %j on are written", (environment, expected) => {
  setLogThreshold(environment, undefined);
  expect(heard()).toEqual(expected);
});

test("a configured level wins over the environment's", () => {
  setLogThreshold("prod", 0);
  expect(heard()).toEqual(LEVELS);
  setLogThreshold("local", 50);
  expect(heard()).toEqual(["fatal"]);
});
