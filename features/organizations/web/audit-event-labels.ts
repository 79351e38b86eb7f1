import { SEARCH_LENGTH } from "#platform/contract/paging.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import type { AuditEvent } from "#features/organizations/contract.ts";
import { SETTINGS_FIELDS } from "./form.ts";
import type { AuditFilter } from "./api.ts";

type Detail = AuditEvent["detail"];

/** The text that follows the name of the user. */
const LABELS: Readonly<Record<string, string | ((detail: Detail) => string)>> = {
  "api-key.created": "created an API key",
  "api-key.edited": "changed an API key",
  "api-key.revoked": "revoked an API key",
  "api-key.rotated": "rotated an API key",
  "api-key.used": "called the API",
  "sso.connected": "connected an identity provider",
  "sso.disconnected": "disconnected the identity provider",
  "sso.domain-added": ({ domain }) => `added the email domain${quoted(domain)}`,
  "sso.domain-removed": ({ domain }) => `removed the email domain${quoted(domain)}`,
  "sso.domain-verified": ({ domain }) => `verified the email domain${quoted(domain)}`,
  "sso.enforced": "required single sign-on",
  "sso.not-enforced": "stopped requiring single sign-on",
  "sso.tested": "tested single sign-on",
  "scim-group.created": ({ name }) => `created the directory group${quoted(name)}`,
  "scim-group.deleted": ({ name }) => `deleted the directory group${quoted(name)}`,
  "scim-group.edited": ({ name }) => `changed the directory group${quoted(name)}`,
  "scim-group.mapped": ({ name }) => `chose what the directory group${quoted(name)} may do`,
  "audit-copy.created": "shared a report with an auditor",
  "audit-copy.downloaded": ({ format }) =>
    `downloaded a file of an audit copy${typeof format === "string" ? ` (${format})` : ""}`,
  "audit-copy.locked": "closed a shared copy after five wrong passcodes",
  "audit-copy.opened": "opened an audit copy",
  "audit-copy.refused": "was refused an audit copy",
  "audit-copy.revoked": "ended an audit copy",
  "investor-copy.created": ({ investor }) => `shared a report with ${investorName(investor)}`,
  "investor-copy.ended": ({ investor }) => `stopped sharing a report with ${investorName(investor)}`,
  "back-test.canceled": "canceled a test on stored reports",
  "back-test.started": ({ kind }) =>
    kind === "overlay" ? "tested an overlay on past reports" : "tested an edition of the rules on open borrowers",
  "bank.withheld-removed": "disconnected the bank of a person who is not on the loan and deleted its data",
  "bank.connected": "connected a borrower's bank",
  "bank.disconnected": "disconnected a borrower's bank",
  "billing.agreed": "found that the figures agree with the card provider's again",
  "billing.drifted": "found that the figures differ from the card provider's",
  "billing.refunded": "found that the card provider refunded a charge",
  "calendar-feed.created": ({ kind }) => `created ${kind === "own" ? "their" : "the organization's"} calendar address`,
  "calendar-feed.deleted": ({ kind }) => `removed ${kind === "own" ? "their" : "the organization's"} calendar address`,
  "borrower.assigned": ({ to }) => (to === null ? "unassigned a borrower" : "assigned a borrower"),
  "borrower.created": "created a borrower",
  "borrower.data-exported": "exported everything stored about a borrower",
  "borrower.data-removed": "deleted a borrower's bank data under the retention policy",
  "borrower.deleted": "deleted a borrower",
  "borrower.edited": "edited a borrower",
  "borrower.legal-hold-lifted": "lifted the legal hold on a borrower",
  "borrower.legal-hold-set": "set a legal hold on a borrower",
  "borrower.lender-notified": "notified the lender about a borrower",
  "borrower.loan-changed": "changed a borrower's loan",
  "borrower.status-changed": ({ from, to }) =>
    `changed a borrower's status from ${statusWord(from)} to ${statusWord(to)}`,
  "document.accepted": "accepted a document",
  "document.all-read": "downloaded all documents of a borrower",
  "document.changed": "changed what a document is or belongs to",
  "document.infected": ({ virus }) => `was refused a file with a virus${quoted(virus)}`,
  "decision.accepted": ({ kind }) => `accepted a colleague's ${kind === "waiver" ? "waiver" : "confirmation"}`,
  "decision.undone": ({ kind }) => `undid a ${kind === "waiver" ? "waiver" : "confirmation"}`,
  "document.read": "downloaded a document",
  "document.rejected": "rejected a document",
  "document.removed": "removed a document",
  "document.reopened": "reopened a document",
  "document.uploaded": "uploaded a document",
  "email-template.changed": ({ kind }) => `changed the ${kind === "ask" ? "request" : String(kind)} email to borrowers`,
  "email-template.reset": ({ kind }) => `reset the ${kind === "ask" ? "request" : String(kind)} email to borrowers`,
  "needs.changed": ({ dueOn }) =>
    typeof dueOn === "string"
      ? `set ${dueOn} as the due date for something a borrower needs to do`
      : "removed a due date for a borrower",
  "needs.restored": "marked something on a borrower's needs list as needed again",
  "needs.waived": "marked something on a borrower's needs list as not needed",
  "needs.asked": ({ count }) =>
    `asked a borrower for ${typeof count === "number" ? formatCount(count, "item") : "something"}`,
  "needs.reminded": ({ day }) =>
    typeof day === "number"
      ? `reminded a borrower automatically, ${formatCount(day, "day")} after asking`
      : "reminded a borrower",
  "needs.reminders-off": "turned off automatic reminders for a borrower",
  "needs.reminders-on": "turned on automatic reminders for a borrower",
  "evidence.accepted": "accepted a piece of evidence",
  "evidence.added": "added the source of a deposit",
  "evidence.changed": "changed a piece of evidence",
  "evidence.classified": "classified a signed letter",
  "evidence.rejected": "rejected a piece of evidence",
  "evidence.reopened": "reopened a piece of evidence",
  "comment.added": "commented on a finding",
  "comment.edited": "edited a comment",
  "comment.removed": "deleted a comment",
  "consent.ended": "ended the sharing of a person who is no longer on the loan",
  "consent.given": "agreed to share bank data",
  "consent.attested": "attested that a signed authorization is in the file",
  "consent.in-person": "recorded a consent given in person",
  "consent.signed-form": "recorded a signed authorization form",
  "consent.taken-back": "withdrew consent, which disconnected their banks",
  "finding.confirmed": ({ isWaiting }) =>
    isWaiting === true ? "proposed a confirmation, which a second person has to accept" : "confirmed a fact",
  "finding.waived": ({ isWaiting }) =>
    isWaiting === true ? "proposed a waiver, which a second person has to accept" : "waived a finding",
  "group.created": ({ name }) => `created the group${quoted(name)}`,
  "group.deleted": ({ name }) => `deleted the group${quoted(name)}`,
  "group.edited": ({ fields, added, removed }) => {
    const people = [counted(added, "added"), counted(removed, "removed")].filter((words) => words !== "").join(", ");
    return [`edited a group${listed(fields)}`, people].filter((words) => words !== "").join("; ");
  },
  "invitation.edited": "changed an invited person's role",
  "invitation.created": ({ role }) => `invited a person${asRole(role)}`,
  "invitation.declined": "declined an invitation",
  "invitation.resent": "resent an invitation",
  "invitation.revoked": "revoked an invitation",
  "line-item.reversed": "refunded a charge",
  "member.became-admin": "became an admin with the first invitation",
  "member.edited": ({ from, to }) =>
    typeof to === "string" && from !== to ? `made a colleague ${withArticle(to)}` : "changed a colleague's membership",
  "member.joined": ({ role }) => `joined the organization${asRole(role)}`,
  "member.linked": "linked a member to the company's directory",
  "member.renamed": "changed a colleague's name",
  "member.unlinked": "deleted a person of the company's directory",
  "member.password-change-required": "required a colleague to set a new password",
  "member.removed": "removed a colleague",
  "member.unlocked": "unlocked a colleague's account",
  "organization.list-exported": ({ list, rows }) =>
    typeof list === "string" && typeof rows === "number"
      ? `exported the list of ${list} as CSV, ${formatCount(rows, "row")}`
      : "exported a list as CSV",
  "organization.activity-exported": ({ format }) =>
    format === "jsonl" ? "exported the activity as JSON Lines" : "exported the activity as CSV",
  "organization.created": "created the organization",
  "organization.governance-packet-downloaded": ({ format }) =>
    format === "json" ? "downloaded the governance packet (json)" : "downloaded the governance packet",
  "organization.edited": ({ fields }) => `changed the settings${listed(fields)}`,
  "organization.logo-changed": "changed the logo",
  "organization.logo-removed": "removed the logo",
  "post.created": "wrote a post",
  "post.deleted": ({ title }) => `deleted the post${quoted(title)}`,
  "post.edited": "edited a post",
  "refresh.canceled": "canceled a planned refresh",
  "refresh.planned": ({ day }) => `planned a refresh${typeof day === "string" ? ` for ${longDay(day)}` : ""}`,
  "report.compared": "compared a report with the one before it",
  "report.downloaded": ({ format }) =>
    typeof format === "string" && format !== "pdf" ? `downloaded a report (${format})` : "downloaded a report",
  "report.failed": "failed to generate a report",
  "report.read": "read a report",
  "report.ready": "finished a report",
  "report.requested": ({ cause }) =>
    cause === "connect"
      ? "requested a report because a bank was connected"
      : cause === "files"
        ? "created a report from statement files"
        : cause === "plan"
          ? "requested a planned refresh"
          : "requested a report",
  "statement.downloaded": ({ number }) => `downloaded the statement${quoted(number)}`,
  "statement.finalized": ({ number }) => `closed a month with the statement${quoted(number)}`,
  "statement.overdue": ({ number }) => `found the statement${quoted(number)} past due`,
  "statement.paid": ({ number }) => `marked the statement${quoted(number)} as paid`,
  "statement.voided": ({ number }) => `marked the statement${quoted(number)} as void`,
  "subscription.abandoned": "left the subscription without a payer, which ends it",
  "subscription.activated": "started the paid subscription",
  "subscription.begun": "started checkout",
  "subscription.cancel-requested": "canceled the subscription",
  "subscription.card-update-requested": "updated the card",
  "subscription.ended": "ended the subscription",
  "subscription.payment-failed": "recorded a failed card charge",
  "subscription.plan-switch-requested": "switched the plan",
  "subscription.recovered": "recorded an overdue payment",
  "subscription.resume-requested": "resumed the subscription",
  "user.contact-changed": "changed their NMLS ID and phone",
  "user.connection-added": "connected a sign-in method",
  "user.connection-removed": "disconnected a sign-in method",
  "user.data-exported": "downloaded their own data",
  "user.device-ended": "logged out one of their devices",
  "user.email-confirmed": "confirmed their email address",
  "user.erased": "erased their account",
  "user.locked": "was locked out after too many wrong passwords",
  "user.logged-in": "logged in",
  "user.logged-out": "logged out",
  "user.logged-out-everywhere": "logged out everywhere",
  "user.passkey-added": "added a passkey",
  "user.passkey-removed": "deleted a passkey",
  "user.passkey-renamed": "renamed a passkey",
  "user.password-changed": "changed their password",
  "user.picture-changed": "changed their picture",
  "user.reauthenticated": "confirmed their identity",
  "user.recovery-codes-renewed": "created new recovery codes",
  "user.registered": "registered",
  "user.renamed": "changed their name",
  "user.second-factor-off": "turned two-step sign-in off",
  "user.second-factor-on": "turned two-step sign-in on",
  "gift-letter.requested": "asked a donor to sign a gift letter",
  "gift-letter.resent": "sent a donor a new link",
  "gift-letter.revoked": "revoked a donor's link",
  "gift-letter.signed": "signed a gift letter as its donor",
  "visit-link.copied": "created a borrower link to copy",
  "visit-link.texted": "texted a borrower a new link",
  "visit-link.requested": "emailed a new link requested by a borrower",
  "visit-link.sent": "sent a borrower a new link",
  "visit.read": "viewed their bank data in the borrower portal",
  "visit.code-sent": "requested a code to continue in another browser",
  "visit.code-refused": "entered a wrong code in another browser",
  "visit.continued": "continued in another browser with a code",
  "visit.opened": "opened the borrower portal from their link",
  "overlay.approved": "approved an overlay",
  "overlay.created": "drafted an overlay",
  "overlay.deleted": "deleted an overlay",
  "overlay.edited": "changed a draft overlay",
  "overlay.ended": "ended an overlay",
  "overlay.proposed": "proposed an overlay",
  "overlay.rejected": "rejected an overlay",
  "overlay.withdrawn": "withdrew a proposed overlay",
  "edition.evaluated-again": ({ reports }) =>
    `evaluated ${typeof reports === "number" ? formatCount(reports, "report") : "reports"} again under the current rules`,
  "report.evaluated-again": "evaluated a report again under the current rules",
  "webhook.created": "added a webhook endpoint",
  "webhook.deleted": "deleted a webhook endpoint",
  "webhook.disabled": "disabled a webhook endpoint",
  "webhook.edited": "changed a webhook endpoint",
  "webhook.enabled": "enabled a webhook endpoint",
  "webhook.rotated": "replaced the secret of a webhook endpoint",
  "webhook.stopped": "disabled a webhook endpoint after a day of failures",
  "webhook.tested": "sent a test event to a webhook endpoint",
};

