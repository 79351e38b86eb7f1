import { expect } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { Person } from "#testing/lender.ts";

/** The officer's input. */
export function anAuditor() {
  return { auditorName: "Ada Auditor", auditorEmail: "ada.auditor@example.net" };
}

/** The token of the link and the passcode, as the officer sees them. */
export async function share(
  officer: Pick<Person, "send">,
  borrowerId: string,
  days = 14,
): Promise<{ token: string; passCode: string }> {
  const reply = await officer.send(calls.createAuditCopy, { ...anAuditor(), borrowerId, days });
  expect(reply, String(reply.message)).toMatchObject({ status: 201 });
  return { token: tokenIn(reply.body.url), passCode: reply.body.passCode };
}

export function tokenIn(url: string): string {
  return new URL(url).hash.replace("#t=", "");
}
