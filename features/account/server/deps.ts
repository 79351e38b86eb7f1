// Owns what the rules on one's own account are handed.
import type { IdentityDeps } from "#features/identity/server/deps.ts";

export type AccountDeps = Pick<IdentityDeps, "db" | "across" | "publicUrl" | "jobs" | "backendUrl" | "productName">;
