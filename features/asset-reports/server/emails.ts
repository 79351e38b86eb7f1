import type { Context } from "#platform/server/context.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { readOwners } from "#features/borrowers/server/owner-store.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { emailExpiring } from "./jobs.ts";

export function assetReportMailWorkers(ctx: Context): JobWorker[] {
  return [worker(emailExpiring, (data, scope) => remind(ctx, scope, data))];
}

/** Sends only to a user who still looks after the borrower, and not if there is a newer report. */
async function remind(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { borrowerId, userId, freshUntil }: { borrowerId: string; userId: string; freshUntil: string },
): Promise<void> {
  const borrower = await readBorrower(db, scope, borrowerId);
  if (!borrower || borrower.status === "closed" || borrower.summary?.freshUntil !== freshUntil) return;
  const owner = (await readOwners(db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const name = sanitizeDisplayName(fullName(borrower)) ?? "your borrower";
  const day = dayWords(freshUntil);
  await mailer.send({
    to: owner.email,
    ...renderEmail({
      product: productName,
      subject: `The asset report for ${name} expires on ${day}`,
      greeting: `Hello ${owner.firstName},`,
      paragraphs: [
        `The bank data in the asset report for ${name} is valid through ${day}.`,
        "If the note date is later, refresh the report before then.",
      ],
      action: { label: "View report", url: `${publicUrl}/borrower/asset-report/${borrowerId}` },
      closing: "You're receiving this because you're the loan officer.",
    }),
  });
}

/** `March 2, 2027`. */
function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
