// The formats of Plaid's tokens and ids.
import { randomBytes, randomUUID } from "node:crypto";
import { idOf } from "./bank-data/seeded-random.ts";

type TokenKind = "link" | "public" | "access" | "assets";

/** E.g. `link-sandbox-af1a0311-da53-4636-b754-dd15cc058176`. */
export function newToken(kind: TokenKind): string {
  return `${kind}-sandbox-${randomUUID()}`;
}

/** 37 characters, as in item, account and session ids. */
export function newId(): string {
  return idOf(randomUUID());
}

export function newAuditCopyToken(): string {
  return `a-sandbox-${randomBytes(16).toString("hex").toUpperCase()}`;
}

/** 15 characters, in every reply. */
export function newRequestId(): string {
  return idOf(randomUUID()).slice(0, 15);
}
