export const ACCOUNT_SETTINGS = { to: "/account/settings/profile", label: "Account Settings" };
