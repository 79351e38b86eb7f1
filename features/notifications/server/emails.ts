import { fullName } from "#features/borrowers/contract.ts";
import { type Owner, readMember, readViewers } from "#features/borrowers/server/owner-queries.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { readNames, readOrganization } from "#features/directory/server/queries.ts";
import { EMAIL_TEXTS, KIND_TEXTS, pathOf } from "#features/notifications/labels.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { emailDigest, emailNotification } from "./jobs.ts";
import { deliveryOf } from "./notify.ts";
import { type NotificationRow, readChoices, readDigest, readNotificationRow } from "./queries.ts";

/** Lines of one daily email. */
const DIGEST_LINES = 50;

export function notificationWorkers(ctx: Context): JobWorker[] {
  return [
    worker(emailNotification, ({ notificationId }, scope) => sendOne(ctx, scope, notificationId)),
    worker(emailDigest, (data, scope) => sendDigest(ctx, scope, data)),
  ];
}

async function sendOne(ctx: Context, scope: Scope, id: string): Promise<void> {
  const { providers, settings } = ctx;
  const row = await readNotificationRow(ctx.db, scope, id);
  const member = row && (await readMember(ctx.db, scope, row.userId));
  const described = member && (await describe(ctx.db, scope, member, row));
  if (!described) return;
  const { title, isOnReport } = KIND_TEXTS[row.kind];
  await providers.mailer.send({
    to: member.email,
    ...renderEmail({
      product: settings.productName,
      subject: `${described.borrower}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      greeting: EMAIL_TEXTS.greeting(member.firstName),
      paragraphs: [described.sentence],
      action: {
        label: isOnReport ? EMAIL_TEXTS.view.report : EMAIL_TEXTS.view.borrower,
        url: settings.publicUrl + pathOf(row.kind, row.borrowerId),
      },
      closing: EMAIL_TEXTS.closing,
    }),
  });
}

/** A kind that the person has since chosen not to get by email is left out. */
async function sendDigest(
  { db, providers, settings }: Context,
  scope: Scope,
  of: { userId: string; digestId: string },
): Promise<void> {
  const member = await readMember(db, scope, of.userId);
  if (!member) return;
  const choices = (await readChoices(db, scope, [of.userId])).get(of.userId);
  const sentences: string[] = [];
  for (const row of await readDigest(db, scope, of)) {
    const isWanted = ["daily", "email"].includes(deliveryOf(row.kind, choices));
    const described = isWanted && (await describe(db, scope, member, row));
    if (described) sentences.push(described.sentence);
  }
  if (sentences.length === 0) return;
  const organization = await readOrganization(db, scope);
  const { subject, intro, more, view } = EMAIL_TEXTS.digest;
  const left = sentences.length - DIGEST_LINES;
  await providers.mailer.send({
    to: member.email,
    ...renderEmail({
      product: settings.productName,
      subject: subject(sentences.length),
      greeting: EMAIL_TEXTS.greeting(member.firstName),
      paragraphs: [
        intro(sanitizeDisplayName(organization.name)),
        ...sentences.slice(0, DIGEST_LINES),
        ...(left > 0 ? [more(left)] : []),
      ],
      action: { label: view, url: `${settings.publicUrl}/account/borrowers/all` },
      closing: EMAIL_TEXTS.closing,
    }),
  });
}

/** `undefined`: the person may not see the borrower any more. */
async function describe(
  db: ReadDb,
  scope: Scope,
  { userId }: Owner,
  { kind, borrowerId, detail }: NotificationRow,
): Promise<{ borrower: string; sentence: string } | undefined> {
  const row = await readBorrower(db, scope, borrowerId);
  if (!row || !(await readViewers(db, scope, row)).some((viewer) => viewer.userId === userId)) return undefined;
  const borrower = sanitizeDisplayName(fullName(row)) ?? "A borrower";
  const by = detail.by === undefined ? undefined : (await readNames(db, scope, [detail.by])).get(detail.by);
  const facts = {
    borrower,
    bank: detail.bank === undefined ? null : sanitizeDisplayName(detail.bank),
    reason: detail.reason ?? null,
    by: by === undefined ? null : sanitizeDisplayName(by),
  };
  return { borrower, sentence: KIND_TEXTS[kind].sentence(facts) };
}
