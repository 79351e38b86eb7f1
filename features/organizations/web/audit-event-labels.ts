import type { AuditEvent } from "#features/organizations/contract.ts";
import { SETTINGS_FIELDS } from "./settings-values.ts";

type Detail = AuditEvent["detail"];

/** The text that follows the name of the user. */
const LABELS: Readonly<Record<string, string | ((detail: Detail) => string)>> = {
  "audit-copy.created": "shared a report with an auditor",
  "audit-copy.downloaded": ({ format }) =>
    `downloaded a file of an audit copy${typeof format === "string" ? ` (${format})` : ""}`,
  "audit-copy.locked": "closed an audit copy with five wrong passcodes",
  "audit-copy.opened": "opened an audit copy",
  "audit-copy.refused": "was refused an audit copy",
  "audit-copy.revoked": "ended an audit copy",
  "bank.connected": "connected a borrower's bank",
  "billing.agreed": "found that the figures agree with the card provider's again",
  "billing.drifted": "found that the figures differ from the card provider's",
  "billing.refunded": "found that the card provider refunded a charge",
  "borrower.assigned": ({ to }) => (to === null ? "took a borrower from their owner" : "assigned a borrower"),
  "borrower.created": "created a borrower",
  "borrower.data-removed": "removed a borrower's bank data, as the rule on keeping it says",
  "borrower.edited": "edited a borrower",
  "borrower.lender-notified": "asked the lender to look at a borrower",
  "borrower.loan-changed": "changed a borrower's loan",
  "borrower.status-changed": ({ from, to }) =>
    `changed a borrower's status from ${statusWord(from)} to ${statusWord(to)}`,
  "document.read": "downloaded a document",
  "document.removed": "removed a document",
  "document.uploaded": "uploaded a document",
  "evidence.accepted": "accepted a piece of evidence",
  "evidence.added": "wrote down where a deposit is from",
  "evidence.changed": "changed a piece of evidence",
  "evidence.rejected": "rejected a piece of evidence",
  "evidence.reopened": "opened a piece of evidence again",
  "consent.ended": "ended the sharing of a person who is no longer on the loan",
  "consent.given": "agreed to share bank data",
  "consent.taken-back": "took consent back, and their banks with it",
  "group.created": ({ name }) => `created the group${quoted(name)}`,
  "group.deleted": ({ name }) => `deleted the group${quoted(name)}`,
  "group.edited": ({ fields, added, removed }) => {
    const people = [counted(added, "added"), counted(removed, "removed")].filter((words) => words !== "").join(", ");
    return [`edited a group${listed(fields)}`, people].filter((words) => words !== "").join("; ");
  },
  "invitation.edited": "changed what an invited person will be",
  "invitation.created": ({ role }) => `invited a person${asRole(role)}`,
  "invitation.declined": "declined an invitation",
  "invitation.resent": "sent an invitation again",
  "invitation.revoked": "took an invitation back",
  "line-item.reversed": "gave a charge back",
  "member.edited": ({ from, to }) =>
    typeof to === "string" && from !== to ? `made a colleague ${withArticle(to)}` : "changed a colleague's place",
  "member.joined": ({ role }) => `joined the organization${asRole(role)}`,
  "member.password-change-required": "asked a colleague to set a new password",
  "member.removed": "removed a colleague",
  "member.unlocked": "unlocked a colleague's account",
  "organization.created": "created the organization",
  "organization.edited": ({ fields }) => `changed the settings${listed(fields)}`,
  "organization.logo-changed": "changed the logo",
  "organization.logo-removed": "removed the logo",
  "post.created": "wrote a post",
  "post.deleted": ({ title }) => `deleted the post${quoted(title)}`,
  "post.edited": "edited a post",
  "report.compared": "compared a report with the one before it",
  "report.downloaded": ({ format }) =>
    typeof format === "string" && format !== "pdf" ? `downloaded a report (${format})` : "downloaded a report",
  "report.failed": "could not make a report",
  "report.read": "read a report",
  "report.ready": "finished a report",
  "report.requested": "asked for a report",
  "statement.downloaded": ({ number }) => `downloaded the statement${quoted(number)}`,
  "statement.finalized": ({ number }) => `closed a month with the statement${quoted(number)}`,
  "statement.overdue": ({ number }) => `found the statement${quoted(number)} past due`,
  "statement.paid": ({ number }) => `marked the statement${quoted(number)} as paid`,
  "statement.voided": ({ number }) => `marked the statement${quoted(number)} as void`,
  "subscription.abandoned": "left the subscription without a payer, which ends it",
  "subscription.activated": "started the subscription, which was paid for",
  "subscription.begun": "began to subscribe",
  "subscription.cancel-requested": "asked to cancel the subscription",
  "subscription.card-update-requested": "gave another card to pay with",
  "subscription.ended": "ended the subscription",
  "subscription.payment-failed": "found that the card was not charged",
  "subscription.plan-switch-requested": "asked to switch the plan",
  "subscription.recovered": "found that what was owed is paid",
  "subscription.resume-requested": "asked to keep the subscription after all",
  "user.connection-added": "connected an account to log in with",
  "user.connection-removed": "disconnected an account to log in with",
  "user.data-exported": "downloaded their own data",
  "user.device-ended": "logged out one of their devices",
  "user.email-confirmed": "confirmed their email address",
  "user.erased": "erased their account",
  "user.locked": "was locked out after too many wrong passwords",
  "user.logged-in": "logged in",
  "user.logged-out": "logged out",
  "user.logged-out-everywhere": "logged out everywhere",
  "user.password-changed": "changed their password",
  "user.picture-changed": "changed their picture",
  "user.reauthenticated": "confirmed who they are again",
  "user.recovery-codes-renewed": "made new recovery codes",
  "user.registered": "registered",
  "user.renamed": "changed their name",
  "user.second-factor-off": "turned two-step sign-in off",
  "user.second-factor-on": "turned two-step sign-in on",
  "visit-link.requested": "mailed a new link that was asked for on a borrower's page",
  "visit-link.sent": "sent a borrower a new link",
  "visit.read": "saw bank data on the page of a borrower",
  "visit.opened": "opened the page of a borrower by a mailed link",
};

