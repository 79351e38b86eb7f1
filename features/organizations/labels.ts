import type { RoleName } from "#features/directory/contract.ts";

export const ROLE_NAMES: Readonly<Record<RoleName, string>> = {
  root: "Root",
  admin: "Admin",
  editor: "Editor",
  observer: "Observer",
  registered: "Registered",
  inactive: "Inactive",
  guest: "Guest",
};