/** Nouns to filter events by. */
export const AUDIT_EVENT_KINDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: "borrower", label: "Borrowers" },
  { value: "bank", label: "Banks" },
  { value: "report", label: "Reports" },
  { value: "refresh", label: "Planned refreshes" },
  { value: "evidence", label: "Evidence" },
  { value: "finding", label: "Confirmations and waivers" },
  { value: "edition", label: "Rule editions" },
  { value: "back-test", label: "Back-tests" },
  { value: "document", label: "Documents" },
  { value: "needs", label: "Needs lists" },
  { value: "comment", label: "Comments" },
  { value: "audit-copy", label: "Audit copies" },
  { value: "investor-copy", label: "Investor copies" },
  { value: "member", label: "People" },
  { value: "invitation", label: "Invitations" },
  { value: "group", label: "Groups" },
  { value: "post", label: "Posts" },
  { value: "subscription", label: "Subscription" },
  { value: "statement", label: "Statements" },
  { value: "organization", label: "Settings" },
  { value: "calendar-feed", label: "Calendar addresses" },
  { value: "api-key", label: "API keys" },
  { value: "webhook", label: "Webhooks" },
  { value: "overlay", label: "Overlays" },
  { value: "sso", label: "Single sign-on" },
  { value: "scim-group", label: "Directory groups" },
  { value: "user", label: "Accounts and sign-ins" },
];

