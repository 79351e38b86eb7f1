import { expect, test } from "vitest";
import { firstMove } from "./first-move.ts";

test.each(["pointermove", "touchstart", "keydown", "focusin", "scroll"])("a %s is a move", async (kind) => {
  const page = new EventTarget();
  const moved = firstMove(page);
  page.dispatchEvent(new Event(kind));
  await moved;
});

test("nothing else is", async () => {
  const page = new EventTarget();
  const moved = firstMove(page).then(() => "moved");
  page.dispatchEvent(new Event("load"));
  expect(await Promise.race([moved, Promise.resolve("still")])).toBe("still");
});
