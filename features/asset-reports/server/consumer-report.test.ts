import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { answer, openTestProduct, type TestProduct } from "#testing/product.ts";
import {
  aPublicToken,
  askPlaid,
  attest,
  connect,
  connectForConsumerReport,
  generate,
  heldByPlaid,
  IDENTITY,
  useConsumerReport,
} from "./test-bank.ts";

const LOAN = {
  transactionType: "purchase",
  salesPrice: 40_000_000,
  loanAmount: 36_000_000,
  monthlyIncome: 900_000,
  pitia: 290_000,
} as const;

/** The product, ids, times and addresses, and the longer history that Plaid Check always delivers. */
const OF_EACH_REPORT =
  /(?:^|\.)(?:id|borrowerId|product|email|at|evaluatedAt|requestedAt|readyAt|jsonSha256|providerReportId|days|daysRequested)$/;

/** What a consumer report lacks: the vested value of a plan, and whether a margin loan is owed, which it warns of. */
const LACKING = ["parsedReport.items.accounts.holdings.vestedValueCents", "parsedReport.warnings", "warnings"];

/** The plan then counts for nothing until a statement shows what is vested. */
const WITHOUT_VESTED_VALUE = [
  "findings.text",
  ...["by", "kind", "needsDocument", "kinds"].map((name) => `findings.clearedBy.${name}`),
  "findings.clearedBy",
  ...["findings.inputs.amountCents", "findings.inputs.currentCents", "findings.factsHash"],
  ...["fannie", "freddie", "fha"].flatMap((program) => [
    ...["countedCents", "cents", "reserveCents"].map((name) => `funds.${program}.investments.${name}`),
    ...["conditionalCents", "investmentReserveCents"].map((name) => `funds.${program}.${name}`),
  ]),
  ...["countsCents", "fhaReserveCents", "isConditional", "countsWhy"].map((name) => `figures.accounts.${name}`),
  ...["reportHash", "inputsHash"],
  ...["conditions.text", "conditions.history.factsHash"],
  ...LACKING,
];

/** With the statement, findings, verdicts, funds and figures are equal. It is printed, and conditions remember before. */
const WITH_STATEMENT = [
  ...["reportHash", "inputsHash", "number", "cause", "inputs.evidence"],
  ...["printed.exhibits", "conditions.history.factsHash"],
  ...LACKING,
];

