// Every list as CSV: the same rights, and the same rows, as its pages.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isExported, ROWS_HEADER, type Call } from "#platform/contract/call.ts";
import { ROLES } from "#platform/contract/who.ts";
import type { listBorrowers } from "#features/borrowers/contract.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aLender, anonymous, someoneWith, type Lender } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";

type ListCall = typeof listBorrowers; // alike but for the path
const lists = (Object.entries<Call>(calls) as [CallName, ListCall][]).filter(([, call]) => isExported(call));

const CSV = { accept: "text/csv" };

/** Lines of a CSV without cells of several lines, the header first. */
function linesOf(body: unknown): string[] {
  return (body as Buffer).toString().replace("\ufeff", "").trimEnd().split("\r\n");
}

describe.each(ENGINES)("lists as CSV on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    const other = await aLender(product);
    for (const one of [lender, other]) {
      for (const role of ["admin", "editor", "registered"] as const) {
        await one.hasBorrower({ lastName: `Of ${role}` }, role);
        await (await one.as(role)).send(calls.createOwnPost, { ...(await aPost()) });
      }
    }
  });
  afterAll(() => product.close());

  const aPost = async () => ({
    title: "News",
    body: "Text",
    audience: { scope: "organization" as const, groupIds: [] },
  });

  test.each(ROLES.flatMap((role) => lists.map(([name, call]) => ({ role, name, call }))))(
    "$role: $name",
    async ({ role, call }) => {
      const { token } = await lender.as(role);
      const pages = await someoneWith(product, token).send(call, { limit: 500 });
      const csv = await someoneWith(product, token, CSV).send(call);
      expect([csv.status, csv.message]).toEqual([pages.status, pages.message]);
      if (csv.status !== 200) return;
      expect(linesOf(csv.body)).toHaveLength(1 + pages.body.length);
      expect(Number(csv.headers.get(ROWS_HEADER))).toBe(pages.body.length);
    },
  );

  test.each(lists)("no one gets %s without a token", async (_name, call) => {
    expect((await anonymous(product, CSV).send(call)).status).toBe(401);
  });

  test("an API key gets the lists of its scopes", async () => {
    const admin = await lender.as("admin");
    const details = { name: "Sheets", scopes: ["borrowers:read" as const], addresses: [], expiresAt: null };
    const { body } = await admin.send(calls.createApiKey, details);
    const key = someoneWith(product, body.secret, CSV);
    expect(linesOf((await key.send(calls.listOrganizationBorrowers)).body)).toHaveLength(4);
    expect(await key.send(calls.listStatements)).toMatchObject({ status: 403, message: "SCOPE_MISSING" });
  });

  test("each export is in the audit log, with how many rows it had", async () => {
    const admin = await lender.as("admin");
    await someoneWith(product, admin.token, CSV).send(calls.listMembers);
    const { body: events } = await admin.send(calls.listAudit, { action: "organization.list-exported", limit: 1 });
    const members = (await admin.send(calls.listMembers)).body.length;
    expect(events).toMatchObject([{ actorId: admin.userId, detail: { list: "users", rows: members } }]);
  });
});
