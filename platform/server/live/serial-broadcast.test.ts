import { expect, test, vi } from "vitest";
import { broadcastSerially } from "./serial-broadcast.ts";

function aPage() {
  const page = { reported: [] as unknown[], reads: 0 };
  let isIn = true;
  const isStillIn = async () => {
    page.reads++;
    return isIn;
  };
  const hear = broadcastSerially(isStillIn, (event) => page.reported.push(event));
  return { page, hear, end: () => (isIn = false) };
}

test("rights are read before events, once for all that came during a read, and events keep their order", async () => {
  const { page, hear } = aPage();
  hear(0);
  const events = Array.from({ length: 100 }, (_, index) => index + 1);
  events.forEach(hear);
  await vi.waitFor(() => expect(page.reported).toEqual([0, ...events]), 15_000);
  expect(page.reads).toBe(2);
  hear(101);
  await vi.waitFor(() => expect(page.reported).toEqual([0, ...events, 101]), 15_000);
  expect(page.reads).toBe(3);
});

test("an event after the rights ended is never sent", async () => {
  const { page, hear, end } = aPage();
  hear("before");
  await vi.waitFor(() => expect(page.reported).toEqual(["before"]), 15_000);
  end();
  hear("after");
  await vi.waitFor(() => expect(page.reads).toBe(2), 15_000);
  await new Promise(setImmediate);
  expect(page.reported).toEqual(["before"]);
});
