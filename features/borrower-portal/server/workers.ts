import type { Context } from "#platform/server/context.ts";
import { connectionBroken } from "#features/asset-reports/server/jobs.ts";
import { depositExplained, documentsSent } from "#features/underwriting/server/jobs.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { tellOfBroken } from "./connection-alerts.ts";
import { emailBroken, emailCode, emailGiftLink, emailLink, emailTakenBack, remindLater, requestLink } from "./jobs.ts";
import {
  emailAnswered,
  emailConnectionBroken,
  emailConsentTakenBack,
  emailDocumentsSent,
  emailNewCode,
  emailNewGiftLink,
  emailNewLink,
} from "./emails.ts";
import { sendRequested } from "./links.ts";
import { remindOnDay } from "./reminders.ts";

export function borrowerPortalWorkers(ctx: Context): JobWorker[] {
  return [
    worker(emailLink, (data, scope) => emailNewLink(ctx, scope, data)),
    worker(emailCode, (data, scope) => emailNewCode(ctx, scope, data)),
    worker(emailGiftLink, (data, scope) => emailNewGiftLink(ctx, scope, data)),
    worker(requestLink, (data) => sendRequested(ctx, data)),
    worker(remindLater, (data, scope) => remindOnDay(ctx, scope, data)),
    worker(emailTakenBack, (data, scope) => emailConsentTakenBack(ctx, scope, data)),
    worker(emailBroken, (data, scope) => emailConnectionBroken(ctx, scope, data)),
    worker(depositExplained, (data, scope) => emailAnswered(ctx, scope, data)),
    worker(documentsSent, (data, scope) => emailDocumentsSent(ctx, scope, data)),
    worker(connectionBroken, (data, scope) => tellOfBroken(ctx, scope, data)),
  ];
}
