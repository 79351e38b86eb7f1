import type { IdentityDeps } from "#features/auth/server/deps.ts";

export type AccountDeps = Pick<
  IdentityDeps,
  "db" | "systemScope" | "publicUrl" | "jobs" | "backendUrl" | "productName"
>;
