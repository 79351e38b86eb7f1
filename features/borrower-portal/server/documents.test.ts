import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { linksIn, mailAbout } from "#features/auth/server/test-account.ts";
import { DOCUMENTS_SENT } from "#features/underwriting/contract.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { aBorrowerSession, invited, open, type TestBorrowerSession } from "./test-portal.ts";

const { findVisit, uploadVisitDocument, findOwnBorrower, listDocuments, reviewDocument, removeDocument } = calls;

describe.each(FEATURE_ENGINES)("documents that a borrower sends instead of connecting a bank on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => void (product = await openTestProduct(engine)));
  afterAll(() => product.close());

  const send = (session: TestBorrowerSession, name: string, file = aDocument()) =>
    session.send(uploadVisitDocument, { name, kind: "bank_statement", file });

  test("the officer is notified immediately, emailed at most once an hour, and reviews up to all accepted", async () => {
    const lender = await aLender(product);
    const officer = await lender.as("registered");
    const session = await aBorrowerSession(product, lender, { firstName: "Dana", lastName: "Reyes" });
    const { id } = session.borrower;
    const heard: string[] = [];
    const { userId, organizationId } = { ...officer, ...lender };
    const hear = (event: LiveEvent) => event.type === DOCUMENTS_SENT && heard.push(event.id);
    const leave = product.product.live.join({ userId, organizationId, hearsAll: false, hear, letGo: () => {} });
    const stateOf = async () => (await officer.send(findOwnBorrower, { id })).body.documentState;
    expect(await stateOf()).toBe("none");

    const { body } = await send(session, "may.pdf");
    expect(body.documents).toMatchObject([
      { name: "may.pdf", kind: "bank_statement", state: "received", reason: null },
    ]);
    await send(session, "june.pdf");
    expect(await stateOf()).toBe("received");
    const mail = await mailAbout(product, officer.email, "Dana Reyes: documents received");
    expect(mail.Text).toContain("Dana Reyes sent documents");
    expect(linksIn(mail).map(({ href }) => href)).toEqual([`${product.url}/account/borrowers/view/${id}`]);
    await vi.waitFor(() => expect(heard, "several files at once are one alert").toEqual([id]), 15_000);
    const queued = () =>
      product.asOwner("select id from jobs.job where name = 'evidence.documents-sent' and data->>'userId' = $1", [
        userId,
      ]);
    expect(await queued()).toHaveLength(1);

    const [may, june] = (await officer.send(listDocuments, { borrowerId: id })).body;
    expect(may).toMatchObject({ sentBy: "Dana Reyes", isFromBorrower: true });
    const reason = "The last page is missing.";
    await officer.send(reviewDocument, { id: may!.id, state: "accepted", reason: null, version: 1 });
    await officer.send(reviewDocument, { id: june!.id, state: "rejected", reason, version: 1 });
    expect(await stateOf()).toBe("rejected");
    expect((await session.send(findVisit)).body.documents).toMatchObject([{ state: "accepted" }, { reason }]);

    const earlier = new Date(Date.now() - 61 * 60_000).toISOString();
    await product.asOwner("update evidence_documents set created_at = $2 where borrower_id = $1", [id, earlier]);
    await send(session, "june, all pages.pdf");
    await vi.waitFor(() => expect(heard).toEqual([id, id]), 15_000);
    expect(await queued()).toHaveLength(2);
    expect(await stateOf()).toBe("received");
    await officer.send(removeDocument, { id: june!.id });
    const last = (await officer.send(listDocuments, { borrowerId: id })).body.at(-1)!;
    await officer.send(reviewDocument, { id: last.id, state: "accepted", reason: null, version: 1 });
    expect(await stateOf()).toBe("accepted");
    leave();
  });

  test("a borrower sees their own documents only, and a second copy names only their own", async () => {
    const lender = await aLender(product);
    const email = `sol.${randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    const file = aDocument();
    await send(one, "private name.pdf", file);
    expect((await other.send(findVisit)).body.documents).toEqual([]);
    const again = await send(one, "copy.pdf", file);
    expect(again).toMatchObject({ status: 409, body: { existing: { name: "private name.pdf" } } });
    const copy = await send(other, "copy.pdf", file);
    expect(copy).toMatchObject({ status: 409, message: "DUPLICATE_DOCUMENT" });
    expect(copy.body).not.toHaveProperty("existing");
  });

  test("no one accepts a document that they sent as the borrower", async () => {
    const lender = await aLender(product);
    const officer = await lender.as("registered");
    const session = await aBorrowerSession(product, lender);
    await send(session, "may.pdf");
    const [document] = (await officer.send(listDocuments, { borrowerId: session.borrower.id })).body;
    const { id } = document!;
    await product.asOwner("update evidence_documents set visitor_email = $2 where id = $1", [id, officer.email]);
    const review = { id, reason: null, version: 1 } as const;
    expect(await officer.send(reviewDocument, { ...review, state: "accepted" })).toMatchObject({
      message: "OWN_EVIDENCE",
    });
  });
});
