import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { connect } from "#features/asset-reports/server/test-bank.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { aReportLine } from "../test-billing.ts";

const { findReportPrice, generateAssetReport, readOrganizationSettings, updateOrganization } = calls;

describe.each(ENGINES)("the spend cap on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  async function aLenderWhoSpent(reports: number) {
    const lender = await aLender(product);
    for (let n = 0; n < reports; n++) await aReportLine(product, lender);
    return { lender, admin: await lender.as("admin") };
  }
  const setCap = async (admin: Person, spendCap: number | null) => {
    const { body } = await admin.send(readOrganizationSettings);
    expect(await admin.send(updateOrganization, aChange(body, { policy: { spendCap } }))).toMatchObject({
      status: 200,
    });
  };
  const mailsTo = ({ email }: Person) =>
    product.sandbox.mailbox
      .list()
      .filter(({ To }) => To[0]?.Address === email)
      .map(({ Subject }) => Subject)
      .toSorted();
  const warned = (organizationId: string) =>
    product.asOwner("select percent from spend_warnings where organization_id = $1 order by 1", [organizationId]);

  test("a cap below the current spending notifies the payers immediately and once", async () => {
    const { lender, admin } = await aLenderWhoSpent(2);
    await setCap(admin, 6000);
    await vi.waitFor(() => expect(mailsTo(admin)).toEqual(["80% of your spend cap is used"]), 10_000);
    await setCap(admin, 4000);
    const both = ["80% of your spend cap is used", "Your spend cap is reached"];
    await vi.waitFor(() => expect(mailsTo(admin)).toEqual(both), 10_000);
    await setCap(admin, 3000);
    expect(await warned(lender.organizationId)).toEqual([{ percent: 80 }, { percent: 100 }]);
  });

  test("a cap far above the current spending, or no cap, sends no notification", async () => {
    const { lender, admin } = await aLenderWhoSpent(2);
    await setCap(admin, 100_000);
    await setCap(admin, null);
    expect(await warned(lender.organizationId)).toEqual([]);
  });

  test("if too little is left for a report, its price and the refusal email say how much is left", async () => {
    const { lender, admin } = await aLenderWhoSpent(2);
    const { id: borrowerId } = await lender.hasBorrower({}, "admin");
    await connect(product, admin, borrowerId);
    await setCap(admin, 6000);
    const price = (await admin.send(findReportPrice, { id: borrowerId })).body;
    expect(price).toMatchObject({ amount: 2500, isOverCap: true, leftOfCap: 1000 });
    expect(await admin.send(generateAssetReport, { borrowerId })).toMatchObject({ message: "SPEND_CAP_REACHED" });
    await vi.waitFor(
      () => expect(mailsTo(admin)).toContain("Too little of your spend cap is left for a report"),
      10_000,
    );
    await setCap(admin, 1000);
    expect((await admin.send(findReportPrice, { id: borrowerId })).body).toMatchObject({ leftOfCap: 0 });
  });
});
