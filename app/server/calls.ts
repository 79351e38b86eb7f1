import * as account from "#features/account/contract.ts";
import * as assetReports from "#features/asset-reports/contract.ts";
import * as auth from "#features/auth/contract.ts";
import * as billing from "#features/billing/contract.ts";
import * as borrowerPortal from "#features/borrower-portal/contract.ts";
import * as borrowers from "#features/borrowers/contract.ts";
import * as developers from "#features/developers/contract.ts";
import * as notifications from "#features/notifications/contract.ts";
import * as organizations from "#features/organizations/contract.ts";
import * as posts from "#features/posts/contract.ts";
import * as singleSignOn from "#features/single-sign-on/contract.ts";
import * as site from "#features/site/contract.ts";
import * as underwriting from "#features/underwriting/contract.ts";
import { isCall, type Call } from "#platform/contract/call.ts";

/** Each feature's contract. */
export const contracts = {
  auth,
  account,
  organizations,
  developers,
  singleSignOn,
  posts,
  borrowers,
  notifications,
  underwriting,
  assetReports,
  borrowerPortal,
  billing,
  site,
};

const all = {
  ...auth,
  ...account,
  ...organizations,
  ...developers,
  ...singleSignOn,
  ...posts,
  ...borrowers,
  ...notifications,
  ...underwriting,
  ...assetReports,
  ...borrowerPortal,
  ...billing,
  ...site,
};

type Calls = {
  [Name in keyof typeof all as (typeof all)[Name] extends Call ? Name : never]: (typeof all)[Name];
};

/** Every call by its name. */
export const calls = Object.fromEntries(Object.entries(all).filter(([, value]) => isCall(value))) as Calls;
export type CallName = keyof Calls;
