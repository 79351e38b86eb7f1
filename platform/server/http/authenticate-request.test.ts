// Who is let in: by role, and by what a role needs besides.
import { expect, test, vi } from "vitest";
import { call } from "#platform/contract/call.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { MeetsCondition } from "./authenticate-request.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const see = (given: Partial<Record<RoleName, "sole-member">>) =>
  call({ method: "GET", path: "/bill", summary: "See a bill", who: ["admin", "registered"], given, reply: null });

/** The server's only person is an admin. */
async function askedBy(given: Partial<Record<RoleName, "sole-member">>, meetsCondition: MeetsCondition) {
  const { url } = await aServer([route(see(given), async () => undefined)], { meetsCondition });
  const reply = await fetch(`${url}/bill`, { headers: { authorization: "Bearer x" } });
  return reply.status;
}

test.each([
  [true, 204],
  [false, 403],
])("a role that needs more is let in by it alone: %s answers %i", async (isMet, status) => {
  const meetsCondition = vi.fn<MeetsCondition>(async () => isMet);
  expect(await askedBy({ admin: "sole-member" }, meetsCondition)).toBe(status);
  expect(meetsCondition).toHaveBeenCalledWith(expect.objectContaining({ role: "admin" }), "sole-member");
});

test("the condition of another role does not apply to this one", async () => {
  const meetsCondition = vi.fn<MeetsCondition>(async () => false);
  expect(await askedBy({ registered: "sole-member" }, meetsCondition)).toBe(204);
  expect(meetsCondition).not.toHaveBeenCalled();
});
