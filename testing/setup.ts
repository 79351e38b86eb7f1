// Before each file of server tests: a reply that does not match the API's description fails the test that caused it.
import { appendFileSync } from "node:fs";
import { afterAll, afterEach, inject } from "vitest";
import { repliesChecked, takeMismatches } from "./reply-log.ts";

afterEach(requireMatches);
afterAll(() => {
  if (repliesChecked() > 0) appendFileSync(inject("checkedReplies"), `${repliesChecked()}\n`);
  requireMatches();
});

function requireMatches(): void {
  const mismatches = takeMismatches();
  if (mismatches.length > 0)
    throw new Error(`Replies that do not match the API's description:\n${mismatches.join("\n")}`);
}
