// Who is let in: by role, and by what a role needs besides.
import { expect, test, vi } from "vitest";
import { call } from "#kit/contract/call.ts";
import type { RoleName } from "#kit/contract/who.ts";
import type { Meets } from "./asker.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const see = (given: Partial<Record<RoleName, "sole-member">>) =>
  call({ method: "GET", path: "/bill", summary: "See a bill", who: ["admin", "registered"], given, reply: null });

/** The server's only person is an admin. */
async function askedBy(given: Partial<Record<RoleName, "sole-member">>, meets: Meets) {
  const { url } = await aServer([route(see(given), async () => undefined)], { meets });
  const reply = await fetch(`${url}/bill`, { headers: { authorization: "Bearer x" } });
  return reply.status;
}

test.each([
  [true, 204],
  [false, 403],
])("a role that needs more is let in by it alone: %s answers %i", async (isMet, status) => {
  const meets = vi.fn<Meets>(async () => isMet);
  expect(await askedBy({ admin: "sole-member" }, meets)).toBe(status);
  expect(meets).toHaveBeenCalledWith(expect.objectContaining({ role: "admin" }), "sole-member");
});

test("what another role needs is not asked of this one", async () => {
  const meets = vi.fn<Meets>(async () => false);
  expect(await askedBy({ registered: "sole-member" }, meets)).toBe(204);
  expect(meets).not.toHaveBeenCalled();
});
