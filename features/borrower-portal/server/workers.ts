import { connectionBroken } from "#features/asset-reports/server/jobs.ts";
import { depositExplained } from "#features/underwriting/server/jobs.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { tellOfBroken } from "./connection-alerts.ts";
import { emailBroken, emailLink, emailTakenBack, requestLink } from "./jobs.ts";
import {
  emailAnswered,
  emailConnectionBroken,
  emailConsentTakenBack,
  emailNewLink,
  type PortalEmailDeps,
} from "./emails.ts";
import { sendRequested } from "./request-link.ts";

export function borrowerPortalWorkers(deps: PortalEmailDeps): JobWorker[] {
  return [
    worker(emailLink, (data, scope) => emailNewLink(deps, scope, data)),
    worker(requestLink, (data) => sendRequested(deps, data)),
    worker(emailTakenBack, (data, scope) => emailConsentTakenBack(deps, scope, data)),
    worker(emailBroken, (data, scope) => emailConnectionBroken(deps, scope, data)),
    worker(depositExplained, (data, scope) => emailAnswered(deps, scope, data)),
    worker(connectionBroken, (data, scope) => tellOfBroken(deps, scope, data)),
  ];
}
