import { expect, test, vi } from "vitest";
import { tellInTurn } from "./live-turns.ts";

function aPage() {
  const [told, reads] = [[] as unknown[], [] as number[]];
  let isIn = true;
  const isStillIn = async () => {
    reads.push(performance.now());
    return isIn;
  };
  const hear = tellInTurn(isStillIn, (event) => told.push(event));
  return { told, reads, hear, end: () => (isIn = false) };
}

test("J8 rights are read before events once a second at most, and events keep their order", async () => {
  const { told, reads, hear } = aPage();
  hear(0);
  await vi.waitFor(() => expect(told).toEqual([0]), 500);
  const events = Array.from({ length: 100 }, (_, index) => index + 1);
  events.forEach(hear);
  expect(told).toEqual([0]);
  await vi.waitFor(() => expect(told).toEqual([0, ...events]), 3_000);
  hear(101);
  await vi.waitFor(() => expect(told).toEqual([0, ...events, 101]), 3_000);
  expect(reads).toHaveLength(3);
  for (const [index, read] of reads.slice(1).entries()) expect(read - reads[index]!).toBeGreaterThanOrEqual(990);
});

test("J7 J8 what came after the rights ended is never told, also within the second of a read", async () => {
  const { told, reads, hear, end } = aPage();
  hear("before");
  await vi.waitFor(() => expect(told).toEqual(["before"]), 500);
  end();
  hear("after");
  await vi.waitFor(() => expect(reads).toHaveLength(2), 3_000);
  await new Promise(setImmediate);
  expect(told).toEqual(["before"]);
});
