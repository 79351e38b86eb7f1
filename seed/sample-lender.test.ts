import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { anonymous, someoneWith, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { SAMPLE_PASSWORD } from "./people.ts";
import { loadSampleLender } from "./sample-lender.ts";

describe("the sample lender", () => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    await load();
  }, 120_000);
  afterAll(() => product.close());

  const load = () => loadSampleLender(product.product.ctx, product.product.config.plaid);
  const as = async (email: string): Promise<Pick<Person, "send">> => {
    const { body } = await anonymous(product).send(calls.logIn, { email, password: SAMPLE_PASSWORD });
    return someoneWith(product, body.token);
  };
  const borrowerOf = async (person: Pick<Person, "send">, lastName: string) =>
    (await person.send(calls.listBorrowers)).body.find((one) => one.lastName === lastName)!;

  test.each([
    ["registered@example.com", "Vasquez", { program: "fannie", outcome: "enough", blockers: 0 }],
    ["admin@example.com", "Brandt", { program: "fha", outcome: "open", blockers: 2 }],
    ["outsider@example.com", "Delacroix", { program: "freddie", outcome: "short" }],
  ])("%s has a report on %s that is worth reading", async (email, lastName, summary) => {
    expect(await borrowerOf(await as(email), lastName)).toMatchObject({ status: "report-ready", summary });
  });

  test("the README's walkthrough clears two deposits, and the loan has enough to close", async () => {
    const admin = await as("admin@example.com");
    const { id } = await borrowerOf(admin, "Brandt");
    const read = async () => (await admin.send(calls.retrieveAssetReport, { id })).body;
    const before = await read();
    expect(before.conditions.filter(({ program }) => program === "fha").map(({ state }) => state)).toContain(
      "answered",
    );
    const open = before.findings.filter(({ severity, programs }) => severity === "blocker" && programs.includes("fha"));
    const deposits = open.map(({ transactionIds: [deposit] }) => deposit!); // each is about one
    expect(deposits).toHaveLength(2);
    const [letter] = (await admin.send(calls.listEvidence, { borrowerId: id })).body.evidence;
    const explained = new Set([letter!.transactionId]);
    const transactionId = deposits.find((deposit) => !explained.has(deposit))!;
    const { cents } = before.figures.deposits.find((deposit) => deposit.transactionId === transactionId)!;
    const piece = { borrowerId: id, transactionId, kind: "income" as const, sourcedCents: cents };
    await admin.send(calls.addEvidence, { ...piece, note: "Yearly bonus, on the pay stub.", state: "accepted" });
    expect((await read()).verdicts.fha).toMatchObject({ outcome: "open", counts: { blocker: 1 } });
    expect(letter).toMatchObject({ state: "proposed", letter: { signedName: "Samuel Brandt" } });
    const accepted = { id: letter!.id, state: "accepted" as const, reason: "Seen the bill of sale." };
    await admin.send(calls.reviewEvidence, { ...accepted, version: letter!.version });
    expect((await read()).verdicts.fha).toMatchObject({ outcome: "enough", counts: { blocker: 0 } });
  });

  test("loading it twice changes nothing", async () => {
    const count = () => product.asOwner("select count(*)::int as evaluations from evaluations");
    const before = await count();
    await load();
    expect(await count()).toEqual(before);
  }, 60_000);
});