/** Nouns to filter events by. */
export const AUDIT_EVENT_KINDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: "borrower", label: "Borrowers" },
  { value: "bank", label: "Banks" },
  { value: "report", label: "Reports" },
  { value: "evidence", label: "Evidence" },
  { value: "document", label: "Documents" },
  { value: "audit-copy", label: "Audit copies" },
  { value: "member", label: "People" },
  { value: "invitation", label: "Invitations" },
  { value: "group", label: "Groups" },
  { value: "post", label: "Posts" },
  { value: "subscription", label: "Subscription" },
  { value: "statement", label: "Statements" },
  { value: "organization", label: "Settings" },
  { value: "user", label: "Accounts and log-ins" },
];

export function auditEventSentence({ actorId, actorName, action, detail }: AuditEvent): string {
  const known = Object.hasOwn(LABELS, action) ? LABELS[action] : undefined;
  const words = typeof known === "function" ? known(detail) : (known ?? ownName(action));
  // Auditors and borrowers in a borrower session have no account.
  const anonymous = action.startsWith("audit-copy.")
    ? "An auditor"
    : "visitId" in detail
      ? "A borrower"
      : "The product";
  return `${actorName ?? (actorId === null ? anonymous : "Someone no longer known here")} ${words}`;
}

/** `report.sent-twice`: "report: sent twice". */
function ownName(action: string): string {
  return `did “${action.replace(".", ": ").replaceAll("-", " ")}”`;
}

const BORROWER_STATUS_TEXT: ReadonlyMap<unknown, string> = new Map([
  ["new", "new"],
  ["invited", "invited"],
  ["bank-connected", "bank connected"],
  ["report-ready", "report ready"],
  ["closed", "closed"],
]);

function statusWord(status: unknown): string {
  return BORROWER_STATUS_TEXT.get(status) ?? "unknown";
}

function asRole(role: unknown): string {
  return typeof role === "string" ? ` as ${withArticle(role)}` : "";
}

function withArticle(role: string): string {
  return `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;
}

function quoted(name: unknown): string {
  return typeof name === "string" ? ` “${name}”` : "";
}

function listed(fields: unknown): string {
  if (!Array.isArray(fields) || fields.length === 0) return "";
  return `: ${fields.map((field) => fieldWord(String(field))).join(", ")}`;
}

/** The label of its form. Without one, its own name: `policy.newLimit` is "new limit". */
function fieldWord(field: string): string {
  if (field === "flags") return "billing"; // the only flag of a group
  const label = SETTINGS_FIELDS.find(({ name }) => name === field)?.label;
  if (label !== undefined) return label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  return field.replace(/^.*\./, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function counted(people: unknown, what: string): string {
  if (!Array.isArray(people) || people.length === 0) return "";
  return `${what} ${people.length} ${people.length === 1 ? "person" : "people"}`;
}
