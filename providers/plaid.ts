// Owns the bank-data provider: all that we ask of Plaid, in our words. Its fields and error codes stop here.
import { Configuration, PlaidApi, Products, CountryCode, type AccountBase } from "plaid";
import { AppError } from "#kit/contract/errors.ts";
import { providerCodeOf, toProviderFailure } from "./plaid-errors.ts";

export interface PlaidConfig {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** Shown to the borrower in the bank dialog. */
  readonly productName: string;
  /** Where the provider tells us what happened. */
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
  /** Asks for the same report anew; the earlier one stays as it is. */
  refreshReport(request: { reportId: string; providerToken: string; days: number }): Promise<AskedReport>;
  /** The report's bytes exactly as sent, or `null` while it is still being made. */
  readReport(providerToken: string): Promise<Buffer | null>;
  removeConnection(accessToken: string): Promise<void>;
  /** Of a report that is gone there already nothing is said. */
  removeReport(providerToken: string): Promise<void>;
  webhookKey(keyId: string): Promise<WebhookKey>;
}

/** A provider that does not answer within this time counts as down. */
const TIMEOUT_MS = 10_000;

export function openPlaid({ baseUrl, clientId, secret, productName, webhookUrl }: PlaidConfig): Plaid {
  const api = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        headers: { "PLAID-CLIENT-ID": clientId, "PLAID-SECRET": secret, "Plaid-Version": "2020-09-14" },
        timeout: TIMEOUT_MS,
        maxRedirects: 0,
        maxContentLength: 200_000_000,
      },
    }),
  );
  const ask = async <T>(call: Promise<{ data: T }>): Promise<T> => {
    try {
      return (await call).data;
    } catch (error) {
      throw toProviderFailure(error);
    }
  };

  return {
    async createLinkToken(person, accessToken) {
      const created = await ask(
        api.linkTokenCreate({
          client_name: productName,
          language: "en",
          country_codes: [CountryCode.Us],
          webhook: webhookUrl,
          user: { client_user_id: person.borrowerId, legal_name: person.legalName, email_address: person.email },
          // Update mode names the connection and must not name products.
          ...(accessToken ? { access_token: accessToken } : { products: [Products.Assets] }),
        }),
      );
      return { linkToken: created.link_token, expiration: created.expiration };
    },

    async exchangePublicToken(publicToken) {
      const connection = await ask(api.itemPublicTokenExchange({ public_token: publicToken }));
      return { accessToken: connection.access_token, providerItemId: connection.item_id };
    },

    async describeConnection(accessToken) {
      const { item, accounts } = await ask(api.accountsGet({ access_token: accessToken }));
      const institutionId = item.institution_id ?? null;
      const institution =
        institutionId &&
        (await ask(api.institutionsGetById({ institution_id: institutionId, country_codes: [CountryCode.Us] })));
      return {
        institutionId,
        institutionName: institution ? institution.institution.name : "Bank",
        accounts: accounts.map(toAccount),
      };
    },

    async createReport({ reportId, accessTokens, days, person }) {
      const asked = await ask(
        api.assetReportCreate({
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
        }),
      );
      return { providerReportId: asked.asset_report_id, providerToken: asked.asset_report_token };
    },

    async refreshReport({ reportId, providerToken, days }) {
      const asked = await ask(
        api.assetReportRefresh({
          asset_report_token: providerToken,
          days_requested: days,
          options: { client_report_id: reportId, webhook: webhookUrl },
        }),
      );
      return { providerReportId: asked.asset_report_id, providerToken: asked.asset_report_token };
    },

    async readReport(providerToken) {
      try {
        const bytes: unknown = await ask(
          api.assetReportGet({ asset_report_token: providerToken }, { responseType: "arraybuffer" }),
        );
        return bytes as Buffer; // with this responseType axios hands over the body unparsed
      } catch (error) {
        if (error instanceof AppError && error.code === "REPORT_NOT_READY") return null;
        throw error;
      }
    },

    async removeConnection(accessToken) {
      await ask(api.itemRemove({ access_token: accessToken })).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error; // gone already is as good
      });
    },

    async removeReport(providerToken) {
      await ask(api.assetReportRemove({ asset_report_token: providerToken })).catch((error: unknown) => {
        if (providerCodeOf(error) !== "INVALID_ASSET_REPORT_TOKEN") throw error;
      });
    },

    async webhookKey(keyId) {
      const { key } = await ask(api.webhookVerificationKeyGet({ key_id: keyId }));
      const { expired_at: expiredAt, created_at: _createdAt, ...jwk } = key;
      return { jwk, expiredAt };
    },
  };
}

function toAccount({ name, mask, type, subtype }: AccountBase) {
  return { name, mask, type, subtype };
}
