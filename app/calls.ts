// Owns the list of every call there is: what the server mounts, the API's description shows and the tests ask.
import * as account from "#features/account/contract.ts";
import * as assetReports from "#features/asset-reports/contract.ts";
import * as auditCopies from "#features/audit-copies/contract.ts";
import * as billing from "#features/billing/contract.ts";
import * as borrowers from "#features/borrowers/contract.ts";
import * as underwriting from "#features/underwriting/contract.ts";
import * as groups from "#features/groups/contract.ts";
import * as identity from "#features/identity/contract.ts";
import * as members from "#features/members/contract.ts";
import * as organizations from "#features/organizations/contract.ts";
import * as posts from "#features/posts/contract.ts";
import * as reportPrices from "#features/report-prices/contract.ts";
import * as site from "#features/site/contract.ts";
import * as social from "#features/social/contract.ts";
import * as subscriptions from "#features/subscriptions/contract.ts";
import * as visits from "#features/visits/contract.ts";
import { isCall, type Call } from "#kit/contract/call.ts";

/** Each feature's contract. */
export const contracts = {
  identity,
  social,
  account,
  organizations,
  members,
  groups,
  posts,
  borrowers,
  underwriting,
  assetReports,
  auditCopies,
  visits,
  subscriptions,
  billing,
  reportPrices,
  site,
};

const all = {
  ...identity,
  ...social,
  ...account,
  ...organizations,
  ...members,
  ...groups,
  ...posts,
  ...borrowers,
  ...underwriting,
  ...assetReports,
  ...auditCopies,
  ...visits,
  ...subscriptions,
  ...billing,
  ...reportPrices,
  ...site,
};

type Calls = {
  [Name in keyof typeof all as (typeof all)[Name] extends Call ? Name : never]: (typeof all)[Name];
};

/** Every call by its name. */
export const calls = Object.fromEntries(Object.entries(all).filter(([, value]) => isCall(value))) as Calls;
export type CallName = keyof Calls;
