// What Plaid must do for Keyturn, tried with the product's own client and, for refusals, with plain requests.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Investor } from "../../providers/bank-data.ts";
import { openAssets } from "../../providers/plaid/assets.ts";
import { openPlaidClient } from "../../providers/plaid/client.ts";
import { providerCodeOf } from "../../providers/plaid/errors.ts";
import { readWebhookKey } from "../../providers/plaid/webhook.ts";
import type { Checks } from "./check.ts";

export interface PlaidTarget {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** Its ids of the investors. */
  readonly auditors: Readonly<Record<Investor, string>>;
}

/** A bank of Plaid's own sandbox, with a login that it publishes. */
const BANK = { institution_id: "ins_109508", initial_products: ["assets"] };
const LOGIN = { override_username: "user_good", override_password: "pass_good" };
const DAYS = 30;
/** How long Plaid may take to make a report. */
const REPORT_MS = 120_000;
/** The first pause, and the longest: Plaid accepts 15 requests a minute for one report. */
const POLL_MS = { first: 1_000, longest: 10_000 };
const LINK_HOURS = 4;

export function plaidChecks({ baseUrl, clientId, secret, auditors }: PlaidTarget): Checks {
  const client = openPlaidClient({
    ...{ baseUrl, clientId, secret, productName: "Keyturn" },
    webhookUrl: "https://example.com/plaid-webhook",
  });
  const plaid = openAssets(client, auditors);
  const person = {
    borrowerId: randomUUID(),
    legalName: "Carla Check",
    firstName: "Carla",
    lastName: "Check",
    email: "carla@example.com",
  };
  const made = { publicToken: "", accessToken: "", providerItemId: "", report: "", refreshed: "" };
  const send = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json" };
    const own = { client_id: clientId, secret, ...body };
    const reply = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(own) });
    return (await reply.json()) as Record<string, unknown>;
  };
  const refuses = async (path: string, body: object, code: string) =>
    assert.equal((await send(path, body))["error_code"], code);
  const order = async (earlierToken?: string): Promise<string> => {
    const { accessToken, providerItemId } = made;
    const connections = [{ accessToken, providerItemId, providerUserId: null, holder: person }];
    return (await plaid.order({ reportId: randomUUID(), days: DAYS, connections, person, earlierToken })).providerToken;
  };
  const untilReady = async (providerToken: string): Promise<Buffer> => {
    const end = Date.now() + REPORT_MS;
    for (let pause = POLL_MS.first; Date.now() < end; pause = Math.min(pause * 2, POLL_MS.longest)) {
      const bytes = await plaid.fetch(providerToken);
      if (bytes !== null) return bytes;
      await wait(pause);
    }
    throw new Error(`the report is not ready after ${String(REPORT_MS / 1000)} seconds`);
  };

  return [
    {
      proves: "a link token is given, and expires within four hours",
      async run() {
        const { linkToken, expiration } = await plaid.createSession({ person, days: DAYS });
        assert.match(linkToken, /^link-/);
        const hours = (Date.parse(expiration) - Date.now()) / 3_600_000;
        assert.ok(hours > 0 && hours <= LINK_HOURS + 0.1, `it expires in ${String(hours)} hours`);
      },
    },
    {
      proves: "wrong keys, unknown fields and missing fields are refused by name",
      async run() {
        await refuses("/item/get", { secret: "wrong", access_token: "x" }, "INVALID_API_KEYS");
        await refuses("/link/token/create", { no_such_field: 1 }, "UNKNOWN_FIELDS");
        await refuses("/asset_report/create", { days_requested: DAYS }, "MISSING_FIELDS");
      },
    },
    {
      proves: "a public token becomes a connection, once",
      async run() {
        const created = await send("/sandbox/public_token/create", { ...BANK, options: LOGIN });
        made.publicToken = String(created["public_token"]);
        Object.assign(made, await plaid.exchange(made.publicToken));
        await assert.rejects(plaid.exchange(made.publicToken), { code: "VALIDATION_ERROR" });
      },
    },
    {
      proves: "the connection names its bank and its accounts",
      async run() {
        const bank = await plaid.describe(made.accessToken);
        assert.equal(bank.institutionId, BANK.institution_id);
        assert.ok(bank.accounts.length > 0, "it has no accounts");
      },
    },
    {
      proves: "a connection gets a link token for its repair",
      async run() {
        const repair = await plaid.createSession({ person, days: DAYS, accessToken: made.accessToken });
        assert.match(repair.linkToken, /^link-/);
      },
    },
    {
      proves: "a report is made of it, and is read in full",
      async run() {
        made.report = await order();
        plaid.read(await untilReady(made.report));
      },
    },
    {
      proves: "a refreshed report is another one, and the first stays as it was",
      async run() {
        const before = await untilReady(made.report);
        made.refreshed = await order(made.report);
        assert.notEqual(made.refreshed, made.report);
        plaid.read(await untilReady(made.refreshed));
        const { request_id: _one, ...first } = JSON.parse(before.toString()) as Record<string, unknown>;
        const { request_id: _two, ...again } = JSON.parse(String(await untilReady(made.report))) as typeof first;
        assert.deepEqual(again, first);
      },
    },
    {
      proves: "a report is copied for Fannie Mae and Freddie Mac, and an ended copy is gone",
      async run() {
        for (const investor of ["fannie", "freddie"] as const) {
          const copy = await plaid.createInvestorCopy(made.report, investor);
          for (const token of [copy, copy]) await plaid.endInvestorCopy(token);
          await refuses("/asset_report/audit_copy/remove", { audit_copy_token: copy }, "INVALID_AUDIT_COPY_TOKEN");
        }
      },
    },
    {
      proves: "a key for webhooks that Plaid does not have is refused",
      run: () =>
        assert.rejects(
          readWebhookKey(client, randomUUID()),
          (error) => providerCodeOf(error) === "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
        ),
    },
    {
      proves: "removed reports and connections are gone, and removing them again is no error",
      async run() {
        for (const token of [made.report, made.refreshed, made.report]) await plaid.endReport(token);
        await refuses("/asset_report/get", { asset_report_token: made.report }, "INVALID_ASSET_REPORT_TOKEN");
        await assert.rejects(plaid.createInvestorCopy(made.report, "fannie"), { code: "NOT_SHAREABLE" });
        for (const token of [made.accessToken, made.accessToken]) await plaid.endConnection(token);
        await assert.rejects(plaid.describe(made.accessToken), { code: "NOT_FOUND" });
      },
    },
    { byHand: "connect a bank in the product with user_good and pass_good; the dialog shows our name" },
    { byHand: "request a report and see it become ready by webhook: the log names the event" },
  ];
}
