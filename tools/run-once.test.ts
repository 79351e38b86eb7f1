import { expect, test } from "vitest";
import { readable } from "./run-once.ts";

test.each([
  [`{"level":30,"msg":"request completed"}`, null],
  [`{"level":40,"msg":"mail is late"}`, "Warning: mail is late"],
  [`{"level":50,"msg":"job failed","err":{"message":"ETIMEDOUT","stack":"…"}}`, "Error: job failed: ETIMEDOUT"],
  [
    `{"level":60,"msg":"JWT_SECRET is missing","err":{"message":"JWT_SECRET is missing"}}`,
    "Fatal error: JWT_SECRET is missing",
  ],
  [`{"level":50}`, `Error: {"level":50}`],
  ["ENV_NOT_DEFINED", "ENV_NOT_DEFINED"],
  ["{ not json", "{ not json"],
  ["", null],
])("%s reads as %s", (line, text) => {
  expect(readable(line)).toBe(text);
});
