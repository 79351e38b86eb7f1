import { expect, test } from "vitest";
import { createBatcher } from "./batches.ts";

function recording(fails: (items: readonly string[]) => boolean = () => false) {
  const batches: string[][] = [];
  const add = createBatcher<string>(async (items) => {
    batches.push([...items]);
    await new Promise((resolve) => setImmediate(resolve));
    if (fails(items)) throw new Error(`failed: ${items.join()}`);
  }, 3);
  return { add, batches };
}

test("items that arrive together are worked on together, up to the limit and in order", async () => {
  const { add, batches } = recording();
  await Promise.all(["a", "b", "c", "d"].map(add));
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

test("an item that arrives later waits for the batch under way", async () => {
  const { add, batches } = recording();
  const first = add("a");
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, add("b"), add("c")]);
  expect(batches).toEqual([["a"], ["b", "c"]]);
});

test("an item that fails fails alone, and later items are worked on", async () => {
  const { add, batches } = recording((items) => items.includes("bad"));
  const ended = await Promise.allSettled(["a", "bad", "c"].map(add));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  await add("d");
  expect(batches.at(-1)).toEqual(["d"]);
});

const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });

test("while the database is away, a batch fails at once, and the next is tried", async () => {
  let isAway = true;
  const batches: string[][] = [];
  const add = createBatcher<string>(async (items) => {
    batches.push([...items]);
    if (isAway) throw AWAY;
  }, 3);
  const ended = await Promise.allSettled(["a", "b", "c"].map(add));
  expect(ended).toEqual(Array(3).fill({ status: "rejected", reason: AWAY }));
  expect(batches).toEqual([["a", "b", "c"]]);
  isAway = false;
  await Promise.all(["a", "b", "c"].map(add));
  expect(batches.at(-1)).toEqual(["a", "b", "c"]);
});

test("when it goes away after an item failed, those left are not tried", async () => {
  const batches: string[][] = [];
  const add = createBatcher<string>(async (items) => {
    batches.push([...items]);
    if (items.length > 1) throw new Error("one of them is bad");
    if (items.includes("b")) throw AWAY;
  }, 4);
  const ended = await Promise.allSettled(["a", "b", "c", "d"].map(add));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  expect(batches).toEqual([["a", "b", "c", "d"], ["a"], ["b"]]);
});
