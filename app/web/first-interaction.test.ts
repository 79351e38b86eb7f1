import { expect, test } from "vitest";
import { firstInteraction } from "./first-interaction.ts";

test.each(["pointermove", "touchstart", "keydown", "focusin", "scroll"])("a %s is a move", async (kind) => {
  const page = new EventTarget();
  const moved = firstInteraction(page);
  page.dispatchEvent(new Event(kind));
  await moved;
});

test("nothing else is", async () => {
  const page = new EventTarget();
  let hasMoved = false;
  void firstInteraction(page).then(() => (hasMoved = true));
  page.dispatchEvent(new Event("load"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(hasMoved).toBe(false);
});
