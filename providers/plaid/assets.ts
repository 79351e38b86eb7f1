import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import type { BankDataProviders, Investor } from "../bank-data.ts";
import { ask, ASSETS, LARGEST_REPORT, type PlaidClient, Removed, REPORT_TIMEOUT_MS, Token } from "./client.ts";
import { providerCodeOf } from "./errors.ts";
import { readPlaidReport, unreadable } from "./report.ts";

const CreatedCopy = z.object({ audit_copy_token: Token });
const CreatedReport = z.object({ asset_report_id: Token, asset_report_token: Token });

/** `auditors`: Plaid's ids of the investors. */
export function openAssets(
  { api, webhookUrl, createLinkToken, connections }: PlaidClient,
  auditors: Readonly<Record<Investor, string>>,
): BankDataProviders["assets"] {
  return {
    ...connections,

    createSession({ person, accessToken }) {
      return createLinkToken({
        user: { client_user_id: person.borrowerId, legal_name: person.legalName, email_address: person.email },
        // Update mode names the connection and must not name products.
        ...(accessToken ? { access_token: accessToken } : { products: [ASSETS] }),
      });
    },

    async order({ reportId, connections, days, person, earlierToken }) {
      const options = { client_report_id: reportId, webhook: webhookUrl };
      const user = {
        client_user_id: person.borrowerId,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
      };
      const asked = await ask(CreatedReport, async (signal) =>
        earlierToken
          ? (await api()).assetReportRefresh(
              { asset_report_token: earlierToken, days_requested: days, options },
              signal,
            )
          : (await api()).assetReportCreate(
              {
                access_tokens: connections.map(({ accessToken }) => accessToken),
                days_requested: days,
                // One unhealthy bank does not keep the others from being read; the report carries a warning for it.
                options: { ...options, require_all_items: false, user },
              },
              signal,
            ),
      );
      return { providerReportId: asked.asset_report_id, providerToken: asked.asset_report_token };
    },

    async fetch(providerToken) {
      try {
        // With this responseType axios hands over the body unparsed.
        const whole = { responseType: "arraybuffer", maxContentLength: LARGEST_REPORT } as const;
        return await ask(
          z.instanceof(Buffer),
          async (options) =>
            (await api()).assetReportGet({ asset_report_token: providerToken }, { ...options, ...whole }),
          REPORT_TIMEOUT_MS,
        );
      } catch (error) {
        if (providerCodeOf(error) === "TOO_LARGE") throw unreadable(error);
        if (error instanceof AppError && error.code === "REPORT_NOT_READY") return null;
        throw error;
      }
    },

    read: readPlaidReport,

    async endReport(providerToken) {
      await ask(Removed, async (options) =>
        (await api()).assetReportRemove({ asset_report_token: providerToken }, options),
      ).catch((error: unknown) => {
        if (providerCodeOf(error) !== "INVALID_ASSET_REPORT_TOKEN") throw error;
      });
    },

    async createInvestorCopy(providerToken, investor) {
      const request = { asset_report_token: providerToken, auditor_id: auditors[investor] };
      const created = await ask(CreatedCopy, async (options) =>
        (await api()).assetReportAuditCopyCreate(request, options),
      ).catch((error: unknown) => {
        if (providerCodeOf(error) !== "INVALID_ASSET_REPORT_TOKEN") throw error;
        throw new AppError("NOT_SHAREABLE", { cause: error });
      });
      return created.audit_copy_token;
    },

    async endInvestorCopy(copyToken) {
      await ask(Removed, async (options) =>
        (await api()).assetReportAuditCopyRemove({ audit_copy_token: copyToken }, options),
      ).catch((error: unknown) => {
        if (providerCodeOf(error) !== "INVALID_AUDIT_COPY_TOKEN") throw error;
      });
    },
  };
}
