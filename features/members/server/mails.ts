// Owns the mail that invites a person: what it says, and the job that makes its link and sends it.
import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { INVITATION_DAYS } from "#features/members/contract.ts";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob, worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter, sayable } from "#kit/server/letter.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { Mailer } from "#providers/mail.ts";
import type { MemberDeps } from "./deps.ts";
import { keepLink, lockInvitation, readInviting } from "./invitation-store.ts";

export const mailInvitation = tenantJob("members.mail-invitation", z.object({ organizationId: Id, invitationId: Id }));

const DAY_MS = 86_400_000;

/** When a link ends whose mail is asked for now (ISO 8601). */
export function endOfLink(): string {
  return new Date(Date.now() + INVITATION_DAYS * DAY_MS).toISOString();
}

type MailDeps = Pick<MemberDeps, "db" | "publicUrl" | "productName"> & { mailer: Mailer };

export function memberWorkers(deps: MailDeps): JobWorker[] {
  return [worker(mailInvitation, ({ invitationId }, scope) => invite(deps, scope, invitationId))];
}

/** The link is made here and never stored, so no queue and no log holds one. One that was taken back is not mailed. */
async function invite({ db, mailer, publicUrl, productName }: MailDeps, scope: Scope, id: string): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const invited = await db.transaction(scope, async (tx) => {
    const invitation = await lockInvitation(tx, scope, id);
    if (!invitation) return null;
    await keepLink(tx, scope, id, sha256(token));
    return { email: invitation.email, ...(await readInviting(tx, scope, id)) };
  });
  if (!invited) return;
  const { email, organizationName, inviterName, replyTo } = invited;
  await mailer.send({
    to: email,
    ...(replyTo !== null && { replyTo }),
    ...letter({
      product: productName,
      subject: `Your invitation to ${productName}`,
      greeting: "Hello,",
      paragraphs: [
        `${sayable(inviterName) ?? "Somebody"} invites you to join ${sayable(organizationName) ?? "a lender"} on ${productName}.`,
        `The link works for ${INVITATION_DAYS} days, with this address alone.`,
      ],
      action: { label: "See the invitation", url: `${publicUrl}/auth/invitation?token=${token}` },
      closing: "If you do not know who this is, ignore this mail: nothing happens.",
    }),
  });
}
