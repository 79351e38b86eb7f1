// Owns how a copy stands, and where its links lead.
import { WRONG_PASS_CODES, type AuditCopy } from "#features/audit-copies/contract.ts";
import type { CopyRow } from "./store.ts";

type Standing = Pick<CopyRow, "revokedAt" | "wrongCodes" | "expiresAt">;

export function stateOf({ revokedAt, wrongCodes, expiresAt }: Standing, now = Date.now()): AuditCopy["state"] {
  if (revokedAt !== null) return "revoked";
  if (wrongCodes >= WRONG_PASS_CODES) return "locked";
  return Date.parse(expiresAt) <= now ? "expired" : "open";
}

export function isOpen(copy: Standing): boolean {
  return stateOf(copy) === "open";
}

/** The token stands in the fragment, which browsers send to no server and name in no referrer. */
export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/audit-copy#t=${token}`;
}
