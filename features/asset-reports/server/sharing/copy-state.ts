import { WRONG_PASS_CODES, type AuditCopy } from "#features/asset-reports/contract.ts";
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

/** The token is in the fragment, which browsers do not send to servers or in referrers. */
export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/audit-copy#t=${token}`;
}
