import { describe, expect, test } from "vitest";
import { aBank, type Reply, type TestBank } from "./test-plaid.ts";

const LATER_MS = 60_000;

/** A sandbox whose clock only the test moves. */
async function aBankAt() {
  let at = Date.now();
  const bank = await aBank({ now: () => new Date(at) });
  return { bank, pass: (ms: number) => (at += ms) };
}

async function several(count: number, send: () => Promise<Reply>): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < count; index++) statuses.push((await send()).status);
  return statuses;
}

function refusal(error_code: string) {
  return { status: 429, body: { error_type: "RATE_LIMIT_EXCEEDED", error_code } };
}

type Given = { access_token: string; asset_report_token: string };

async function aReport(bank: TestBank): Promise<Given> {
  const { access_token } = await bank.connect("user_good");
  return { access_token, asset_report_token: (await bank.report([access_token])).token };
}

describe("requests per minute", () => {
  test.each<[string, number, string, (given: Given) => object]>([
    ["/accounts/get", 15, "ACCOUNTS_LIMIT", ({ access_token }) => ({ access_token })],
    ["/item/get", 15, "ITEM_GET_LIMIT", ({ access_token }) => ({ access_token })],
    ["/item/remove", 30, "RATE_LIMIT", ({ access_token }) => ({ access_token })],
    [
      "/asset_report/create",
      5,
      "RATE_LIMIT",
      ({ access_token }) => ({ access_tokens: [access_token], days_requested: 7 }),
    ],
    ["/asset_report/refresh", 5, "RATE_LIMIT", ({ asset_report_token }) => ({ asset_report_token })],
    ["/asset_report/get", 15, "RATE_LIMIT", ({ asset_report_token }) => ({ asset_report_token })],
    ["/asset_report/pdf/get", 15, "RATE_LIMIT", ({ asset_report_token }) => ({ asset_report_token })],
  ])(
    "%s accepts %i per connection or report, then answers %s until a minute has passed",
    async (path, most, code, bodyOf) => {
      const { bank, pass } = await aBankAt();
      const given = await aReport(bank);
      pass(LATER_MS); // what made the report doesn't count
      const send = () => bank.call(path, bodyOf(given));
      expect(await several(most, send)).not.toContain(429);
      expect(await send()).toMatchObject(refusal(code));
      const other = bodyOf(await aReport(bank));
      expect((await bank.call(path, other)).status, "another one").toBe(200);
      pass(LATER_MS - 1_000);
      expect(await send()).toMatchObject(refusal(code));
      pass(1_000);
      expect((await send()).status).not.toBe(429);
    },
  );

  test.each([
    [
      "/asset_report/create",
      50,
      "RATE_LIMIT",
      (id: number) => ({ access_tokens: [`access-${id}`], days_requested: 7 }),
    ],
    ["/asset_report/refresh", 50, "RATE_LIMIT", (id: number) => ({ asset_report_token: `assets-${id}` })],
    ["/asset_report/pdf/get", 50, "RATE_LIMIT", (id: number) => ({ asset_report_token: `assets-${id}` })],
    ["/asset_report/get", 1_000, "RATE_LIMIT", (id: number) => ({ asset_report_token: `assets-${id}` })],
    ["/item/remove", 2_000, "RATE_LIMIT", (id: number) => ({ access_token: `access-${id}` })],
    ["/item/get", 5_000, "ITEM_GET_LIMIT", (id: number) => ({ access_token: `access-${id}` })],
    [
      "/institutions/get_by_id",
      400,
      "INSTITUTIONS_GET_BY_ID_LIMIT",
      () => ({ institution_id: "ins_109508", country_codes: ["US"] }),
    ],
  ])(
    "%s accepts %i of one client, of no matter which connections, then answers %s",
    async (path, most, code, bodyOf) => {
      const { bank } = await aBankAt();
      let id = 0;
      const send = () => bank.call(path, bodyOf(++id));
      expect(await several(most, send)).not.toContain(429);
      expect(await send()).toMatchObject(refusal(code));
      bank.sandbox.plaid.reset();
      expect((await send()).status).not.toBe(429);
    },
  );

  test("a request over several connections counts for each of them", async () => {
    const { bank } = await aBankAt();
    const [one, two] = [await bank.connect("user_good"), await bank.connect("user_good")];
    const create = (...items: { access_token: string }[]) =>
      bank.call("/asset_report/create", {
        access_tokens: items.map(({ access_token }) => access_token),
        days_requested: 7,
      });
    expect(await several(5, () => create(one, two))).toEqual([200, 200, 200, 200, 200]);
    for (const item of [one, two]) expect(await create(item)).toMatchObject(refusal("RATE_LIMIT"));
  });
});
