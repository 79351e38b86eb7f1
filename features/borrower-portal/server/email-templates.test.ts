import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { linksIn, mailAbout } from "#features/auth/server/test-account.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { invited } from "./test-portal.ts";

const { listEmailTemplates, updateEmailTemplate, resetEmailTemplate } = calls;

describe.each(FEATURE_ENGINES)("email templates on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  test("a lender words its invitation, borrowers get it, and a reset goes back to the product's words", async () => {
    const words = {
      subject: "{borrower first name}, {lender} is ready",
      introduction: "{officer} here.\n\nPlease share your bank.",
    };
    const saved = await admin.send(updateEmailTemplate, { kind: "invitation", version: null, ...words });
    expect(saved, String(saved.message)).toMatchObject({ status: 200, body: [{ ...words, version: 1 }, {}, {}] });
    const stale = { kind: "invitation", version: null, ...words } as const;
    expect(await admin.send(updateEmailTemplate, stale)).toMatchObject({ status: 409, message: "STALE" });

    const { email } = await invited(lender, { firstName: "Riley" });
    const mail = await mailAbout(product, email, "is ready");
    expect(mail.Subject).toBe("Riley, Test Lending is ready");
    expect(mail.Text).toContain("Test registered here.\n\nPlease share your bank.\n\nYou'll see exactly what's shared");
    expect(linksIn(mail)).toHaveLength(1);

    expect((await admin.send(resetEmailTemplate, { kind: "invitation" })).body[0]).toMatchObject({ version: null });
    const next = await invited(lender);
    expect((await mailAbout(product, next.email, "verify your funds")).Text).toContain(
      "Test registered of Test Lending",
    );
  });

  test.each([
    ["subject", "Hello {bank}", "PLACEHOLDER_UNKNOWN"],
    ["subject", "Hello {lender", "PLACEHOLDER_UNKNOWN"],
    ["introduction", "<b>Hello</b>", "MARKUP"],
    ["introduction", "Go to https://evil.example", "LINK"],
    ["introduction", "Go to evil.com now", "LINK"],
    ["introduction", "", "REQUIRED"],
  ])("%s “%s” is refused with %s", async (field, text, code) => {
    const words = { subject: "Hello", introduction: "Please help." };
    const reply = await admin.send(updateEmailTemplate, { kind: "ask", version: null, ...words, [field]: text });
    expect(reply).toMatchObject({ status: 400, errors: [{ field, code }] });
  });

  test("an officer among colleagues does not change them", async () => {
    const officer = await lender.as("registered");
    expect(await officer.send(listEmailTemplates)).toMatchObject({ status: 403 });
  });
});
