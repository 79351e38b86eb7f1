import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { aDocument, aReported, depositsOf } from "./test-evidence.ts";

const { addEvidence, changeEvidence, reviewEvidence, confirmFact, waiveFinding, acceptDecision, undoDecision } = calls;
const { listDecisions, listEvidence, listReviews, retrieveAssetReport, updateOrganization, uploadDocument } = calls;
const REFUSED = { status: 409, message: "SECOND_PERSON_REQUIRED" };
const REASON = "Saw the bill of sale.";

describe.each(FEATURE_ENGINES)("the policy for a second person on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;
  let other: Person;
  let borrower: Borrower;
  let deposit: ReportTransaction;

  const setPolicy = async (secondPersonAccepts: boolean, of = lender) => {
    const person = await of.as("admin");
    const settings = (await person.send(calls.readOrganizationSettings)).body;
    return person.send(updateOrganization, aChange(settings, { policy: { secondPersonAccepts } }));
  };

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("editor");
    admin = await lender.as("admin");
    other = await lender.newcomer("admin");
    borrower = await aReported(product, lender, officer, { owner: "editor" });
    deposit = (await depositsOf(officer, borrower.id))[0]!;
    expect((await setPolicy(true)).status).toBe(200);
  });
  afterAll(() => product.close());

  const aPiece = () => ({
    ...{ borrowerId: borrower.id, transactionId: deposit.id, kind: "sale_of_personal_asset" as const },
    ...{ sourcedCents: -deposit.amountCents, note: "Sold the boat." },
  });
  const add = async (person = officer) => (await person.send(addEvidence, aPiece())).body;
  const accept = (person: Person, id: string, version: number) =>
    person.send(reviewEvidence, { id, state: "accepted", version, reason: REASON });
  const read = async () => (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
  const actions = async (id: string) =>
    (await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [id])).map(
      ({ action }) => action,
    );

  test("is off at first, and the only one who could accept cannot turn it on", async () => {
    const alone = await aLender(product);
    const founder = await alone.as("admin");
    const { policy } = (await founder.send(calls.readOrganizationSettings)).body;
    expect(policy.secondPersonAccepts).toBe(false);
    expect(await setPolicy(true, alone)).toMatchObject({ status: 409, message: "SECOND_PERSON_MISSING" });
    await alone.as("observer");
    expect(await setPolicy(true, alone)).toMatchObject({ status: 409, message: "SECOND_PERSON_MISSING" });
    await alone.as("editor");
    expect(await setPolicy(true, alone)).toMatchObject({
      status: 200,
      body: { policy: { secondPersonAccepts: true } },
    });
    const acts = (await founder.send(calls.listAudit)).body;
    expect(acts.find(({ action }) => action === "organization.edited")?.detail).toMatchObject({
      fields: ["policy.secondPersonAccepts"],
    });
    expect(await setPolicy(false, alone)).toMatchObject({ status: 200 });
  });

  test("evidence cannot be accepted while it is added, nor by who added it, and a colleague accepts it", async () => {
    expect(await officer.send(addEvidence, { ...aPiece(), state: "accepted" })).toMatchObject(REFUSED);
    const { id, version, ...piece } = await add();
    expect(piece).toMatchObject({ state: "proposed", needsOther: true, addedBy: { id: officer.userId } });
    expect(await accept(officer, id, version)).toMatchObject(REFUSED);
    const accepted = await accept(admin, id, version);
    expect(accepted).toMatchObject({
      status: 200,
      body: { state: "accepted", counts: true, reviewedBy: admin.userId },
    });
    const step = (await read()).conditions
      .flatMap(({ history }) => history)
      .find((one) => one.evidenceId === id && one.state === "cleared");
    expect(step).toMatchObject({ by: { id: admin.userId }, proposedBy: "Test editor" });
    await admin.send(reviewEvidence, { id, state: "rejected", reason: "For the next test.", version: version + 1 });
  });

  test("who changed evidence or added its document cannot accept it either", async () => {
    const { id } = await add();
    const change = { ...aPiece(), id, version: 1, kind: "income" as const };
    expect((await admin.send(changeEvidence, change)).body).toMatchObject({
      needsOther: true,
      classification: { by: { id: admin.userId } },
    });
    expect(await accept(admin, id, 2)).toMatchObject(REFUSED);
    expect(await accept(officer, id, 2)).toMatchObject(REFUSED);
    expect((await accept(other, id, 2)).status).toBe(200);
    await other.send(reviewEvidence, { id, state: "rejected", reason: "For the next test.", version: 3 });

    const second = await add();
    const sent = { borrowerId: borrower.id, evidenceId: second.id, name: "bill.pdf", file: aDocument() };
    await admin.send(uploadDocument, sent);
    expect(await accept(admin, second.id, 1)).toMatchObject(REFUSED);
    await other.send(reviewEvidence, { id: second.id, state: "rejected", reason: "For the next test.", version: 1 });
  });

  test("a document that would make accepted evidence count opens the review again", async () => {
    const { id } = await add();
    await admin.send(reviewEvidence, { id, state: "accepted", version: 1, reason: null });
    await officer.send(uploadDocument, {
      borrowerId: borrower.id,
      evidenceId: id,
      name: "bill.pdf",
      file: aDocument(),
    });
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(evidence.find((one) => one.id === id)).toMatchObject({ state: "proposed", counts: false });
    await admin.send(reviewEvidence, { id, state: "rejected", reason: "For the next test.", version: 3 });
  });

  test("of two people who accept evidence at the same time one wins, and the other gets an error", async () => {
    const { id } = await add();
    const replies = await Promise.all([accept(admin, id, 1), accept(other, id, 1)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "STALE" });
    expect((await actions(id)).filter((action) => action === "evidence.accepted")).toHaveLength(1);
    await admin.send(reviewEvidence, { id, state: "rejected", reason: "For the next test.", version: 2 });
  });

  test("a confirmation has no effect until a colleague accepts it", async () => {
    const before = await read();
    const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    const { body } = await officer.send(confirmFact, fact);
    expect(body).toMatchObject({ isWaiting: true, needsOther: true, acceptedBy: null });
    expect((await read()).inputs).toEqual(before.inputs);
    expect(await officer.send(acceptDecision, { id: body.id })).toMatchObject(REFUSED);
    const replies = await Promise.all([admin, other].map((person) => person.send(acceptDecision, { id: body.id })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ message: "STALE" });
    expect((await read()).inputs.confirmations).toMatchObject([{ id: body.id }]);
    expect(await actions(body.id)).toEqual(["finding.confirmed", "decision.accepted"]);
    const [decision] = (await officer.send(listDecisions, { borrowerId: borrower.id })).body;
    expect(decision).toMatchObject({
      isWaiting: false,
      decidedBy: { id: officer.userId },
      acceptedAt: expect.any(String) as string,
    });
    await officer.send(undoDecision, { id: body.id });
  });

  test("a waiver needs a second admin, and an undone one can no longer be accepted", async () => {
    const finding = (await read()).findings.find(
      ({ severity, clearedBy }) => severity !== "info" && clearedBy.some(({ by }) => by === "waiver"),
    )!;
    const asked = {
      borrowerId: borrower.id,
      findingKey: finding.key,
      programs: [finding.programs[0]!],
      reason: "Small.",
    };
    const waive = async () => (await admin.send(waiveFinding, asked)).body;
    const first = await waive();
    expect((await read()).inputs.waivers).toEqual([]);
    expect(await admin.send(acceptDecision, { id: first.id })).toMatchObject(REFUSED);
    expect((await officer.send(acceptDecision, { id: first.id })).status).toBe(403);
    expect((await other.send(acceptDecision, { id: first.id })).body).toMatchObject({
      acceptedBy: { id: other.userId },
    });
    expect((await read()).inputs.waivers).toMatchObject([{ id: first.id }]);
    await admin.send(undoDecision, { id: first.id });
    const second = await waive();
    await admin.send(undoDecision, { id: second.id });
    expect(await other.send(acceptDecision, { id: second.id })).toMatchObject({ status: 409, message: "STALE" });
  });

  test("the queue lists what waits, only of borrowers that the person may see, and until it is decided", async () => {
    const { id } = await add();
    const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    const decision = (await officer.send(confirmFact, fact)).body;
    const seen = (await admin.send(listReviews)).body;
    const own = { borrowerId: borrower.id, borrowerName: "Alberta Charleson", needsOther: false };
    expect(seen).toMatchObject([
      {
        ...{ ...own, id, what: "evidence", kind: "sale_of_personal_asset", amountCents: -deposit.amountCents },
        ...{ transactionId: deposit.id, addedBy: { id: officer.userId, name: "Test editor" } },
      },
      { ...own, id: decision.id, what: "confirmation", confirmation: "resubmitted", amountCents: null },
    ]);
    expect((await officer.send(listReviews)).body.map(({ needsOther }) => needsOther)).toEqual([true, true]);
    const stranger = await lender.newcomer("editor");
    expect((await stranger.send(listReviews)).body).toEqual([]);
    expect((await (await lender.as("observer")).send(listReviews)).status).toBe(403);
    await accept(admin, id, 1);
    await admin.send(acceptDecision, { id: decision.id });
    expect((await admin.send(listReviews)).body).toEqual([]);
  });

  test("with the policy off again, everyone accepts alone", async () => {
    await setPolicy(false);
    expect((await officer.send(addEvidence, { ...aPiece(), state: "accepted" })).status).toBe(201);
    const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    expect((await officer.send(confirmFact, fact)).body).toMatchObject({ isWaiting: false, acceptedBy: null });
  });
});
