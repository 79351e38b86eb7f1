// Plaid's fields and error codes stop in this folder.
import type { CountryCode, PlaidApi, Products } from "plaid";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { observeProvider } from "#platform/server/observability/operations.ts";
import type { BankDataProduct, BankDataProvider } from "../bank-data.ts";
import { AnswerTooLarge, fetchBounded, LARGEST_ANSWER } from "../http.ts";
import { errorCodeIn, failureOf, ProviderRefusal, toProviderFailure } from "./errors.ts";

export interface PlaidConfig {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** Shown to the borrower in the bank dialog. */
  readonly productName: string;
  /** Where the provider sends its webhooks. */
  readonly webhookUrl: string;
}

/** For a whole call, from asking to the answer's last byte. */
const TIMEOUT_MS = 10_000;

/** A report is as large as its lines are many: this many bytes hold about 90,000. */
export const LARGEST_REPORT = 64_000_000;
export const REPORT_TIMEOUT_MS = 30_000;

export const Token = z.string().check(z.minLength(1));
const CreatedLinkToken = z.object({ link_token: Token, expiration: z.string() });
const Exchanged = z.object({ access_token: Token, item_id: Token });
const Account = z.object({
  name: z.string(),
  mask: z.nullable(z.string()),
  type: z.string(),
  subtype: z.nullable(z.string()),
});
const Accounts = z.object({
  item: z.object({ institution_id: z.nullish(z.string()), products: z.optional(z.array(z.string())) }),
  accounts: z.array(Account),
});
const Institution = z.object({ institution: z.object({ name: z.string() }) });
const PRODUCT_OF: Readonly<Record<string, BankDataProduct>> = {
  assets: "assets",
  cra_base_report: "consumer_report",
};
export const Removed = z.object({});

// Its enums as text: its package takes 75 MB of memory, so it is loaded with the first call.
export const ASSETS = "assets" as Products;
export const CONSUMER_REPORT = "cra_base_report" as Products;
const UNITED_STATES = "US" as CountryCode;

type Options = { signal: AbortSignal };

/** Each answer is looked at before it is used: a 200 of another form is a provider that cannot serve. */
export async function ask<S extends z.ZodMiniType>(
  schema: S,
  call: (options: Options) => Promise<{ data: unknown }>,
  timeoutMs = TIMEOUT_MS,
): Promise<z.output<S>> {
  const { data } = await observeProvider("plaid", () =>
    call({ signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      throw toProviderFailure(error);
    }),
  );
  const answer = schema.safeParse(data);
  if (answer.success) return answer.data;
  throw new AppError("PROVIDER_UNAVAILABLE", { cause: new ProviderRefusal("UNEXPECTED_ANSWER", undefined) });
}

export type PlaidClient = ReturnType<typeof openPlaidClient>;

export function openPlaidClient({ baseUrl, clientId, secret, productName, webhookUrl }: PlaidConfig) {
  const keys = { "PLAID-CLIENT-ID": clientId, "PLAID-SECRET": secret, "Plaid-Version": "2020-09-14" };
  let opened: Promise<PlaidApi> | undefined;
  const api = () => (opened ??= openApi(baseUrl, keys));
  const linkSettings = {
    client_name: productName,
    language: "en",
    country_codes: [UNITED_STATES],
    webhook: webhookUrl,
  };

  async function createLinkToken(
    request: Omit<Parameters<PlaidApi["linkTokenCreate"]>[0], keyof typeof linkSettings>,
  ): ReturnType<BankDataProvider["createSession"]> {
    const created = await ask(CreatedLinkToken, async (options) =>
      (await api()).linkTokenCreate({ ...linkSettings, ...request }, options),
    );
    return { linkToken: created.link_token, expiration: created.expiration };
  }

  /** Connections are the same at Plaid, no matter for which product. */
  const connections: Pick<BankDataProvider, "exchange" | "describe" | "endConnection"> = {
    async exchange(publicToken) {
      const connection = await ask(Exchanged, async (options) =>
        (await api()).itemPublicTokenExchange({ public_token: publicToken }, options),
      );
      return { accessToken: connection.access_token, providerItemId: connection.item_id };
    },

    async describe(accessToken) {
      const { item, accounts } = await ask(Accounts, async (options) =>
        (await api()).accountsGet({ access_token: accessToken }, options),
      );
      const institutionId = item.institution_id ?? null;
      const product = item.products?.map((name) => PRODUCT_OF[name]).find((one) => one !== undefined);
      if (!institutionId) return { product, institutionId, institutionName: "Bank", accounts };
      const { institution } = await ask(Institution, async (options) =>
        (await api()).institutionsGetById({ institution_id: institutionId, country_codes: [UNITED_STATES] }, options),
      );
      return { product, institutionId, institutionName: institution.name, accounts };
    },

    async endConnection(accessToken) {
      await ask(Removed, async (options) => (await api()).itemRemove({ access_token: accessToken }, options)).catch(
        (error: unknown) => {
          if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error; // gone already is as good
        },
      );
    },
  };

  /** A call by its path, for those that the provider renamed. The answer comes as bytes, unread. */
  function post(path: string, body: object, largest = LARGEST_ANSWER, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
    const headers = { ...keys, "content-type": "application/json" };
    const signal = AbortSignal.timeout(timeoutMs);
    return observeProvider("plaid", async (report) => {
      try {
        const init = { method: "POST", headers, body: JSON.stringify(body), signal };
        const { ok, status, bytes } = await readWhole(await fetchBounded(`${baseUrl}${path}`, init, largest));
        report(status);
        if (ok) return bytes;
        throw failureOf(errorCodeIn(bytes, status));
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw failureOf(error instanceof AnswerTooLarge ? "TOO_LARGE" : "NETWORK");
      }
    });
  }

  return { api, webhookUrl, createLinkToken, connections, post };
}

async function openApi(basePath: string, headers: Record<string, string>): Promise<PlaidApi> {
  const plaid = await import("plaid");
  const baseOptions = { headers, maxRedirects: 0, maxContentLength: LARGEST_ANSWER };
  return new plaid.PlaidApi(new plaid.Configuration({ basePath, baseOptions }));
}

async function readWhole(answer: Response): Promise<{ ok: boolean; status: number; bytes: Buffer }> {
  return { ok: answer.ok, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
