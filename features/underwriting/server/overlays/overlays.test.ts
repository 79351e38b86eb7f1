import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { linksIn, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { OverlaySettings } from "#features/underwriting/rules/evaluation.ts";
import { emailOverlayChanged } from "../emails.ts";
import { addDays } from "#platform/dates/days.ts";
import { readOverlayInForce } from "./overlay-queries.ts";
import { aReported } from "../test-evidence.ts";

const { approveOverlay, createOverlay, deleteOverlay, endOverlay, listOverlays, proposeOverlay, rejectOverlay } = calls;
const { readBackTest, startBackTest } = calls;
const { retrieveAssetReport, updateOverlay, withdrawOverlay, updateLoan } = calls;

describe.each(FEATURE_ENGINES)("overlays on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let author: Person;
  let approver: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    author = await lender.as("admin");
    approver = await lender.newcomer("admin");
  });
  afterAll(() => product.close());

  const list = async (person = author) => (await person.send(listOverlays)).body;
  const details = (
    settings: Partial<OverlaySettings> = {},
    more: { programName?: string | null; effectiveFrom?: string } = {},
  ) => ({
    ...{ name: "Lakeside overlay", programName: null, effectiveFrom: "2090-01-01", ...more },
    settings: { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [], ...settings },
  });
  const draft = async (...given: Parameters<typeof details>) =>
    (await author.send(createOverlay, details(...given))).body;
  const inForce = async (...[settings, more]: Parameters<typeof details>) => {
    const { id, version } = await draft(settings, { effectiveFrom: (await list()).today, ...more });
    await author.send(proposeOverlay, { id, version });
    return (await approver.send(approveOverlay, { id, version: version + 1 })).body;
  };
  const actions = async (id: string) =>
    (await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [id])).map(
      ({ action }) => action,
    );

  test("an author can't approve their own, and a second admin can", async () => {
    const { id, number, ...drafted } = await draft();
    expect(drafted).toMatchObject({ state: "draft", isOwn: true, createdBy: { id: author.userId } });
    expect(await approver.send(approveOverlay, { id, version: 1 })).toMatchObject({ status: 409, message: "STALE" });
    expect((await author.send(proposeOverlay, { id, version: 1 })).body).toMatchObject({ state: "proposed" });
    const refused = { status: 409, message: "SECOND_PERSON_REQUIRED" };
    expect(await author.send(approveOverlay, { id, version: 2 })).toMatchObject(refused);
    expect(await author.send(rejectOverlay, { id, version: 2, reason: "Not yet." })).toMatchObject(refused);
    const approved = await approver.send(approveOverlay, { id, version: 2 });
    expect(approved).toMatchObject({
      status: 200,
      body: { state: "scheduled", decidedBy: { id: approver.userId }, isOwn: false },
    });
    expect(await author.send(deleteOverlay, { id })).toMatchObject({ status: 409, message: "STALE" });
    expect((await author.send(endOverlay, { id, version: 3 })).body).toMatchObject({ state: "ended", number });
    expect(await actions(id)).toEqual(["overlay.created", "overlay.proposed", "overlay.approved", "overlay.ended"]);
  });

  test("admins who may approve are emailed, and its authors what became of it", async () => {
    const bystander = await lender.newcomer("admin");
    const officer = await lender.as("editor");
    const editor = await lender.newcomer("admin");
    const { id, number } = await draft();
    await editor.send(updateOverlay, { ...details({ limits: { incomePercent: 35 } }), id, version: 1 });
    await author.send(proposeOverlay, { id, version: 2 });
    const label = `Lakeside overlay, version ${number}`;
    for (const admin of [approver, bystander]) {
      const mail = await mailAbout(product, admin.email, `${label} waits for your approval`);
      expect(mail.Text).toContain("Test admin proposed");
      expect(linksIn(mail).map(({ href }) => href)).toEqual([`${product.url}/admin/overlays`]);
    }
    await approver.send(rejectOverlay, { id, version: 3, reason: "Too strict for the file of Ms. Charleson." });
    for (const admin of [author, editor]) {
      const mail = await mailAbout(product, admin.email, `${label} was rejected`);
      expect(mail.Text).not.toContain("Charleson");
      expect(linksIn(mail).map(({ href }) => href)).toEqual([`${product.url}/admin/overlays`]);
    }
    const approved = await draft();
    await author.send(proposeOverlay, { id: approved.id, version: 1 });
    await approver.send(approveOverlay, { id: approved.id, version: 2 });
    const second = `Lakeside overlay, version ${approved.number}`;
    expect((await mailAbout(product, author.email, `${second} was approved`)).Text).toContain("from Jan 1, 2090 on");
    const about = (person: Person) => mailsTo(product, person.email).filter(({ Subject }) => Subject.includes(label));
    expect([author, editor, officer].map((person) => about(person).length)).toEqual([1, 1, 0]);
    expect(mailsTo(product, editor.email).filter(({ Subject }) => Subject.includes(`${second} was`))).toEqual([]);
  });

  test("no one is asked to approve what was withdrawn", async () => {
    const { ctx } = product.product;
    const { id } = await draft();
    await author.send(proposeOverlay, { id, version: 1 });
    await author.send(withdrawOverlay, { id, version: 2 });
    const late = await lender.newcomer("admin");
    const ask = (version: number) =>
      emailOverlayChanged(ctx, ctx.system.within(lender.organizationId), {
        overlayId: id,
        version,
        userId: late.userId,
      });
    await ask(2);
    expect(mailsTo(product, late.email)).toEqual([]);
    await author.send(proposeOverlay, { id, version: 3 });
    await ask(4);
    expect((await mailAbout(product, late.email, "waits for your approval", 1)).To).toHaveLength(1);
  });

  test("the person who changed a draft wrote it too", async () => {
    const { id } = await draft();
    const changed = await approver.send(updateOverlay, {
      ...details({ limits: { incomePercent: 35 } }),
      id,
      version: 1,
    });
    expect(changed).toMatchObject({ status: 200, body: { isOwn: true, settings: { limits: { incomePercent: 35 } } } });
    await author.send(proposeOverlay, { id, version: 2 });
    expect(await approver.send(approveOverlay, { id, version: 3 })).toMatchObject({
      message: "SECOND_PERSON_REQUIRED",
    });
    expect((await approver.send(withdrawOverlay, { id, version: 3 })).body).toMatchObject({ state: "draft" });
    expect((await author.send(deleteOverlay, { id })).status).toBe(204);
  });

  test("a rejected one keeps its reason and can be deleted", async () => {
    const { id } = await draft();
    await author.send(proposeOverlay, { id, version: 1 });
    const rejected = await approver.send(rejectOverlay, { id, version: 2, reason: "Too strict for second homes." });
    expect(rejected.body).toMatchObject({ state: "rejected", reason: "Too strict for second homes." });
    expect((await author.send(deleteOverlay, { id })).status).toBe(204);
    expect((await list()).overlays.map((one) => one.id)).not.toContain(id);
  });

  test("a draft is deleted with its tests", async () => {
    const { id } = await draft();
    const subject = { kind: "overlay", overlayId: id } as const;
    const { id: testId } = (await author.send(startBackTest, { subject })).body;
    await expect.poll(async () => (await author.send(readBackTest, { id: testId })).body.state).toBe("finished");
    expect((await author.send(deleteOverlay, { id })).status).toBe(204);
    expect((await author.send(readBackTest, { id: testId })).status).toBe(404);
  });

  test("a sole admin has no one to ask", async () => {
    const alone = await (await aLender(product)).as("admin");
    const { id } = (await alone.send(createOverlay, details())).body;
    expect((await alone.send(listOverlays)).body.hasApprover).toBe(false);
    expect(await alone.send(proposeOverlay, { id, version: 1 })).toMatchObject({
      ...{ status: 409, message: "SECOND_PERSON_MISSING" },
    });
  });

  test("what contradicts itself, loosens a guide or begins in the past is refused by field", async () => {
    const errors = async (...given: Parameters<typeof details>) =>
      (await author.send(createOverlay, details(...given))).errors;
    expect(await errors({ limits: { incomePercent: 60, nsfReview: 3, nsfBlocker: 2 } })).toEqual([
      { field: "settings.limits.incomePercent", code: "LOOSENS_GUIDE" },
      { field: "settings.limits.nsfReview", code: "REVIEW_ABOVE_BLOCK" },
    ]);
    expect(await errors({ limits: { incomePercent: -1 } })).toMatchObject([{ field: "settings.limits.incomePercent" }]);
    expect(await errors({}, { effectiveFrom: "2020-01-01" })).toEqual([
      { field: "effectiveFrom", code: "IN_THE_PAST" },
    ]);
    expect(
      (await author.send(createOverlay, details({ limits: { incomePercent: 60 } }, { programName: "Own" }))).status,
    ).toBe(201);
  });

  test.each([
    ...["Fannie Mae", "FANNIE-MAE HomeReady", "FreddieMac", "F.H.A.", "Lakeside VA", "Fa\u200bnnie Mae", "\u200b", "–"],
  ])("a program can't be named %j, which reads as a guide's name or as none", async (programName) => {
    expect((await author.send(createOverlay, details({}, { programName }))).errors).toEqual([
      { field: "programName", code: "GUIDE_NAME" },
    ]);
  });

  test.each(["Vantage Nonprime", "Préstamo Lakeside", "Portfolio 2"])(
    "a program can be named %s",
    async (programName) => {
      const { body } = await author.send(createOverlay, details({}, { programName }));
      expect(body).toMatchObject({ programName });
      await author.send(deleteOverlay, { id: body.id });
    },
  );

  test("one in force changes no stored evaluation, and the next one uses it", async () => {
    const officer = await lender.as("editor");
    const borrower = await aReported(product, lender, officer, { owner: "editor" });
    const read = async () => (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const before = await read();
    const { id, number } = await inForce({ limits: { incomePercent: 1 } }, { programName: "Lakeside Portfolio" });
    expect((await list()).overlays.find((one) => one.state === "inForce")).toMatchObject({ id });
    expect(await read()).toMatchObject({ number: before.number, verdicts: before.verdicts });
    const found = (await officer.send(calls.findBorrower, { id: borrower.id })).body;
    const version = "version" in found ? found.version : 0;
    await officer.send(updateLoan, {
      id: borrower.id,
      version,
      loan: { ...before.inputs.loan, monthlyIncome: 12_345_00 },
    });
    const after = await read();
    expect(after.number).toBe(before.number + 1);
    expect(after.inputs.policy.overlay).toMatchObject({ id, version: number, programName: "Lakeside Portfolio" });
    for (const verdict of Object.values(after.verdicts)) {
      expect(verdict).toMatchObject({ programName: "Lakeside Portfolio" });
      expect(["enough", "enoughToClose"]).not.toContain(verdict?.outcome);
    }
    const next = await inForce();
    const states = new Map((await list()).overlays.map((one) => [one.id, one.state]));
    expect([states.get(id), states.get(next.id)]).toEqual(["replaced", "inForce"]);
    await author.send(endOverlay, { id: next.id, version: 3 });
    expect((await list()).overlays.some((one) => one.state === "inForce")).toBe(false);
  });

  test("a version that ends before its first day leaves the one in force as it is", async () => {
    const { id: current } = await inForce();
    const { today } = await list();
    const { id } = await inForce({ limits: { incomePercent: 30 } }, { effectiveFrom: addDays(today, 2) });
    expect((await author.send(endOverlay, { id, version: 3 })).body).toMatchObject({ state: "ended" });
    // As if it had ended yesterday, and its first day had come.
    await product.asOwner("update overlays set ended_on = $2, effective_from = $3 where id = $1", [
      ...[id, addDays(today, -1), today],
    ]);
    const states = new Map((await list()).overlays.map((one) => [one.id, one.state]));
    expect([states.get(current), states.get(id)]).toEqual(["inForce", "ended"]);
    const { db, system } = product.product.ctx;
    expect(await readOverlayInForce(db, system.within(lender.organizationId), today)).toMatchObject({ id: current });
  });

  test("of two approved in the same second for the same day, the later one is in force on the page too", async () => {
    const [first, second] = [await inForce(), await inForce()];
    const decide = (id: string, at: string) =>
      product.asOwner("update overlays set decided_at = $2 where id = $1", [id, at]);
    await decide(first.id, "2099-01-01T00:00:00.210Z");
    await decide(second.id, "2099-01-01T00:00:00.213Z");
    const states = new Map((await list()).overlays.map((one) => [one.id, one.state]));
    expect([states.get(first.id), states.get(second.id)]).toEqual(["replaced", "inForce"]);
  });
});
