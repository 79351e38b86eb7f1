import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aSoleMember, pay, stripeOf } from "#features/billing/server/subscriptions/test-cards.ts";

const { updateMember, removeMember } = calls;

describe.each(ENGINES)("root removes the paying member on %s", (engine) => {
  let product: TestProduct;
  let root: Person;
  beforeAll(async () => {
    product = await openTestProduct(engine);
    root = await (await aLender(product)).as("root");
  });
  afterAll(() => product.close());

  const standingOf = async (organizationId: string) => {
    const [row] = await product.asOwner(
      "select status, stripe_subscription_id as id from subscriptions where organization_id = $1",
      [organizationId],
    );
    const { status } = await stripeOf(product).subscriptions.retrieve(String(row!["id"]));
    return [row!["status"], status];
  };
  const untilEnded = (organizationId: string) =>
    vi.waitFor(async () => expect(await standingOf(organizationId)).toEqual(["canceled", "canceled"]), {
      timeout: 15_000,
      interval: 50,
    });

  test("when the only member is removed, the subscription ends and the audit log names root", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    expect(await root.send(removeMember, { id: person.membershipId })).toMatchObject({ status: 204 });
    await untilEnded(lender.organizationId);
    const acts = await product.asOwner(
      "select actor_id from audit_rows where organization_id = $1 and action = 'subscription.abandoned'",
      [lender.organizationId],
    );
    expect(acts).toEqual([{ actor_id: root.userId }]);
  });

  test("when the only member becomes inactive, the subscription ends", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    const change = { id: person.membershipId, role: "inactive" as const, groupIds: [] };
    expect(await root.send(updateMember, change)).toMatchObject({ status: 200 });
    await untilEnded(lender.organizationId);
  });

  test("while a member can still pay, the subscription continues", async () => {
    const lender = await aLender(product);
    const [payer, other] = [await lender.as("admin"), await lender.newcomer("admin")];
    await pay(product, payer);
    expect(await root.send(removeMember, { id: payer.membershipId })).toMatchObject({ status: 204 });
    expect(await standingOf(lender.organizationId)).toEqual(["active", "active"]);
    const change = { id: other.membershipId, role: "root" as const, groupIds: [] };
    await root.send(updateMember, change);
    const acts = "select from audit_rows where organization_id = $1 and action = 'subscription.abandoned'";
    expect(await product.asOwner(acts, [lender.organizationId])).toEqual([]);
  });
});
