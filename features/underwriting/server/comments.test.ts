import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { linksIn, mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aReported } from "./test-evidence.ts";

const { addComment, changeComment, removeComment, listComments, retrieveAssetReport } = calls;
const SUBJECT = "you were mentioned in a comment";

describe.each(FEATURE_ENGINES)("comments on findings on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;
  let borrower: Borrower;
  let findingKey: string;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("editor");
    admin = await lender.as("admin");
    borrower = await aReported(product, lender, officer, { owner: "editor" });
    findingKey = (await officer.send(retrieveAssetReport, { id: borrower.id })).body.findings[0]!.key;
  });
  afterAll(() => product.close());

  const comment = (person: Person, text: string, mentions: string[] = []) =>
    person.send(addComment, { borrowerId: borrower.id, findingKey, text, mentions });
  const listed = async (person = officer) => (await person.send(listComments, { borrowerId: borrower.id })).body;
  const emails = () => mailsTo(product, admin.email).filter(({ Subject }) => Subject.includes(SUBJECT));

  test("a comment is listed with its author, and everyone who may see the borrower can be mentioned", async () => {
    const { status, body } = await comment(officer, "Ask for the bill of sale.");
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        findingKey,
        text: "Ask for the bill of sale.",
        author: { id: officer.userId, name: "Test editor" },
        isOwn: true,
      },
    });
    const seen = await listed(admin);
    expect(seen.comments).toMatchObject([{ id: body.id, isOwn: false }]);
    expect(seen.mentionable).toEqual([{ id: officer.userId, name: "Test editor" }]);
    const report = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(JSON.stringify(report)).not.toContain("bill of sale");
  });

  test("someone who is mentioned gets one email an hour for the borrower, without the comment's text", async () => {
    await comment(officer, "@Test admin please look.", [admin.userId]);
    const mail = await mailAbout(product, admin.email, SUBJECT);
    expect(mail.Subject).toBe("Alberta Charleson: you were mentioned in a comment");
    expect(mail.Text).not.toContain("please look");
    expect(linksIn(mail).map(({ href }) => href)).toEqual([`${product.url}/borrower/asset-report/${borrower.id}`]);
    await comment(officer, "@Test admin again.", [admin.userId]);
    await product.asOwner("update mention_emails set sent_at = now() - interval '61 minutes' where user_id = $1", [
      admin.userId,
    ]);
    await comment(officer, "@Test admin an hour later.", [admin.userId]);
    await expect.poll(emails, { timeout: 20_000 }).toHaveLength(2);
    expect((await listed()).comments.at(-1)).toMatchObject({ mentions: [{ id: admin.userId, name: "Test admin" }] });
  });

  test("the author edits and deletes a comment, which the audit log records; others can do neither", async () => {
    const { id } = (await comment(officer, "First.")).body;
    const change = { id, text: "Second.", version: 1 };
    expect((await admin.send(changeComment, change)).status).toBe(404);
    expect((await admin.send(removeComment, { id })).status).toBe(404);
    expect((await officer.send(changeComment, change)).body).toMatchObject({ text: "Second.", version: 2 });
    expect(await officer.send(changeComment, change)).toMatchObject({ status: 409, message: "STALE" });
    expect((await officer.send(removeComment, { id })).status).toBe(204);
    expect((await officer.send(removeComment, { id })).status).toBe(404);
    const rows = await product.asOwner("select action, detail from audit_rows where object_id = $1 order by seq", [id]);
    expect(rows.map(({ action }) => action)).toEqual(["comment.added", "comment.edited", "comment.removed"]);
    expect(JSON.stringify(rows)).not.toContain("First.");
  });

  test("text that is empty, too long or a card number is refused, and so are strangers and unknown findings", async () => {
    const errorsOf = async (input: object) =>
      (await officer.send(addComment, { borrowerId: borrower.id, findingKey, text: "Fine.", ...input })).errors;
    expect(await errorsOf({ text: " " })).toMatchObject([{ field: "text" }]);
    expect(await errorsOf({ text: "x".repeat(2001) })).toEqual([{ field: "text", code: "TOO_BIG" }]);
    expect(await errorsOf({ text: "Card 4242 4242 4242 4242" })).toEqual([{ field: "text", code: "CARD_NUMBER" }]);
    const stranger = await lender.newcomer("editor");
    for (const id of [randomUUID(), stranger.userId])
      expect(await errorsOf({ mentions: [id] })).toEqual([{ field: "mentions", code: "INVALID_VALUE" }]);
    expect(await errorsOf({ findingKey: "none" })).toEqual([{ field: "findingKey", code: "INVALID_VALUE" }]);
    expect((await stranger.send(listComments, { borrowerId: borrower.id })).status).toBe(404);
    expect((await comment(await lender.as("observer"), "Seen.")).status).toBe(403);
  });

  test("the same key adds one comment", async () => {
    const keyed = someoneWith(product, officer.token, { "idempotency-key": randomUUID() });
    const input = { borrowerId: borrower.id, findingKey, text: "Once." };
    const replies = await Promise.all([1, 2, 3].map(() => keyed.send(addComment, input)));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await listed()).comments.filter(({ text }) => text === "Once.")).toHaveLength(1);
  });
});
