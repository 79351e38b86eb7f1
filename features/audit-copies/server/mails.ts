// Owns the mail that brings an auditor the link of a copy: what it says, and the work that makes that link and sends it.
import { randomBytes } from "node:crypto";
import { readOrganization } from "#features/organizations/server/store.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter, sayable } from "#kit/server/letter.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { Mailer } from "#providers/mail.ts";
import { isOpen, linkTo } from "./copy-state.ts";
import type { AuditCopyDeps } from "./deps.ts";
import { mailAuditCopy } from "./jobs.ts";
import { keepMailedToken } from "./store.ts";

type MailDeps = Pick<AuditCopyDeps, "assetReports"> & { readonly mailer: Mailer };

export function auditCopyWorkers(deps: MailDeps): JobWorker[] {
  return [worker(mailAuditCopy, ({ copyId }, scope) => mailLink(deps, scope, copyId))];
}

/** The mail has a link of its own, made here and never stored, so no queue holds one. Mailed again it is another. */
async function mailLink({ assetReports, mailer }: MailDeps, scope: Scope, copyId: string): Promise<void> {
  const { db, publicUrl, productName } = assetReports;
  const token = randomBytes(32).toString("base64url");
  const copy = await db.transaction(scope, (tx) => keepMailedToken(tx, scope, copyId, sha256(token)));
  if (!copy || !isOpen(copy)) return;
  const { name } = await readOrganization(db, scope);
  const auditor = sayable(copy.auditorName);
  await mailer.send({
    to: copy.auditorEmail,
    ...letter({
      product: productName,
      subject: "An asset report is shared with you",
      greeting: auditor === null ? "Hello," : `Hello ${auditor},`,
      paragraphs: [
        `${sayable(name) ?? "A lender"} shares an asset report with you for an audit.`,
        `The link works until ${longDay(copy.expiresAt)}. It asks for a pass-code, which the lender tells you by another way.`,
      ],
      action: { label: "Open the audit copy", url: linkTo(publicUrl, token) },
      closing: "If you do not expect this, ignore this mail: without the pass-code nothing opens.",
    }),
  });
}