describe("consumer reports", () => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    lender = await aLender(product);
    officer = await lender.as("registered");
    await useConsumerReport(product, lender.organizationId);
  });
  afterEach(() => {
    product.plaidLine.heal();
    return product.sandbox.plaid.reset();
  });
  afterAll(() => product.close());

  const rowOf = async (reportId: string) =>
    (await product.asOwner("select * from asset_reports where id = $1", [reportId]))[0]!;
  const usersOf = async (borrowerId: string) =>
    (await product.asOwner("select provider_user_id as id from bank_users where borrower_id = $1", [borrowerId])).map(
      ({ id }) => String(id),
    );
  /** Plaid creates the people it is asked for, and its answers are lost. Returns their ids. */
  function loseAnswersOfCreation(): string[] {
    const ids: string[] = [];
    product.plaidLine.break((path, reply, body) => {
      if (path !== "/user/create") return false;
      askPlaid(product, path, JSON.parse(body) as object)
        .then((made) => ids.push(String(made["user_id"])))
        .finally(() => reply.destroy())
        .catch(() => undefined);
      return true;
    });
    return ids;
  }
  const charges = async (reportId: string) =>
    (await product.asOwner("select id from line_items where asset_report_id = $1", [reportId])).length;

  test("the first dialog asks who the person is; what they enter goes to the provider and is stored nowhere", async () => {
    const borrower = await lender.hasBorrower();
    await attest(officer, borrower.id);
    const body = { borrowerId: borrower.id };
    expect(await officer.send(calls.createLinkToken, body)).toMatchObject({
      status: 409,
      message: "IDENTITY_REQUIRED",
    });
    const opened = await officer.send(calls.createLinkToken, { ...body, identity: IDENTITY });
    expect(await product.sandbox.plaid.find("link-tokens", opened.body.linkToken)).toMatchObject({
      products: ["cra_base_report"],
      daysRequested: 180,
      userId: (await usersOf(borrower.id))[0],
    });
    expect(await officer.send(calls.createLinkToken, body), "known from now on").toMatchObject({ status: 200 });
    expect(await usersOf(borrower.id)).toHaveLength(1);
    const stored = await product.asOwner("select row_to_json(b) as row from bank_users b where borrower_id = $1", [
      borrower.id,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/1988|Main St|4155550123/);
  });

  test("a person whose creation was not answered is the same person when it is tried again", async () => {
    const borrower = await lender.hasBorrower();
    await attest(officer, borrower.id);
    const lost = loseAnswersOfCreation();
    const open = () => officer.send(calls.createLinkToken, { borrowerId: borrower.id, identity: IDENTITY });
    expect(await open()).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
    expect(await usersOf(borrower.id)).toEqual(["null"]);
    product.plaidLine.heal();
    expect(await open()).toMatchObject({ status: 200 });
    expect(await usersOf(borrower.id)).toEqual(lost);
  });

  test("a person whose creation was not answered is removed at the provider with the borrower", async () => {
    const admin = await lender.as("admin");
    const borrower = await lender.hasBorrower({ firstName: "Nora", lastName: "Lost" });
    await attest(officer, borrower.id);
    const lost = loseAnswersOfCreation();
    await officer.send(calls.createLinkToken, { borrowerId: borrower.id, identity: IDENTITY });
    product.plaidLine.heal();
    expect(await heldByPlaid(product, "users", lost[0]!)).toBeDefined();
    expect((await admin.send(calls.deleteBorrower, { id: borrower.id, name: "Nora Lost" })).status).toBe(204);
    await vi.waitFor(async () => expect(await heldByPlaid(product, "users", lost[0]!)).toBeUndefined(), 15_000);
  });

  test("an identity that is entered again, and a name corrected on the loan, reach the provider before the next report", async () => {
    const coBorrower = { firstName: "Cora", lastName: "Bell", email: `cora.${Date.now()}@example.net` };
    const borrower = await lender.hasBorrower({ firstName: "Jon", lastName: "Smith", coBorrowers: [coBorrower] });
    await connectForConsumerReport(product, officer, borrower.id);
    await connectForConsumerReport(product, officer, borrower.id, { email: coBorrower.email });
    const identities = async () => {
      const held = await Promise.all((await usersOf(borrower.id)).map((id) => heldByPlaid(product, "users", id)));
      return held.map(({ identity }) => identity as unknown as object);
    };
    const moved = { ...IDENTITY, dateOfBirth: "1988-07-02", street: "9 Oak Ave" };
    expect(await officer.send(calls.createLinkToken, { borrowerId: borrower.id, identity: moved })).toMatchObject({
      status: 200,
    });
    expect(await identities()).toContainEqual(
      expect.objectContaining({
        date_of_birth: "1988-07-02",
        addresses: [expect.objectContaining({ street_1: "9 Oak Ave" })],
      }),
    );
    const before = (await officer.send(calls.findOwnBorrower, { id: borrower.id })).body;
    const renamed = { ...before, firstName: "John", coBorrowers: [{ ...coBorrower, lastName: "Bell-Reyes" }] };
    expect((await officer.send(calls.updateBorrower, renamed)).status).toBe(200);
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    const named = (await identities()).map((identity) => (identity as { name: object }).name);
    expect(named).toHaveLength(2);
    expect(named).toContainEqual({ given_name: "John", family_name: "Smith" });
    expect(named).toContainEqual({ given_name: "Cora", family_name: "Bell-Reyes" });
    expect(await identities(), "the rest stays").toContainEqual(
      expect.objectContaining({ date_of_birth: "1988-07-02" }),
    );
  });

  test("the same bank data gives the same evaluation as an asset report, once a statement shows what Plaid leaves out", async () => {
    const details = { firstName: "Alberta", lastName: "Charleson", loan: LOAN };
    const other = await aLender(product);
    const otherOfficer = await other.as("registered");
    const [before, after] = [await other.hasBorrower(details), await lender.hasBorrower(details)];
    await connect(product, otherOfficer, before.id, { username: "user_golden" });
    await generate(otherOfficer, before.id);
    const asset = (await otherOfficer.send(calls.retrieveAssetReport, { id: before.id })).body;
    await connectForConsumerReport(product, officer, after.id, { username: "user_golden" });
    const made = await generate(officer, after.id);
    const consumer = (await officer.send(calls.retrieveAssetReport, { id: after.id })).body;

    expect(made).toMatchObject({ state: "ready", daysRequested: 180 });
    expect(await charges(made.id)).toBe(1);
    expect(fieldsThatDiffer(asset, consumer)).toEqual(WITHOUT_VESTED_VALUE);

    // The same evaluation, once the asset report says no more than a consumer report can.
    const items = structuredClone(asset.parsedReport.items);
    for (const [at, item] of items.entries()) item.id = consumer.parsedReport.items[at]!.id;
    for (const { accounts } of items)
      for (const { holdings } of accounts) for (const one of holdings) one.vestedValueCents = null;
    const { inputs } = asset;
    expect(consumer.parsedReport.items).toEqual(items);
    expect(evaluate({ report: consumer.parsedReport, ...inputs })).toEqual(
      evaluate({ report: { ...asset.parsedReport, items }, ...inputs }),
    );

    // And as the asset report itself, once a statement shows what the consumer report lacks.
    const plan = asset.parsedReport.items
      .flatMap(({ accounts }) => accounts)
      .find(({ holdings }) => holdings.some(({ vestedValueCents }) => vestedValueCents !== null))!;
    const vested = plan.holdings.reduce((sum, one) => sum + (one.vestedValueCents ?? 0), 0);
    const statement = await officer.send(calls.addEvidence, {
      ...{ borrowerId: after.id, transactionId: null, accountId: plan.id, kind: "statement", sourcedCents: vested },
      ...{ periodTo: consumer.parsedReport.asOf, state: "accepted" },
    });
    expect(statement, JSON.stringify(statement.errors)).toMatchObject({ status: 201 });
    const file = { borrowerId: after.id, name: "plan.pdf", evidenceId: statement.body.id, file: aDocument() };
    expect((await officer.send(calls.uploadDocument, file)).status).toBe(201);
    const shown = (await officer.send(calls.retrieveAssetReport, { id: after.id })).body;
    expect(fieldsThatDiffer(asset, shown)).toEqual(WITH_STATEMENT);
  });

  test("a lost webhook costs nothing: the poll stores the report", async () => {
    await product.sandbox.plaid.steer({ webhooks: "lost" });
    const borrower = await lender.hasBorrower();
    await connectForConsumerReport(product, officer, borrower.id);
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
  });

  test("a webhook that arrives twice makes one report and one charge", async () => {
    await product.sandbox.plaid.steer({ webhooks: "duplicate" });
    const borrower = await lender.hasBorrower();
    await connectForConsumerReport(product, officer, borrower.id);
    const { id, state } = await generate(officer, borrower.id);
    expect([state, await charges(id)]).toEqual(["ready", 1]);
  });

  test("a report that the provider cannot make fails with the reason, and is not charged", async () => {
    const borrower = await lender.hasBorrower();
    await connectForConsumerReport(product, officer, borrower.id, { username: "user_report_fails" });
    const report = await generate(officer, borrower.id);
    expect(report).toMatchObject({ state: "failed", error: { code: "DATA_UNAVAILABLE" } });
    expect(await charges(report.id)).toBe(0);
  });

  test("a report that expired before it was stored fails with that reason, and is not charged", async () => {
    const borrower = await lender.hasBorrower();
    await connectForConsumerReport(product, officer, borrower.id);
    const expired = { error_type: "CONSUMER_REPORT_ERROR", error_code: "CONSUMER_REPORT_EXPIRED", error_message: "" };
    product.plaidLine.break(
      (path, reply) => path.endsWith("/base_report/get") && answer(reply, JSON.stringify(expired), 400),
    );
    const report = await generate(officer, borrower.id);
    expect(report).toMatchObject({ state: "failed", error: { code: "CONSUMER_REPORT_EXPIRED" } });
    expect(report.error!.message).toContain("24 hours");
    expect(await charges(report.id)).toBe(0);
  });

  test("a co-borrower is a person of their own at the provider, and one report covers both", async () => {
    const coBorrower = { firstName: "Cora", lastName: "Bell", email: `cora.${Date.now()}@example.net` };
    const borrower = await lender.hasBorrower({ coBorrowers: [coBorrower] });
    await connectForConsumerReport(product, officer, borrower.id);
    await connectForConsumerReport(product, officer, borrower.id, { email: coBorrower.email });
    expect(new Set(await usersOf(borrower.id)).size).toBe(2);
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    const { parsedReport } = (await officer.send(calls.retrieveAssetReport, { id: borrower.id })).body;
    expect(parsedReport.items).toHaveLength(2);
  });

  test("a fraud alert is answered once for all accounts of the connection, with a document", async () => {
    const borrower = await lender.hasBorrower({ firstName: "Alberta", lastName: "Charleson", loan: LOAN });
    await connectForConsumerReport(product, officer, borrower.id, { username: "user_golden" });
    const alert = { warning_type: "CHECK_REPORT_WARNING", warning_code: "USER_FRAUD_ALERT", cause: null };
    product.plaidLine.break((path, reply, body) => {
      if (!path.endsWith("/base_report/get")) return false;
      const made = askPlaid(product, path, JSON.parse(body) as object);
      made
        .then((base) => answer(reply, JSON.stringify({ ...base, warnings: [alert] })))
        .catch(() => answer(reply, "", 400)); // not ready yet
      return true;
    });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    const read = async () => (await officer.send(calls.retrieveAssetReport, { id: borrower.id })).body;
    const alerts = (await read()).findings.filter(({ code }) => code === "IDENTITY_ALERT");
    const [item] = (await read()).parsedReport.items;
    expect(alerts).toMatchObject([{ itemId: item!.id, severity: "blocker" }]);
    expect(alerts[0]!.accountIds.length).toBeGreaterThan(1);

    const sent = { borrowerId: borrower.id, name: "call.pdf", file: aDocument() };
    const { id } = (await officer.send(calls.uploadDocument, sent)).body;
    const confirmFor = (itemId: string, documentIds: string[]) =>
      officer.send(calls.confirmFact, {
        ...{ borrowerId: borrower.id, kind: "identity" as const, subject: { itemId }, documentIds },
        reason: "Called the number on the loan application.",
      });
    expect(await confirmFor("another", [id])).toMatchObject({ status: 400 });
    expect(await confirmFor(item!.id, [])).toMatchObject({ status: 409, message: "DOCUMENT_REQUIRED" });
    expect(await confirmFor(item!.id, [id])).toMatchObject({ status: 201 });
    expect((await read()).findings.filter(({ code }) => code === "IDENTITY_ALERT")).toEqual([]);
  });

  test("a bank that was ordered and is not in the report is named, and leaves nothing enough", async () => {
    const borrower = await lender.hasBorrower({ loan: LOAN });
    await connectForConsumerReport(product, officer, borrower.id);
    await connectForConsumerReport(product, officer, borrower.id, { institutionId: "ins_109509" });
    const items = (await officer.send(calls.findOwnBorrower, { id: borrower.id })).body.items;
    const broken = items.find(({ institutionId }) => institutionId === "ins_109509")!;
    const [row] = await product.asOwner("select provider_item_id as id from bank_items where id = $1", [broken.id]);
    const { accessToken } = await heldByPlaid(product, "items", String(row!["id"]));
    await askPlaid(product, "/sandbox/item/reset_login", { access_token: accessToken });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    const { findings, verdicts, parsedReport } = (await officer.send(calls.retrieveAssetReport, { id: borrower.id }))
      .body;
    expect(parsedReport.items).toHaveLength(1);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "BANK_MISSING", severity: "blocker", subject: broken.institutionName }),
    );
    expect(verdicts.fannie.outcome).not.toBe("enough");
  });

  test("after a change of the product, no report covers banks of both: the older ones must be connected again", async () => {
    const other = await aLender(product);
    const person = await other.as("registered");
    const borrower = await other.hasBorrower();
    await connect(product, person, borrower.id);
    await useConsumerReport(product, other.organizationId);
    expect(await generate(person, borrower.id), "a refresh uses the product of the connections").toMatchObject({
      state: "ready",
    });
    await connectForConsumerReport(product, person, borrower.id, { institutionId: "ins_109509" });
    const refused = { status: 409, message: "BANKS_TO_RECONNECT" };
    expect(await person.send(calls.generateAssetReport, { borrowerId: borrower.id })).toMatchObject(refused);
    await connectForConsumerReport(product, person, borrower.id);
    const report = await generate(person, borrower.id);
    expect(await rowOf(report.id)).toMatchObject({ state: "ready", product: "consumer_report" });
  });

  test("a deleted borrower's person and connections end at the provider", async () => {
    const admin = await lender.as("admin");
    const borrower = await lender.hasBorrower({ firstName: "Nora", lastName: "Gone" });
    await connectForConsumerReport(product, officer, borrower.id);
    const [userId] = await usersOf(borrower.id);
    await admin.send(calls.deleteBorrower, { id: borrower.id, name: "Nora Gone" });
    await vi.waitFor(async () => expect(await heldByPlaid(product, "users", userId!)).toBeUndefined(), 15_000);
  });

  test("a borrower deleted while the provider creates their person does not stay there", async () => {
    const admin = await lender.as("admin");
    const borrower = await lender.hasBorrower({ firstName: "Nora", lastName: "Left" });
    await attest(officer, borrower.id);
    let isFirst = true;
    product.plaidLine.break((path, reply) => {
      if (path !== "/user/create" || !isFirst) return false;
      isFirst = false;
      const removal = admin.send(calls.deleteBorrower, { id: borrower.id, name: "Nora Left" });
      void removal.then(() => answer(reply, JSON.stringify({ user_id: "usr_left", request_id: "r" })));
      return true;
    });
    const removals = () => product.plaidLine.asked.filter((path) => path === "/user/remove").length;
    const before = removals();
    expect(await officer.send(calls.createLinkToken, { borrowerId: borrower.id, identity: IDENTITY })).toMatchObject({
      message: "CONSENT_REQUIRED",
    });
    // Once by our id, when no answer had come, and once by the provider's.
    await vi.waitFor(() => expect(removals()).toBe(before + 2), 15_000);
  });

  test("a public token of the old product is remembered as such, whatever the organization uses by then", async () => {
    const borrower = await lender.hasBorrower();
    await attest(officer, borrower.id);
    const publicToken = await aPublicToken(product);
    await officer.send(calls.exchangePublicToken, { borrowerId: borrower.id, publicToken });
    const [item] = await product.asOwner("select product from bank_items where borrower_id = $1", [borrower.id]);
    expect(item).toEqual({ product: "assets" });
  });
});

/** Paths without positions. */
function fieldsThatDiffer(one: unknown, other: unknown): string[] {
  const paths = differing(one, other).filter((path) => !OF_EACH_REPORT.test(path));
  return [...new Set(paths.map((path) => path.replaceAll(/\.\d+/g, "")))];
}

/** Fields of the evaluations that differ, as paths. */
function differing(one: unknown, other: unknown, path = ""): string[] {
  if (Object.is(one, other)) return [];
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const of = (value: object, name: string) => (value as Record<string, unknown>)[name];
  return [...names].flatMap((name) => differing(of(one, name), of(other, name), path ? `${path}.${name}` : name));
}
