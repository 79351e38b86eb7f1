// Ties the jobs of visits, and what reports tell of connections and evidence of answers, to what does them.
import { connectionBroken } from "#features/asset-reports/server/jobs.ts";
import { depositExplained } from "#features/underwriting/server/jobs.ts";
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import { tellOfBroken } from "./doctor.ts";
import { mailBroken, mailLink, mailTakenBack, requestLink } from "./jobs.ts";
import { mailAnswered, mailConnectionBroken, mailConsentTakenBack, mailNewLink, type VisitMailDeps } from "./mails.ts";
import { sendRequested } from "./request-link.ts";

export function visitWorkers(deps: VisitMailDeps): JobWorker[] {
  return [
    worker(mailLink, (data, scope) => mailNewLink(deps, scope, data)),
    worker(requestLink, (data) => sendRequested(deps, data)),
    worker(mailTakenBack, (data, scope) => mailConsentTakenBack(deps, scope, data)),
    worker(mailBroken, (data, scope) => mailConnectionBroken(deps, scope, data)),
    worker(depositExplained, (data, scope) => mailAnswered(deps, scope, data)),
    worker(connectionBroken, (data, scope) => tellOfBroken(deps, scope, data)),
  ];
}
