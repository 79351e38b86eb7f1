import type { ApiScope } from "./contract.ts";

export const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  "borrowers:read": "Read borrowers",
  "borrowers:write": "Create and change borrowers",
  "reports:order": "Order reports (charged)",
  "reports:read": "Read and download reports",
  "billing:read": "Read billing",
};
