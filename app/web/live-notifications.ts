// Loaded with the first live event, because it imports schemas that the frame of the page does without.
import type { QueryClient } from "@tanstack/react-query";
import { REPORT_EXPIRING } from "#features/asset-reports/contract.ts";
import { fullName, LENDER_NOTIFIED } from "#features/borrowers/contract.ts";
import { ownBorrower } from "#features/borrowers/web/api.ts";
import { COMMENT_MENTIONED, DEPOSIT_EXPLAINED, DOCUMENTS_SENT } from "#features/underwriting/contract.ts";
import { CONNECTION_BROKEN, CONSENT_TAKEN_BACK } from "#features/borrower-portal/contract.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";

interface Note {
  readonly header: string;
  readonly body: (name: string) => string;
}

const NOTES: Readonly<Record<string, Note>> = {
  [LENDER_NOTIFIED]: { header: "A borrower needs your attention", body: (name) => `${name} needs your attention.` },
  [CONSENT_TAKEN_BACK]: {
    header: "Consent withdrawn",
    body: (name) => `${name}: the bank connections have ended. See Invitations on the borrower's page.`,
  },
  [DEPOSIT_EXPLAINED]: {
    header: "Question answered",
    body: (name) => `${name}: a signed letter about a deposit is in the asset report.`,
  },
  [DOCUMENTS_SENT]: {
    header: "Documents received",
    body: (name) => `${name}: review them on the borrower's page.`,
  },
  [COMMENT_MENTIONED]: {
    header: "You were mentioned",
    body: (name) => `${name}: a colleague mentioned you in a comment on a finding. Open the asset report to read it.`,
  },
  [CONNECTION_BROKEN]: {
    header: "A bank requires a new login",
    body: (name) => `${name}: we emailed the borrower a link to reconnect.`,
  },
  [REPORT_EXPIRING]: {
    header: "A report expires soon",
    body: (name) => `${name}'s report expires in a few days. Generate a new one.`,
  },
};

/** An event holds only an id, so its borrower is read first. If the borrower cannot be read, nothing is shown. */
export async function onLiveEvent(cache: QueryClient, { type, id }: LiveEvent): Promise<void> {
  const note = NOTES[type];
  if (note === undefined) return;
  const borrower = await cache.fetchQuery(ownBorrower({ id })).catch(() => null);
  if (borrower !== null) showToast(note.header, note.body(fullName(borrower)), { closeOnClick: true });
}
