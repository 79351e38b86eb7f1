import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { askPlaid, connect, generate, heldByPlaid } from "#features/asset-reports/server/test-bank.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { invited, mailedLink, open, share, type TestBorrowerSession } from "./test-portal.ts";

const { createLinkToken, findOwnBorrower, findVisit } = calls;
const BROKEN = "needs you to sign in again";
const ENDING = "ends soon";

describe.each(FEATURE_ENGINES)("alerts about broken bank connections on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  /** Makes the bank of a borrower's only connection report a state. */
  async function bankSays(
    borrowerId: string,
    what: "reset_login" | "PENDING_DISCONNECT" | "PENDING_EXPIRATION" | "LOGIN_REPAIRED" | "USER_PERMISSION_REVOKED",
  ) {
    const [item] = await product.asOwner("select provider_item_id as id from bank_items where borrower_id = $1", [
      borrowerId,
    ]);
    const providerItemId = String(item!["id"]);
    if (what === "PENDING_EXPIRATION") return product.sandbox.plaid.steer({ expiring: providerItemId });
    const { accessToken } = await heldByPlaid(product, "items", providerItemId);
    if (what === "reset_login") await askPlaid(product, "/sandbox/item/reset_login", { access_token: accessToken });
    else await askPlaid(product, "/sandbox/item/fire_webhook", { access_token: accessToken, webhook_code: what });
  }
  const stateOf = async (id: string) => (await officer.send(findOwnBorrower, { id })).body.connectionState;
  const becomes = (id: string, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state), 10_000);
  /** Waits until every job about broken connections is done. */
  const settled = () =>
    vi.waitFor(async () => {
      const [open] = await product.asOwner(
        `select count(*)::int as jobs from jobs.job where state not in ('completed', 'failed')
           and name in ('asset-reports.connection-broken', 'visits.mail-link', 'visits.mail-broken')`,
      );
      expect(open).toEqual({ jobs: 0 });
    }, 20_000);
  const sharing = async (details = {}): Promise<TestBorrowerSession> => {
    const borrower = await invited(lender, details);
    const session = await open(product, borrower, borrower.email);
    await share(product, session);
    return session;
  };
  const said = (email: string, words: string) =>
    mailsTo(product, email).filter(({ Subject }) => Subject.includes(words));

  test("if a bank needs a new sign-in, the officer is notified, and its holder gets a new link and repairs it there", async () => {
    const session = await sharing({ firstName: "Ada", lastName: "Quill" });
    const { id, email } = session.borrower;
    await bankSays(id, "reset_login");
    const reported = await mailAbout(product, officer.email, "Ada Quill: a bank requires a new login");
    expect(reported.Text).toContain("The connection to First Platypus Bank stopped working");
    expect(reported.Text).toContain("You don't need to do anything");
    const link = await mailedLink(product, email, BROKEN);
    const again = await open(product, session.borrower, email, { link, browser: session.browser });
    const [bank] = (await again.send(findVisit)).body.banks;
    expect(bank).toMatchObject({ institutionName: "First Platypus Bank", status: "login_required" });
    const repair = await again.send(createLinkToken, { borrowerId: id, itemId: bank!.id });
    expect(await product.sandbox.plaid.find("link-tokens", repair.body.linkToken)).toMatchObject({
      updates: { itemId: expect.any(String) },
    });
    await bankSays(id, "LOGIN_REPAIRED");
    await becomes(id, "ok");
    expect((await again.send(findVisit)).body.banks).toMatchObject([{ status: "ok" }]);
    await settled();
    expect(mailsTo(product, email), "the invitation and this").toHaveLength(2);
  });

  test.each(["PENDING_DISCONNECT", "PENDING_EXPIRATION"] as const)(
    "%s: before a connection ends the officer is notified, and its holder gets a link to renew it",
    async (said) => {
      const session = await sharing({ firstName: "Iris", lastName: said === "PENDING_EXPIRATION" ? "Vale" : "Moor" });
      const { id, email, firstName, lastName } = session.borrower;
      await bankSays(id, said);
      const reported = await mailAbout(product, officer.email, `${firstName} ${lastName}: a bank connection ends soon`);
      expect(reported.Text).toContain("First Platypus Bank");
      await becomes(id, "expiring");
      const link = await mailedLink(product, email, ENDING);
      const again = await open(product, session.borrower, email, { link, browser: session.browser });
      const [bank] = (await again.send(findVisit)).body.banks;
      expect(bank).toMatchObject({ status: "expiring" });
      const repair = await again.send(createLinkToken, { borrowerId: id, itemId: bank!.id });
      expect(await product.sandbox.plaid.find("link-tokens", repair.body.linkToken)).toMatchObject({
        updates: { itemId: expect.any(String) },
      });
      await settled();
      expect(mailsTo(product, email), "the invitation and this").toHaveLength(2);
    },
  );

  test("one email a day per bank and state, however often it is reported; a new state sends another", async () => {
    const session = await sharing();
    const { id, email } = session.borrower;
    for (let n = 0; n < 4; n++) await bankSays(id, "reset_login");
    await mailAbout(product, email, BROKEN);
    await settled();
    await bankSays(id, "LOGIN_REPAIRED");
    await becomes(id, "ok");
    await bankSays(id, "USER_PERMISSION_REVOKED");
    await becomes(id, "login_required");
    await settled();
    expect(said(email, BROKEN)).toHaveLength(1);
    await bankSays(id, "PENDING_DISCONNECT");
    await mailAbout(product, email, ENDING);
    await settled();
    await product.asOwner(
      "update connection_notices set told_at = told_at - interval '25 hours' where item_id = any(select id from bank_items where borrower_id = $1)",
      [id],
    );
    await bankSays(id, "reset_login");
    await mailAbout(product, email, BROKEN, 2);
  });

  test("the borrower repairs what the lender connected once they have a page, otherwise the lender does", async () => {
    const webhook = `${product.url}/api/latest/webhooks/plaid`;
    const [withPage, without] = [
      await invited(lender),
      await lender.hasBorrower({ firstName: "Quinn", lastName: "Hale" }),
    ];
    for (const { id } of [withPage, without]) {
      await connect(product, officer, id, { webhook });
      await bankSays(id, "reset_login");
    }
    await mailAbout(product, withPage.email, BROKEN);
    const reported = await mailAbout(product, officer.email, "Quinn Hale: a bank requires a new login");
    expect(reported.Text).toContain("Send the borrower a link to reconnect");
    await settled();
    expect(mailsTo(product, without.email)).toEqual([]);
  });

  test("a connection that works again before the notification sends none", async () => {
    const session = await sharing();
    const { id, email } = session.borrower;
    const [item] = await product.asOwner("select id from bank_items where borrower_id = $1", [id]);
    const { db, jobs } = product.product.ctx;
    const { connectionBroken } = await import("#features/asset-reports/server/jobs.ts");
    const data = { organizationId: lender.organizationId, itemId: String(item!["id"]), status: "expiring" as const };
    await db.transaction(product.database.system, (tx) => jobs.send(tx, connectionBroken, data));
    await settled();
    expect(mailsTo(product, email)).toHaveLength(1);
  });

  test("a report that fails because a bank needs a new sign-in finds the bank, and notifies the person who can repair it", async () => {
    const borrower = await invited(lender);
    const session = await open(product, borrower, borrower.email);
    await share(product, session, { username: "user_login_required", webhook: "" });
    expect(await generate(officer, borrower.id)).toMatchObject({
      state: "failed",
      error: { code: "ITEM_LOGIN_REQUIRED" },
    });
    await mailAbout(product, borrower.email, BROKEN);
    expect(await stateOf(borrower.id)).toBe("login_required");
  });
});
