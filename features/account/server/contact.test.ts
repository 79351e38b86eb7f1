import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";

const { readContact, updateContact } = calls;

describe.each(FEATURE_ENGINES)("a loan officer's contact on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  test("is empty at first, is saved as a whole and can be removed", async () => {
    const officer = await lender.newcomer("editor");
    const contact = { nmlsId: "204060", phone: "+15550102030" };
    expect((await officer.send(readContact)).body).toEqual({ nmlsId: null, phone: null });
    expect(await officer.send(updateContact, contact)).toMatchObject({ status: 200, body: contact });
    expect((await officer.send(readContact)).body).toEqual(contact);
    await officer.send(updateContact, { nmlsId: null, phone: null });
    expect((await officer.send(readContact)).body).toEqual({ nmlsId: null, phone: null });
    const rows = await product.asOwner("select 1 from audit_rows where actor_id = $1 and action = $2", [
      officer.userId,
      "user.contact-changed",
    ]);
    expect(rows).toHaveLength(2);
  });

  test("bad input is reported by field, and nothing is saved", async () => {
    const officer = await lender.newcomer("editor");
    const refused = await officer.send(updateContact, { nmlsId: "12-34", phone: "call me" });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: "nmlsId", code: "INVALID_FORMAT" },
          { field: "phone", code: "INVALID_FORMAT" },
        ],
      },
    });
    expect((await officer.send(readContact)).body).toEqual({ nmlsId: null, phone: null });
  });
});
