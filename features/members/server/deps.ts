// Owns what the rules on people are handed.
import type { IdentityDeps } from "#features/identity/server/deps.ts";

export type MemberDeps = Pick<IdentityDeps, "db" | "across" | "jobs" | "publicUrl" | "productName">;
