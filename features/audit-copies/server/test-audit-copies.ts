// Owns how tests share a report: through the same call as the page.
import { expect } from "vitest";
import { calls } from "#app/calls.ts";
import type { Person } from "#app/test-lender.ts";

/** What an officer types. */
export function anAuditor() {
  return { auditorName: "Ada Auditor", auditorEmail: "ada.auditor@example.net" };
}

/** The token of the link and the pass-code, as the officer is shown them. */
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
