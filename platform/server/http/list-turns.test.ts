import { afterEach, expect, test, vi } from "vitest";
import { LISTS_AT_ONCE, LISTS_WAITING, openListTurns } from "./list-turns.ts";

afterEach(() => void vi.useRealTimers());

/** Takes so many turns of one person; how many were given, and what gives one back. */
function takeMany(turns: ReturnType<typeof openListTurns>, person: string, count: number) {
  const taken: (() => void)[] = [];
  const refused: unknown[] = [];
  for (let at = 0; at < count; at++)
    void turns.take(person).then(
      (leave) => taken.push(leave),
      (error: unknown) => refused.push(error),
    );
  return { taken, refused };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a person gets a limited number of lists at once, in turn, and lists beyond the queue are refused", async () => {
  const turns = openListTurns(Infinity);
  const { taken, refused } = takeMany(turns, "ann", LISTS_AT_ONCE + LISTS_WAITING + 2);
  await settle();
  expect(taken).toHaveLength(LISTS_AT_ONCE);
  expect(refused).toMatchObject([
    { code: "TOO_MANY_REQUESTS", retryAfter: 1 },
    { code: "TOO_MANY_REQUESTS", retryAfter: 1 },
  ]);
  taken[0]!();
  await settle();
  expect(taken).toHaveLength(LISTS_AT_ONCE + 1);
  for (let at = 1; at < taken.length; at++) {
    taken[at]!();
    await settle();
  }
  expect(taken).toHaveLength(LISTS_AT_ONCE + LISTS_WAITING);
  await expect(turns.take("ann")).resolves.toBeInstanceOf(Function);
});

test("another person does not wait", async () => {
  const turns = openListTurns(Infinity);
  takeMany(turns, "ann", LISTS_AT_ONCE + LISTS_WAITING);
  const { taken } = takeMany(turns, "ben", 1);
  await settle();
  expect(taken).toHaveLength(1);
});

test("lists are counted per person and minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-02T12:00:00Z") });
  const turns = openListTurns(2);
  const ask = async (person: string) => (await turns.take(person))();
  await ask("ann");
  await ask("ann");
  vi.setSystemTime(Date.parse("2026-11-02T12:00:20Z"));
  await expect(ask("ann")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfter: 40 });
  await expect(ask("ben")).resolves.toBeUndefined();
  vi.setSystemTime(Date.parse("2026-11-02T12:01:00Z"));
  await expect(ask("ann")).resolves.toBeUndefined();
});
