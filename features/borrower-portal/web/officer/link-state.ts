import type { BorrowerLink } from "#features/borrower-portal/contract.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

type Facts = Pick<BorrowerLink, "sentAt" | "expiresAt" | "openedAt" | "consentedAt" | "revokedAt" | "banks">;

/** The latest event counts: consent may be given again after it was withdrawn. */
export function stateOfLink(link: Facts, now = Date.now()): { readonly tone: Tone; readonly word: string } {
  const { sentAt, expiresAt, openedAt, consentedAt, revokedAt, banks } = link;
  if (revokedAt !== null && revokedAt >= (consentedAt ?? "")) return { tone: "red", word: "Consent taken back" };
  if (banks > 0) return { tone: "green", word: banks === 1 ? "1 bank connected" : `${banks} banks connected` };
  if (consentedAt !== null) return { tone: "amber", word: "Agreed, no bank yet" };
  if (openedAt !== null) return { tone: "amber", word: "Opened" };
  if (sentAt === null) return { tone: "grey", word: "No link yet" };
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  return isOver ? { tone: "hollow", word: "Link ended" } : { tone: "blue", word: "Link sent" };
}
