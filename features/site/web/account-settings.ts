// Owns where those go whose role has no borrowers to work with.
export const ACCOUNT_SETTINGS = { to: "/account/settings/profile", label: "Account Settings" };
