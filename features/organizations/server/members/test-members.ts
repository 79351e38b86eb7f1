import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { mailAbout, tokenIn } from "#features/auth/server/test-account.ts";
import type { Member } from "#features/organizations/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { emailInvitation } from "./emails.ts";

type Invite = Input<typeof calls.inviteMember>;

/** What the form would send. */
export function someoneNew(details: Partial<Invite> = {}): Invite {
  const email = `ines.${randomUUID().slice(0, 8)}@example.org`;
  return { firstName: "Ines", lastName: "Duarte", email, role: "editor", groupIds: [], ...details };
}

export async function invite(admin: Pick<Person, "send">, details: Partial<Invite> = {}): Promise<Member> {
  const reply = await admin.send(calls.inviteMember, someoneNew(details));
  if (reply.status !== 201) throw new Error(`the invitation failed: ${reply.message}`);
  return reply.body;
}

/** Waits for this many emails and returns the token of the newest. */
export async function invitedToken(
  test: Pick<TestProduct, "sandbox">,
  { email }: { email: string },
  count = 1,
): Promise<string> {
  return tokenIn(await mailAbout(test, email, "Your invitation", count));
}

/**
 * A live link to join this organization as an observer, created without an email and in an organization with any
 * members.
 */
export async function aToken({ asOwner }: TestProduct, organizationId: string, email: string): Promise<string> {
  const token = randomUUID();
  await asOwner("update invitations set ended_at = now() where organization_id = $1 and email_key = lower($2)", [
    organizationId,
    email,
  ]);
  await asOwner(
    `insert into invitations (organization_id, id, email, email_key, first_name, last_name, role, invited_by, expires_at, token_hash)
     select $1, gen_random_uuid(), $2, lower($2), 'Ines', 'Duarte', 'observer', user_id, now() + interval '7 days', $3
     from memberships where organization_id = $1 order by created_at limit 1`,
    [organizationId, email, sha256(token)],
  );
  return token;
}

/** Waits until every requested link is created, because creating one writes to its invitation. */
export async function untilMailed({ asOwner }: TestProduct): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await asOwner(
        "select 1 from jobs.job where name = $1 and state in ('created', 'retry', 'active')",
        [emailInvitation.name],
      );
      if (waiting.length > 0) throw new Error("invitations are not mailed yet");
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** A group of the organization. Returns its id. */
export async function aGroupIn({ asOwner }: TestProduct, organizationId: string, name?: string): Promise<string> {
  const id = randomUUID();
  await asOwner("insert into groups (organization_id, id, name) values ($1, $2, $3)", [organizationId, id, name ?? id]);
  return id;
}
