import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aBorrower, aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aBrowser, linksIn, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { BORROWER_LINK_REQUESTS_PER_HOUR, BORROWER_LINKS_PER_DAY } from "#features/borrower-portal/contract.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { connect } from "#features/asset-reports/server/test-bank.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { aBorrowerSession, invited, mailedLink, open } from "./test-portal.ts";

const { createBorrower, changeBorrowerStatus, updateBorrower, sendVisitLink, listVisitLinks } = calls;
const { openVisit, requestVisitLink, findVisit } = calls;
const DEAD = { status: 410, message: "LINK_DEAD" };

describe.each(FEATURE_ENGINES)("links to a borrower session on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const rows = (id: string) =>
    product.asOwner("select * from visit_links where borrower_id = $1 order by created_at, email_key", [id]);

  test("an invited person gets one email with one link; only its hash is stored, and no log or queue contains it", async () => {
    await product.asOwner("update organizations set reply_to = 'desk@lender.example' where id = $1", [
      lender.organizationId,
    ]);
    const { id, email } = await invited(lender, { firstName: "Nora" });
    const mail = await mailAbout(product, email, "verify your funds");
    expect(linksIn(mail)).toHaveLength(1);
    expect(linksIn(mail)[0]!.href).toMatch(new RegExp(`^${product.url}/borrower/${id}\\?t=[A-Za-z0-9_-]{43}$`));
    expect(mail.Text).toContain("Hello Nora,");
    expect(mail.Text).toContain("Test registered of Test Lending is working on your home loan");
    expect(JSON.stringify(mail)).toContain("desk@lender.example");
    expect(mail.From).toEqual({ Name: "Test registered at Test Lending", Address: "no-reply@localhost" });
    const { token } = await mailedLink(product, email);
    const stored = await product.asOwner("select l::text as row from visit_links l where borrower_id = $1", [id]);
    const queued = await product.asOwner("select j::text as row from jobs.job j where data::text like $1", [`%${id}%`]);
    for (const text of [product.logged.join("\n"), JSON.stringify(stored), JSON.stringify(queued)])
      expect(text).not.toContain(token);
  });

  test("a borrower is created and invited in one request, and a co-borrower gets a link and an email of their own", async () => {
    const coBorrower = { firstName: "Sol", lastName: "Whitfield", email: `sol.${crypto.randomUUID()}@example.net` };
    const details = aBorrower({ coBorrowers: [coBorrower] });
    const made = await officer.send(createBorrower, { ...details, invite: true });
    expect(made).toMatchObject({ status: 201, body: { status: "invited", invitedAt: expect.any(String) } });
    const [own, theirs] = [await mailedLink(product, details.email), await mailedLink(product, coBorrower.email)];
    expect(own.token).not.toBe(theirs.token);
    const session = await open(product, made.body, coBorrower.email);
    expect((await session.send(findVisit)).body).toMatchObject({ firstName: "Sol", email: coBorrower.email });
    const links = (await officer.send(listVisitLinks, { id: made.body.id })).body;
    expect(links.map(({ email, openedAt }) => [email, openedAt !== null])).toEqual([
      [details.email, false],
      [coBorrower.email, true],
    ]);
  });

  test("an email carries the lender's logo and says who asks, with NMLS IDs and phones", async () => {
    const other = await aLender(product);
    const admin = await other.as("admin");
    const officer = await other.as("registered");
    const { body: settings } = await admin.send(calls.readOrganizationSettings);
    await admin.send(
      calls.updateOrganization,
      aChange(settings, { nmlsId: "1234", phone: "+15550102030", address: "1 Main St\nAustin, TX 78701" }),
    );
    await admin.send(calls.uploadLogo, { file: aPicture("a logo") });
    await officer.send(calls.updateContact, { nmlsId: "204060", phone: "+15550102040" });
    const session = await aBorrowerSession(product, other);
    const mail = await mailAbout(product, session.email, "");
    expect(mail.HTML).toContain('<img src="cid:logo" alt="Test Lending"');
    expect(mail.Attachments).toMatchObject([{ ContentType: "image/png" }]);
    expect(mail.HTML, "nothing is loaded from elsewhere").not.toMatch(/src="http|url\(/);
    for (const line of [
      "NMLS ID 1234 · (555) 010-2030",
      "1 Main St, Austin, TX 78701",
      "Test registered · NMLS ID 204060 · (555) 010-2040",
      "Equal Housing Opportunity",
    ]) {
      expect(mail.Text).toContain(line);
      expect(mail.HTML).toContain(line);
    }
    expect(mail.From?.Name).toBe("Test registered at Test Lending");
    expect(linksIn(mail)).toHaveLength(1);
    expect((await session.send(calls.findVisit)).body.lender).toMatchObject({
      name: "Test Lending",
      officerName: "Test registered",
      officerNmlsId: "204060",
      officerPhone: "+15550102040",
    });
  });

  test("names that look like an address are left out of the email", async () => {
    const fresh = await aLender(product);
    await product.asOwner("update organizations set name = 'Locked! Go to https://evil.example/x' where id = $1", [
      fresh.organizationId,
    ]);
    const { email } = await invited(fresh, { firstName: "Win at evil.example" });
    const mail = await mailAbout(product, email, "verify your funds");
    expect(linksIn(mail)).toHaveLength(1);
    expect(`${mail.Text} ${mail.HTML} ${mail.Subject}`).not.toContain("evil");
  });

  test("a new link ends the person's earlier ones once it is opened; a session under way continues until then", async () => {
    const coBorrower = { firstName: "Sol", lastName: "Whitfield", email: `sol.${crypto.randomUUID()}@example.net` };
    const borrower = await invited(lender, { coBorrowers: [coBorrower] });
    const first = await mailedLink(product, borrower.email);
    const session = await open(product, borrower, borrower.email, { link: first });
    const others = await open(product, borrower, coBorrower.email);
    const sent = await officer.send(sendVisitLink, { id: borrower.id, email: borrower.email.toUpperCase() });
    expect(sent).toMatchObject({ status: 200, body: [{ email: borrower.email, openedAt: null }, {}] });
    const second = await mailedLink(product, borrower.email, "Your new link");
    expect(await session.send(findVisit)).toMatchObject({ status: 200 });
    expect(await session.browser.send(openVisit, first)).toMatchObject({ status: 200 });
    expect(await aBrowser(product).send(openVisit, second)).toMatchObject({ status: 200 });
    expect(await session.browser.send(openVisit, first)).toMatchObject(DEAD);
    expect(await session.send(findVisit)).toMatchObject({ status: 401, message: "INVALID_JWT" });
    expect(await others.send(findVisit)).toMatchObject({ status: 200 });
    expect((await rows(borrower.id)).filter(({ ended_at: ended }) => ended === null)).toHaveLength(2);
  });

  test("an unopened link ends once a newer one is emailed, and stays valid if that email is not sent", async () => {
    const borrower = await invited(lender);
    const { id, email } = borrower;
    const first = await mailedLink(product, email);
    await product.asOwner(
      `insert into visit_links (organization_id, id, borrower_id, email, email_key, cause, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $3, 'requested', now() + interval '14 days')`,
      [lender.organizationId, id, email],
    );
    const [state] = await rows(id);
    expect(state).toMatchObject({ ended_at: null });
    await officer.send(sendVisitLink, { id, email });
    await mailedLink(product, email, "Your new link");
    await vi.waitFor(async () => expect(await aBrowser(product).send(openVisit, first)).toMatchObject(DEAD), 15_000);
    expect((await rows(id)).filter(({ ended_at: ended }) => ended === null)).toHaveLength(1);
  });

  test("a link is sent only to people on the loan, and not for a closed one", async () => {
    const borrower = await lender.hasBorrower();
    const stranger = { id: borrower.id, email: "stranger@example.net" };
    expect(await officer.send(sendVisitLink, stranger)).toMatchObject({
      status: 400,
      errors: [{ field: "email", code: "INVALID_VALUE" }],
    });
    const { id, email } = borrower;
    expect(await officer.send(sendVisitLink, { id, email })).toMatchObject({ status: 200 });
    await mailAbout(product, email, "verify your funds"); // the first one is the invitation
    expect((await officer.send(calls.findOwnBorrower, { id })).body).toMatchObject({ status: "invited" });
    await officer.send(changeBorrowerStatus, { id, status: "closed" });
    expect(await officer.send(sendVisitLink, { id, email })).toMatchObject({
      status: 409,
      message: "INVALID_STATUS_TRANSITION",
    });
  });

  test("closing a borrower ends every link and session immediately, and they stay ended when it is restored", async () => {
    const borrower = await invited(lender);
    const session = await open(product, borrower, borrower.email);
    await officer.send(changeBorrowerStatus, { id: borrower.id, status: "closed" });
    const refused = { status: 401, message: "INVALID_JWT" };
    expect(await session.send(findVisit)).toMatchObject(refused);
    expect(await session.browser.send(openVisit, session.link)).toMatchObject(DEAD);
    await officer.send(changeBorrowerStatus, { id: borrower.id, status: "invited" });
    expect(await session.send(findVisit)).toMatchObject(refused);
    expect(await session.browser.send(openVisit, session.link)).toMatchObject(DEAD);
    const again = await mailedLink(product, borrower.email, "", 2); // restored as invited, they get a new email
    expect(await session.browser.send(openVisit, again)).toMatchObject({ status: 200 });
  });

  test("an address that is no longer on the loan can neither open a link nor continue a session", async () => {
    const borrower = await invited(lender);
    const session = await open(product, borrower, borrower.email);
    const { version } = (await officer.send(calls.findOwnBorrower, { id: borrower.id })).body;
    await officer.send(updateBorrower, { ...aBorrower(), id: borrower.id, version });
    expect(await session.send(findVisit)).toMatchObject({ status: 401, message: "INVALID_JWT" });
    expect(await session.browser.send(openVisit, session.link)).toMatchObject(DEAD);
  });

  test("an organization has a daily limit of links, counted per person on a loan; a refused request leaves nothing behind", async () => {
    const fresh = await aLender(product);
    const { id, email } = await invited(fresh);
    await product.asOwner(
      `insert into visit_links (organization_id, id, borrower_id, email, email_key, cause, expires_at, ended_at)
       select $1, gen_random_uuid(), $2, 'x@example.net', 'x@example.net', 'resent', now(), now()
       from generate_series(1, $3::int)`,
      [fresh.organizationId, id, BORROWER_LINKS_PER_DAY - 2],
    );
    const person = await fresh.as("registered");
    const other = await fresh.hasBorrower();
    const two = await fresh.hasBorrower({
      coBorrowers: [{ firstName: "Sol", lastName: "Whitfield", email: "sol@example.net" }],
    });
    const full = { status: 409, message: "LIMIT_REACHED" };
    expect(await person.send(changeBorrowerStatus, { id: two.id, status: "invited" })).toMatchObject(full);
    expect((await person.send(calls.findOwnBorrower, { id: two.id })).body).toMatchObject({ status: "new" });
    expect(await person.send(changeBorrowerStatus, { id: other.id, status: "invited" })).toMatchObject({ status: 200 });
    expect(await person.send(sendVisitLink, { id, email })).toMatchObject(full);
    expect(await person.send(createBorrower, { ...aBorrower(), invite: true })).toMatchObject(full);
  });

  test("simultaneous link requests are counted one after the other", async () => {
    const fresh = await aLender(product);
    const { id, email } = await fresh.hasBorrower();
    await product.asOwner(
      `insert into visit_links (organization_id, id, borrower_id, email, email_key, cause, expires_at, ended_at)
       select $1, gen_random_uuid(), $2, 'x@example.net', 'x@example.net', 'resent', now(), now()
       from generate_series(1, $3::int)`,
      [fresh.organizationId, id, BORROWER_LINKS_PER_DAY - 2],
    );
    const others = await Promise.all(Array.from({ length: 5 }, () => fresh.hasBorrower()));
    const person = await fresh.as("registered");
    const replies = await Promise.all(
      others.map((other) => person.send(sendVisitLink, { id: other.id, email: other.email })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await person.send(sendVisitLink, { id, email })).toMatchObject({ status: 409 });
  });

  test("a person whose bank was connected without a link gets one that asks for no bank", async () => {
    const { id, email } = await lender.hasBorrower({}, "registered");
    await connect(product, officer, id);
    expect(await officer.send(sendVisitLink, { id, email })).toMatchObject({ status: 200 });
    await mailAbout(product, email, "Your new link");
  });

  test("a lost link can be requested again: the answer is the same whether or not the loan and the address exist", async () => {
    const borrower = await invited(lender);
    await mailedLink(product, borrower.email);
    const uninvited = await lender.hasBorrower();
    const asked = await Promise.all(
      [
        { id: borrower.id, email: borrower.email.toUpperCase() },
        { id: borrower.id, email: "stranger@example.net" },
        { id: crypto.randomUUID(), email: borrower.email },
        { id: uninvited.id, email: uninvited.email },
      ].map((input) => anonymous(product).send(requestVisitLink, input)),
    );
    for (const reply of asked) expect([reply.status, String(reply.body)]).toEqual([204, ""]);
    const link = await mailedLink(product, borrower.email, "Your new link");
    expect(await aBrowser(product).send(openVisit, link)).toMatchObject({ status: 200 });
    expect(mailsTo(product, "stranger@example.net")).toEqual([]);
    expect(mailsTo(product, uninvited.email)).toEqual([]);
  });

  test("one person gets a limited number of links an hour, however many are requested, and others still get theirs", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const ask = () => anonymous(product).send(requestVisitLink, { id: borrower.id, email: borrower.email });
    for (let n = 0; n < BORROWER_LINK_REQUESTS_PER_HOUR + 3; n++) expect(await ask()).toMatchObject({ status: 204 });
    await anonymous(product).send(requestVisitLink, { id: borrower.id, email });
    await vi.waitFor(
      async () => {
        const [left] = await product.asOwner(
          "select count(*)::int as left from jobs.job where name = 'visits.request-link' and state not in ('completed', 'failed')",
        );
        expect(left).toEqual({ left: 0 });
      },
      { timeout: 20_000, interval: 100 },
    );
    const requested = (await rows(borrower.id)).filter(({ cause }) => cause === "requested");
    expect(requested).toHaveLength(BORROWER_LINK_REQUESTS_PER_HOUR + 1);
  });
});