export function auditEventSentence(auditEvent: AuditEvent): string {
  const { actorId, actorName, action, detail } = auditEvent;
  const known = Object.hasOwn(LABELS, action) ? LABELS[action] : undefined;
  const words = typeof known === "function" ? known(detail) : (known ?? ownName(action));
  return `${actorName ?? (actorId === null ? withoutAccount(action, detail) : "A deleted user")} ${withObject(words, auditEvent)}`;
}

/** Auditors, borrowers in a borrower session and API keys have no account. */
function withoutAccount(action: string, { apiKey, ...detail }: Detail): string {
  if (action.startsWith("audit-copy.")) return "An auditor";
  if (typeof apiKey === "object" && apiKey && "name" in apiKey) return `The API key “${String(apiKey.name)}”`;
  return "visitId" in detail ? "A borrower" : "The product";
}

/** How the labels name an object whose name is looked up. */
const OBJECT = /\b(?:a (borrower|colleague|post|group)|an (invited person))\b/;

/** "created a borrower": "created borrower Sam Dean, loan AC-1". */
function withObject(
  words: string,
  { objectName, loanNumber, objectType, fromName, toName, detail }: AuditEvent,
): string {
  const assignment =
    fromName !== null || toName !== null ? ` from ${fromName ?? "no one"} to ${toName ?? "no one"}` : "";
  if (objectName === null || words.includes(`“${objectName}”`)) return words + assignment;
  const loan = loanNumber === null ? "" : `, loan ${loanNumber}`;
  const match = OBJECT.exec(words);
  if (match) {
    const noun = match[1] === "colleague" ? "" : `${match[1] ?? match[2]} `;
    const name = match[1] === "post" || match[1] === "group" ? `“${objectName}”` : objectName;
    const named = words.replace(OBJECT, () => noun + name);
    return `${named}${assignment}${loan}`;
  }
  if (objectType === "borrower") return `${words} (${objectName}${loan})`;
  if (typeof detail["borrowerId"] === "string") return `${words} for ${objectName}${loan}`;
  return `${words}: ${objectName}`;
}

