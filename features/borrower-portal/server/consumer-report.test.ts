import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { aPublicToken, heldByPlaid, IDENTITY, useConsumerReport } from "#features/asset-reports/server/test-bank.ts";
import {
  CONSENT,
  CONSUMER_REPORT_CONSENT,
  consentText,
  SPANISH_CONSUMER_REPORT_CONSENT,
} from "#features/borrowers/labels.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aBorrowerSession, agree, shown } from "./test-portal.ts";

const { createLinkToken, exchangePublicToken, findVisit, generateAssetReport, giveConsent, takeBackConsent } = calls;

describe("a borrower of a lender that uses consumer reports", () => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    lender = await aLender(product);
    await lender.as("admin");
    await useConsumerReport(product, lender.organizationId);
  });
  afterAll(() => product.close());

  test("agrees to a text that names Plaid Check, the purpose and 180 days, in either language", async () => {
    const session = await aBorrowerSession(product, lender);
    const asking = await shown(session);
    expect(asking).toMatchObject({ version: CONSUMER_REPORT_CONSENT.version, days: 180 });
    const { text } = (await session.send(findVisit)).body.consentText;
    expect(text).toContain("Plaid Check, a consumer reporting agency");
    expect(text).toContain("Fair Credit Reporting Act");
    const stale = { status: 409, message: "STALE" };
    expect(await session.send(giveConsent, { ...asking, version: CONSENT.version })).toMatchObject(stale);
    const spanish = { ...asking, version: SPANISH_CONSUMER_REPORT_CONSENT.version };
    expect(await session.send(giveConsent, spanish)).toMatchObject({ status: 200 });
    const [row] = await product.asOwner("select words from consents where borrower_id = $1", [session.borrower.id]);
    expect(row!["words"]).toBe(consentText(asking, SPANISH_CONSUMER_REPORT_CONSENT));
  });

  test("who agreed before the lender changed the product agrees again before a bank is connected", async () => {
    const other = await aLender(product);
    await other.as("admin");
    const session = await aBorrowerSession(product, other);
    await agree(session);
    const { id: borrowerId } = session.borrower;
    await useConsumerReport(product, other.organizationId);
    const body = { borrowerId, identity: IDENTITY };
    expect((await session.send(findVisit)).body.consent).toBeNull();
    expect(await session.send(createLinkToken, body)).toMatchObject({ status: 409, message: "CONSENT_REQUIRED" });
    await agree(session);
    expect(await session.send(createLinkToken, body)).toMatchObject({ status: 200 });
  });

  test("a consumer report is not generated under consent to the other product's text", async () => {
    const other = await aLender(product);
    const officer = await other.as("registered");
    await useConsumerReport(product, other.organizationId);
    const session = await aBorrowerSession(product, other);
    await agree(session);
    const { id: borrowerId } = session.borrower;
    await session.send(createLinkToken, { borrowerId, identity: IDENTITY });
    const [user] = await product.asOwner("select provider_user_id as id from bank_users where borrower_id = $1", [
      borrowerId,
    ]);
    const publicToken = await aPublicToken(product, { userId: String(user!["id"]) });
    expect(await session.send(exchangePublicToken, { borrowerId, publicToken })).toMatchObject({ status: 200 });
    await useConsumerReport(product, other.organizationId, "assets");
    await agree(session);
    expect(await officer.send(generateAssetReport, { borrowerId })).toMatchObject({
      status: 409,
      message: "CONSENT_REQUIRED",
    });
    await useConsumerReport(product, other.organizationId);
    await agree(session);
    expect(await officer.send(generateAssetReport, { borrowerId })).toMatchObject({ status: 202 });
  });

  test("who withdraws consent is removed at the provider, and must say again who they are", async () => {
    const session = await aBorrowerSession(product, lender);
    await agree(session);
    const { id: borrowerId } = session.borrower;
    await session.send(createLinkToken, { borrowerId, identity: IDENTITY });
    const [user] = await product.asOwner("select provider_user_id as id from bank_users where borrower_id = $1", [
      borrowerId,
    ]);
    await session.send(takeBackConsent);
    await vi.waitFor(
      async () => expect(await heldByPlaid(product, "users", String(user!["id"]))).toBeUndefined(),
      15_000,
    );
    await agree(session);
    expect(await session.send(createLinkToken, { borrowerId })).toMatchObject({ message: "IDENTITY_REQUIRED" });
  });
});
