import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { linksIn, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { BORROWER_STATUSES } from "#features/borrowers/contract.ts";
import { notifyLender as notify } from "./notify-lender.ts";

const { notifyLender, assignBorrower, findOwnBorrower } = calls;
const SUBJECT = "Review requested";

describe.each(FEATURE_ENGINES)("notifying the lender on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const toldOf = ({ email }: Person) => mailsTo(product, email).filter(({ Subject }) => Subject.includes(SUBJECT));
  const settled = () =>
    vi.waitFor(async () => {
      const [open] = await product.asOwner(
        "select count(*)::int as jobs from jobs.job where name = 'borrowers.mail-notice' and state not in ('completed', 'failed')",
      );
      expect(open).toEqual({ jobs: 0 });
    }, 20_000);

  test("the owner gets one email with a link to the borrower, and it is recorded", async () => {
    const fresh = await aLender(product);
    const officer = await fresh.as("registered");
    const { id } = await fresh.hasBorrower({ firstName: "Nora", lastName: "Whitfield" });
    const reply = await officer.send(notifyLender, { id });
    expect(reply).toMatchObject({ status: 200, body: { isNew: true, notifiedAt: expect.any(String) } });
    const mail = await mailAbout(product, officer.email, SUBJECT);
    expect(mail.Subject).toBe("Review requested: Nora Whitfield");
    expect(linksIn(mail).map(({ href }) => href)).toEqual([`${product.url}/account/borrowers/view/${id}`]);
    expect((await officer.send(findOwnBorrower, { id })).body.lenderNotifiedAt).toBe(reply.body.notifiedAt);
    const acts = (await (await fresh.as("admin")).send(calls.listAudit)).body;
    expect(acts.map(({ action }) => action)).toContain("borrower.lender-notified");
  });

  test("a hundred requests in two processes send one email an hour", async () => {
    const fresh = await aLender(product);
    const officer = await fresh.as("registered");
    const { id } = await fresh.hasBorrower();
    const { ctx } = product.product;
    const actor = {
      ...{ userId: officer.userId, email: officer.email, emailConfirmed: true, ownsEmail: true, deviceId: null },
      ...{ authenticatedAt: new Date().toISOString(), hasNewerAuthentication: false, apiKey: null },
      ...({ role: "registered", reach: "own", organizationId: fresh.organizationId, onlyGroups: null } as const),
      scope: ctx.system.within(fresh.organizationId),
      ...{ userAgent: "", address: "::1", idempotencyKey: null },
    };
    const replies = await Promise.all(
      Array.from({ length: 100 }, async (_each, n) =>
        n % 2 === 0 ? (await officer.send(notifyLender, { id })).body : notify(ctx, actor, id),
      ),
    );
    expect(replies.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(replies.map(({ notifiedAt }) => notifiedAt)).size).toBe(1);
    await mailAbout(product, officer.email, SUBJECT);
    await settled();
    expect(toldOf(officer)).toHaveLength(1);
    await product.asOwner(
      "update borrowers set lender_notified_at = lender_notified_at - interval '61 minutes' where id = $1",
      [id],
    );
    expect((await officer.send(notifyLender, { id })).body.isNew).toBe(true);
    await mailAbout(product, officer.email, SUBJECT, 2);
  });

  test("a request without a bearer token, by an image, by a prefetch or with another borrower's id sends no email", async () => {
    const officer = await lender.as("registered");
    const { id } = await lender.hasBorrower();
    const path = `${product.url}/api/latest/borrower/notify-lender/${id}`;
    for (const headers of [{}, { "sec-fetch-dest": "image" }, { purpose: "prefetch" }, { cookie: "browser=x" }])
      expect((await fetch(path, { headers })).status).toBe(401);
    expect(await anonymous(product).send(notifyLender, { id })).toMatchObject({ status: 401, message: "INVALID_JWT" });
    const head = await fetch(path, { method: "HEAD", headers: { authorization: `bearer ${officer.token}` } });
    expect([404, 405]).toContain(head.status);
    const elsewhere = await (await aLender(product)).as("registered");
    expect(await elsewhere.send(notifyLender, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
    await settled();
    expect((await officer.send(findOwnBorrower, { id })).body.lenderNotifiedAt).toBeNull();
  });

  test.each(BORROWER_STATUSES)("it works in the status %s", async (status) => {
    const { id } = await lender.hasBorrower();
    await product.asOwner("update borrowers set status = $2 where id = $1", [id, status]);
    expect(await (await lender.as("registered")).send(notifyLender, { id })).toMatchObject({ body: { isNew: true } });
  });

  test("the assignee is the owner; a user who left is not, and if no owner is left the admins get the email", async () => {
    const fresh = await aLender(product);
    const [admin, editor, maker] = await Promise.all([fresh.as("admin"), fresh.as("editor"), fresh.as("registered")]);
    const reported = async () => {
      const { id } = await fresh.hasBorrower();
      await admin.send(assignBorrower, { id, userId: editor.userId });
      return id;
    };
    const ids = [await reported(), await reported(), await reported()];
    await admin.send(notifyLender, { id: ids[0]! });
    await mailAbout(product, editor.email, SUBJECT);
    await product.asOwner("update memberships set status = 'removed' where user_id = $1", [editor.userId]);
    await admin.send(notifyLender, { id: ids[1]! });
    await mailAbout(product, maker.email, SUBJECT);
    await product.asOwner("update memberships set role = 'inactive' where user_id = $1", [maker.userId]);
    await admin.send(notifyLender, { id: ids[2]! });
    await mailAbout(product, admin.email, SUBJECT);
    expect([toldOf(editor).length, toldOf(maker).length, toldOf(admin).length]).toEqual([1, 1, 1]);
  });

  test("a borrower with an account in another organization may notify the lender; the record is in the lender's organization", async () => {
    const fresh = await aLender(product);
    const guest = await (await aLender(product)).newcomer("guest");
    const { id } = await fresh.hasBorrower({ email: guest.email });
    expect(await guest.send(notifyLender, { id })).toMatchObject({ status: 200, body: { isNew: true } });
    await mailAbout(product, (await fresh.as("registered")).email, SUBJECT);
    const acts = (await (await fresh.as("admin")).send(calls.listAudit)).body;
    expect(acts.find(({ action }) => action === "borrower.lender-notified")).toMatchObject({ actorId: guest.userId });
  });
});
