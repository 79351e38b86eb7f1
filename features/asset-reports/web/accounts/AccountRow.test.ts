import { expect, test } from "vitest";
import { balanceShape } from "./AccountRow.tsx";

const points = (...cents: number[]) => cents.map((currentCents, at) => ({ date: `2026-11-0${at + 1}`, currentCents }));

test("runs from left to right, with the highest balance at the top", () => {
  expect(balanceShape(points(0, 100, 50)).places).toEqual([
    { x: 0, y: 37 },
    { x: 50, y: 3 },
    { x: 100, y: 20 },
  ]);
});

test("a balance that never changes is a line in the middle", () => {
  expect(balanceShape(points(500, 500)).line).toBe("M0 20L100 20");
});

test("zero is drawn only if balances are on both sides of it", () => {
  expect(balanceShape(points(100, -100)).zero).toBe(20);
  expect(balanceShape(points(100, 200)).zero).toBeNull();
});