/** What changed, each as "Reports (days): 1095 to 730". Assignments and statuses are in the sentence. */
export function auditEventChanges({ detail: { changes } }: Pick<AuditEvent, "detail">): string[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    if (typeof change !== "object" || change === null || !("field" in change)) return [];
    const { field, from, to } = change as { field: unknown; from?: unknown; to?: unknown };
    const setting = SETTINGS_FIELDS.find(({ name }) => name === field);
    const shown = (value: unknown) => valueWord(value, setting?.inWords);
    return [`${setting?.label ?? String(field)}: ${shown(from)} to ${shown(to)}`];
  });
}

function valueWord(value: unknown, inWords: ((value: unknown) => string) | undefined): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return inWords?.(value) ?? (typeof value === "string" ? value : JSON.stringify(value));
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

function investorName(investor: unknown): string {
  return investor === "freddie" ? "Freddie Mac" : "Fannie Mae";
}

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
  return `${what} ${formatCount(people.length, "person", "people")}`;
}

/** The values of the controls. Empty means all. */
export interface Chosen {
  readonly search: string;
  readonly person: string;
  readonly kind: string;
  /** Days, inclusive at both ends. */
  readonly from: string;
  readonly to: string;
}

const DAY = /^(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\d$/;
const PERSON = /^[0-9a-f-]{36}$/i;

/** Invalid values are ignored, so that a broken link still opens. */
export function chosenIn(search: Readonly<Record<string, unknown>>): Chosen {
  const { search: words, person, kind, from, to } = search;
  return {
    search: typeof words === "string" ? words.slice(0, SEARCH_LENGTH) : "",
    person: textLike(person, PERSON),
    kind: textLike(kind, /^[a-z.-]{1,60}$/),
    from: textLike(from, DAY),
    to: textLike(to, DAY),
  };
}

/** Days are in the viewer's time zone. */
export function filterFor({ search, person, kind, from, to }: Chosen): AuditFilter {
  return {
    ...(search.trim() !== "" && { search }),
    ...(person && { actorId: person }),
    ...(kind && { action: kind }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

function textLike(value: unknown, pattern: RegExp): string {
  if (typeof value !== "string" || !pattern.test(value)) return "";
  return pattern === DAY && Number.isNaN(Date.parse(`${value}T00:00:00`)) ? "" : value;
}
