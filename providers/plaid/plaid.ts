// Plaid's fields and error codes stop here.
import { Configuration, PlaidApi, Products, CountryCode } from "plaid";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { LARGEST_ANSWER } from "../http.ts";
import { ProviderRefusal, providerCodeOf, toProviderFailure } from "./errors.ts";
import { unreadable } from "./report.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly plaid: Plaid;
  }
}

export interface PlaidConfig {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** Shown to the borrower in the bank dialog. */
  readonly productName: string;
  /** Where the provider sends its webhooks. */
  readonly webhookUrl: string;
}

export interface LinkPerson {
  /** Our borrower's id; the provider calls it client_user_id. */
  readonly borrowerId: string;
  /** As on the loan, all of its parts. */
  readonly legalName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface BankConnection {
  readonly accessToken: string;
  readonly providerItemId: string;
}

export interface BankDetails {
  readonly institutionId: string | null;
  readonly institutionName: string;
  readonly accounts: { name: string; mask: string | null; type: string; subtype: string | null }[];
}

export interface AskedReport {
  readonly providerReportId: string;
  readonly providerToken: string;
}

/** A verification key as the provider publishes it. */
export interface WebhookKey {
  readonly jwk: { kty: string; crv: string; x: string; y: string; alg: string; kid: string; use: string };
  readonly expiredAt: number | null;
}

export interface Plaid {
  /** A token that opens the bank dialog; with `accessToken` it repairs that connection instead of adding one. */
  createLinkToken(person: LinkPerson, accessToken?: string): Promise<{ linkToken: string; expiration: string }>;
  exchangePublicToken(publicToken: string): Promise<BankConnection>;
  describeConnection(accessToken: string): Promise<BankDetails>;
  /** Asks for a report over all connections; it is made in the background and announced by webhook. */
  createReport(request: {
    reportId: string;
    accessTokens: string[];
    days: number;
    person: LinkPerson;
  }): Promise<AskedReport>;
  /** Requests the same report again; the earlier one stays unchanged. */
  refreshReport(request: { reportId: string; providerToken: string; days: number }): Promise<AskedReport>;
  /** The report's bytes exactly as sent, or `null` while it is still being made. */
  readReport(providerToken: string): Promise<Buffer | null>;
  removeConnection(accessToken: string): Promise<void>;
  /** Of a report that is gone there already nothing is said. */
  removeReport(providerToken: string): Promise<void>;
  webhookKey(keyId: string): Promise<WebhookKey>;
}

/** For a whole call, from asking to the answer's last byte. */
const TIMEOUT_MS = 10_000;

/** A report is as large as its lines are many: this many bytes hold about 90,000. */
export const LARGEST_REPORT = 64_000_000;
const REPORT_TIMEOUT_MS = 30_000;

const Token = z.string().check(z.minLength(1));
const CreatedLinkToken = z.object({ link_token: Token, expiration: z.string() });
const Exchanged = z.object({ access_token: Token, item_id: Token });
const Account = z.object({
  name: z.string(),
  mask: z.nullable(z.string()),
  type: z.string(),
  subtype: z.nullable(z.string()),
});
const Accounts = z.object({
  item: z.object({ institution_id: z.nullish(z.string()) }),
  accounts: z.array(Account),
});
const Institution = z.object({ institution: z.object({ name: z.string() }) });
const CreatedReport = z.object({ asset_report_id: Token, asset_report_token: Token });
const Removed = z.object({});
const Key = z.object({
  key: z.object({
    ...{ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() },
    ...{ alg: z.string(), kid: z.string(), use: z.string(), expired_at: z.nullable(z.number()) },
  }),
});

export function openPlaid({ baseUrl, clientId, secret, productName, webhookUrl }: PlaidConfig): Plaid {
  const api = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        headers: { "PLAID-CLIENT-ID": clientId, "PLAID-SECRET": secret, "Plaid-Version": "2020-09-14" },
        maxRedirects: 0,
        maxContentLength: LARGEST_ANSWER,
      },
    }),
  );
  /** Each answer is looked at before it is used: a 200 of another form is a provider that cannot serve. */
  const ask = async <S extends z.ZodMiniType>(
    schema: S,
    call: (options: { signal: AbortSignal }) => Promise<{ data: unknown }>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<z.output<S>> => {
    const { data } = await call({ signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      throw toProviderFailure(error);
    });
    const answer = schema.safeParse(data);
    if (answer.success) return answer.data;
    throw new AppError("PROVIDER_UNAVAILABLE", { cause: new ProviderRefusal("UNEXPECTED_ANSWER", undefined) });
  };

  return {
    async createLinkToken(person, accessToken) {
      const request = {
        client_name: productName,
        language: "en",
        country_codes: [CountryCode.Us],
        webhook: webhookUrl,
        user: { client_user_id: person.borrowerId, legal_name: person.legalName, email_address: person.email },
        // Update mode names the connection and must not name products.
        ...(accessToken ? { access_token: accessToken } : { products: [Products.Assets] }),
      };
      const created = await ask(CreatedLinkToken, (options) => api.linkTokenCreate(request, options));
      return { linkToken: created.link_token, expiration: created.expiration };
    },

    async exchangePublicToken(publicToken) {
      const connection = await ask(Exchanged, (options) =>
        api.itemPublicTokenExchange({ public_token: publicToken }, options),
      );
      return { accessToken: connection.access_token, providerItemId: connection.item_id };
    },

    async describeConnection(accessToken) {
      const { item, accounts } = await ask(Accounts, (options) =>
        api.accountsGet({ access_token: accessToken }, options),
      );
      const institutionId = item.institution_id ?? null;
      if (!institutionId) return { institutionId, institutionName: "Bank", accounts };
      const { institution } = await ask(Institution, (options) =>
        api.institutionsGetById({ institution_id: institutionId, country_codes: [CountryCode.Us] }, options),
      );
      return { institutionId, institutionName: institution.name, accounts };
    },

    async createReport({ reportId, accessTokens, days, person }) {
      const request = {
        access_tokens: accessTokens,
        days_requested: days,
        options: {
          client_report_id: reportId,
          webhook: webhookUrl,
          // One unhealthy bank does not keep the others from being read; the report carries a warning for it.
          require_all_items: false,
          user: {
            client_user_id: person.borrowerId,
            first_name: person.firstName,
            last_name: person.lastName,
            email: person.email,
          },
        },
      };
      const asked = await ask(CreatedReport, (options) => api.assetReportCreate(request, options));
      return { providerReportId: asked.asset_report_id, providerToken: asked.asset_report_token };
    },

    async refreshReport({ reportId, providerToken, days }) {
      const request = {
        asset_report_token: providerToken,
        days_requested: days,
        options: { client_report_id: reportId, webhook: webhookUrl },
      };
      const asked = await ask(CreatedReport, (options) => api.assetReportRefresh(request, options));
      return { providerReportId: asked.asset_report_id, providerToken: asked.asset_report_token };
    },

    async readReport(providerToken) {
      try {
        // With this responseType axios hands over the body unparsed.
        const whole = { responseType: "arraybuffer", maxContentLength: LARGEST_REPORT } as const;
        return await ask(
          z.instanceof(Buffer),
          (options) => api.assetReportGet({ asset_report_token: providerToken }, { ...options, ...whole }),
          REPORT_TIMEOUT_MS,
        );
      } catch (error) {
        if (providerCodeOf(error) === "TOO_LARGE") throw unreadable(error);
        if (error instanceof AppError && error.code === "REPORT_NOT_READY") return null;
        throw error;
      }
    },

    async removeConnection(accessToken) {
      await ask(Removed, (options) => api.itemRemove({ access_token: accessToken }, options)).catch(
        (error: unknown) => {
          if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error; // gone already is as good
        },
      );
    },

    async removeReport(providerToken) {
      await ask(Removed, (options) => api.assetReportRemove({ asset_report_token: providerToken }, options)).catch(
        (error: unknown) => {
          if (providerCodeOf(error) !== "INVALID_ASSET_REPORT_TOKEN") throw error;
        },
      );
    },

    async webhookKey(keyId) {
      const { key } = await ask(Key, (options) => api.webhookVerificationKeyGet({ key_id: keyId }, options));
      const { expired_at: expiredAt, ...jwk } = key;
      return { jwk, expiredAt };
    },
  };
}
