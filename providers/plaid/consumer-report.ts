import type { ConsumerReportPermissiblePurpose } from "plaid";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import type { BankDataProviders, BankPerson, CoveredConnection, PersonIdentity } from "../bank-data.ts";
import { jsonOf } from "../http.ts";
import { CONSUMER_REPORT, LARGEST_REPORT, type PlaidClient, REPORT_TIMEOUT_MS, Token } from "./client.ts";
import { joinReports, orderIdOf, readConsumerReport, reportIdOf } from "./consumer-report-body.ts";
import { failureOf, providerCodeOf } from "./errors.ts";
import { unreadable } from "./report.ts";

/** As in the document beside the sandbox. Plaid named the reports' calls /cra/report/… in October 2026 and serves both. */
const PATHS = {
  createUser: "/user/create",
  updateUser: "/user/update",
  removeUser: "/user/remove",
  createReport: "/cra/check_report/create",
  baseReport: "/cra/check_report/base_report/get",
  verification: "/cra/check_report/verification/get",
} as const;

/** A loan that the consumer applied for: 15 U.S.C. 1681b(a)(3)(A). */
const PURPOSE = "EXTENSION_OF_CREDIT" as ConsumerReportPermissiblePurpose;

const User = z.object({ user_id: Token });
/** What opens an ordered report: the people it is about, and their connections. */
const Order = z.object({
  reportId: z.string(),
  users: z.array(z.object({ userId: z.string(), itemIds: z.array(z.string()) })),
});

export function openConsumerReport(client: PlaidClient): BankDataProviders["consumer_report"] {
  const { webhookUrl, createLinkToken, connections, post } = client;

  const readWhole = (path: string, body: object) => post(path, body, LARGEST_REPORT, REPORT_TIMEOUT_MS);

  /** Plaid's base report has balances and transactions; holdings are only in its verification of assets. */
  async function fetchFor({ userId, itemIds }: z.infer<typeof Order>["users"][number], reportId: string) {
    const base = await readWhole(PATHS.baseReport, { user_id: userId, item_ids: itemIds });
    // The user's newest report is answered: until ours is ready, that may be an earlier one.
    if (orderIdOf(base) !== reportId) return null;
    const verification = await readWhole(PATHS.verification, { user_id: userId, reports_requested: ["VOA"] });
    return reportIdOf(verification) === reportIdOf(base) ? { base, verification } : null;
  }

  async function createUser(id: string, identity?: object): Promise<string> {
    const answer = await post(PATHS.createUser, { client_user_id: id, ...(identity && { identity }) });
    const user = User.safeParse(jsonOf(answer.toString("utf8")));
    if (!user.success) throw failureOf("UNEXPECTED_ANSWER");
    return user.data.user_id;
  }

  async function updateUser(userId: string, person: BankPerson, identity?: PersonIdentity): Promise<void> {
    await post(PATHS.updateUser, { user_id: userId, identity: identityOf(person, identity) });
  }

  async function endUser(userId: string): Promise<void> {
    await post(PATHS.removeUser, { user_id: userId }).catch((error: unknown) => {
      if (providerCodeOf(error) !== "USER_NOT_FOUND") throw error;
    });
  }

  return {
    ...connections,

    createUser: (person, identity) => createUser(person.id, identityOf(person, identity)),

    updateUser,

    createSession({ person, days, providerUserId, accessToken }) {
      const user = { client_user_id: person.borrowerId, legal_name: person.legalName, email_address: person.email };
      if (accessToken) return createLinkToken({ user, access_token: accessToken });
      return createLinkToken({
        user,
        ...(providerUserId && { user_id: providerUserId }),
        products: [CONSUMER_REPORT],
        consumer_report_permissible_purpose: PURPOSE,
        cra_options: { days_requested: days, include_investments: true },
      });
    },

    async order({ reportId, days, connections }) {
      const users = Array.from(itemsByUser(connections), ([userId, itemIds]) => ({ userId, itemIds }));
      for (const { userId } of users) {
        // Someone may have corrected the loan since. One user's connections have one holder.
        const holder = connections.find(({ providerUserId }) => providerUserId === userId)?.holder;
        if (holder) await updateUser(userId, holder);
        await post(PATHS.createReport, {
          user_id: userId,
          webhook: webhookUrl,
          days_requested: days,
          client_report_id: reportId,
          include_investments: true,
          consumer_report_permissible_purpose: PURPOSE,
          base_report: { home_lending_report_options: { reports_requested: ["VOA"] } },
        });
      }
      return { providerReportId: null, providerToken: JSON.stringify({ reportId, users }) };
    },

    async fetch(providerToken) {
      const { reportId, users } = Order.parse(JSON.parse(providerToken));
      try {
        const found = [];
        for (const user of users) {
          const one = await fetchFor(user, reportId);
          if (one === null) return null;
          found.push(one);
        }
        return joinReports(found);
      } catch (error) {
        if (providerCodeOf(error) === "TOO_LARGE") throw unreadable(error);
        if (error instanceof AppError && error.code === "REPORT_NOT_READY") return null;
        throw error;
      }
    },

    read: readConsumerReport,

    // A report ends by itself after a day, or with its user; Plaid has no call for it.
    endReport: () => Promise.resolve(),

    endUser,

    // Plaid returns the person who has this id. Where there is none, it makes one without an identity.
    endUserOf: async (id) => endUser(await createUser(id)),
  };
}

/** Without `identity` only what the loan says. */
function identityOf({ firstName, lastName, email }: BankPerson, identity?: PersonIdentity) {
  const onLoan = { name: { given_name: firstName, family_name: lastName }, emails: [{ data: email, primary: true }] };
  if (!identity) return onLoan;
  const { dateOfBirth, phone, street, city, state, zip } = identity;
  return {
    ...onLoan,
    date_of_birth: dateOfBirth,
    phone_numbers: [{ data: phone, primary: true }],
    addresses: [{ street_1: street, city, region: state, postal_code: zip, country: "US", primary: true }],
  };
}

/** Throws ITEM_NOT_FOUND for a connection whose user has been removed. */
function itemsByUser(connections: readonly CoveredConnection[]): Map<string, string[]> {
  const items = new Map<string, string[]>();
  for (const { providerUserId, providerItemId } of connections) {
    if (providerUserId === null) throw failureOf("ITEM_NOT_FOUND");
    items.set(providerUserId, [...(items.get(providerUserId) ?? []), providerItemId]);
  }
  return items;
}
