// Owns how an act on record reads as a sentence; one that this release does not know reads by its own name.
import { BORROWER_STATUSES } from "#features/borrowers/contract.ts";
import type { AuditAct } from "#features/organizations/contract.ts";

type Detail = AuditAct["detail"];

/** What follows the name of who did it. */
const WORDS: Readonly<Record<string, string | ((detail: Detail) => string)>> = {
  "bank.connected": "connected a borrower's bank",
  "borrower.assigned": ({ to }) => (to === null ? "took a borrower from their owner" : "assigned a borrower"),
  "borrower.created": "created a borrower",
  "borrower.edited": "edited a borrower",
  "borrower.status-changed": ({ from, to }) =>
    `changed a borrower's status from ${statusWord(from)} to ${statusWord(to)}`,
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
  "report.downloaded": "downloaded a report",
  "report.failed": "could not make a report",
  "report.read": "read a report",
  "report.ready": "finished a report",
  "report.requested": "asked for a report",
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
  "user.registered": "registered",
  "user.renamed": "changed their name",
};

/** Nouns that acts are filtered by. */
export const ACT_KINDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: "borrower", label: "Borrowers" },
  { value: "bank", label: "Banks" },
  { value: "report", label: "Reports" },
  { value: "member", label: "People" },
  { value: "invitation", label: "Invitations" },
  { value: "group", label: "Groups" },
  { value: "post", label: "Posts" },
  { value: "organization", label: "Settings" },
  { value: "user", label: "Accounts and log-ins" },
];

export function actSentence({ actorId, actorName, action, detail }: AuditAct): string {
  const known = Object.hasOwn(WORDS, action) ? WORDS[action] : undefined;
  const words = typeof known === "function" ? known(detail) : (known ?? ownName(action));
  return `${actorName ?? (actorId === null ? "The product" : "Someone no longer known here")} ${words}`;
}

/** `report.sent-twice`: "report: sent twice". */
function ownName(action: string): string {
  return `did “${action.replace(".", ": ").replaceAll("-", " ")}”`;
}

function statusWord(status: unknown): string {
  return BORROWER_STATUSES.find((known) => known === status)?.replace("-", " ") ?? "unknown";
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

/** `policy.spendCap`: "spend cap". */
function listed(fields: unknown): string {
  if (!Array.isArray(fields) || fields.length === 0) return "";
  const names = fields.map((field) =>
    String(field)
      .replace(/^.*\./, "")
      .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  return `: ${names.join(", ")}`;
}

function counted(people: unknown, what: string): string {
  if (!Array.isArray(people) || people.length === 0) return "";
  return `${what} ${people.length} ${people.length === 1 ? "person" : "people"}`;
}
