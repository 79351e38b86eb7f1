import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aToken, invite } from "./test-members.ts";

const { acceptInvitation, readInvitation, eraseAccount } = calls;
const { listMembers, findMember, updateMember, removeMember } = calls;
const DEAD = { status: 410, message: "LINK_DEAD" };

describe.each(ENGINES)("invitations whose sender may no longer invite on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  test("open invitations end when their sender may no longer invite or their recipient was removed", async () => {
    const fresh = await aLender(product);
    const admin = await fresh.as("admin");
    const [lowered, removed] = [await fresh.newcomer("admin"), await fresh.newcomer("admin")];
    const [byLowered, byRemoved, stored] = [await invite(lowered), await invite(removed), await invite(admin)];
    await aToken(product, fresh.organizationId, removed.email);
    await admin.send(updateMember, { id: lowered.membershipId, role: "editor", groupIds: [] });
    await admin.send(removeMember, { id: removed.membershipId });
    for (const { id } of [byLowered, byRemoved])
      expect(await admin.send(findMember, { id })).toMatchObject({ status: 404 });
    const pending = (await admin.send(listMembers)).body.filter(({ status }) => status === "pending");
    expect(pending.map(({ id }) => id)).toEqual([stored.id]);
  });

  test("no one joins an organization whose last admin has left", async () => {
    const [given, abandoned] = [await aLender(product), await aLender(product)];
    const person = await (await aLender(product)).as("editor");
    const tokens = [given, abandoned].map(({ organizationId }) => aToken(product, organizationId, person.email));
    const [toGiven, toAbandoned] = await Promise.all(tokens);
    await product.asOwner("update memberships set role = 'editor' where organization_id = $1", [given.organizationId]);
    expect(await (await abandoned.as("admin")).send(eraseAccount)).toMatchObject({ status: 204 });
    for (const token of [toGiven!, toAbandoned!])
      expect(await person.send(acceptInvitation, { token })).toMatchObject(DEAD);
    expect(await anonymous(product).send(readInvitation, { token: toAbandoned! })).toMatchObject(DEAD);
  });

  test("accepting while the sender erases their account and a colleague is changed causes no failure", async () => {
    for (let round = 0; round < 4; round++) {
      const fresh = await aLender(product);
      const [admin, other] = [await fresh.as("admin"), await fresh.newcomer("admin")];
      const person = await (await aLender(product)).as("editor");
      const token = await aToken(product, fresh.organizationId, person.email);
      const replies = await Promise.all([
        person.send(acceptInvitation, { token }),
        admin.send(eraseAccount),
        other.send(removeMember, { id: admin.membershipId }),
        person.send(eraseAccount),
      ]);
      for (const { status } of replies) expect(status).toBeLessThan(500);
    }
  });
});
