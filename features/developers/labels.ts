import type { ApiScope } from "#platform/contract/who.ts";

export const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  "borrowers:read": "Read borrowers",
  "borrowers:write": "Create and change borrowers",
  "reports:order": "Order reports (charged)",
  "reports:read": "Read and download reports",
  "billing:read": "Read billing",
};
