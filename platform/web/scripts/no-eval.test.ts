import { expect, test } from "vitest";
import "./no-eval.ts";

test("zod takes the setting up", async () => {
  const z = await import("zod/mini");
  expect(z.config().jitless).toBe(true);
});
