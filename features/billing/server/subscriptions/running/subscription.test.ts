import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { aCheckout, aClock, aPlan, aSoleMember, begin, pay, stripeOf, untilIs, untilSettled } from "../test-cards.ts";
import { LINE_CHARGED, nextChargeOf } from "#features/billing/contract.ts";
import type { LiveEvent } from "#platform/contract/live.ts";

describe("subscription", () => {
  const { cancelSubscription, resumeSubscription, previewPlanSwitch, switchPlan, beginCardUpdate, updateCard } = calls;
  const MONTH_DAYS = 32;

  describe.each(FEATURE_ENGINES)("a running subscription on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    const actsOf = async (organizationId: string) =>
      (
        await product.asOwner(
          "select action from audit_rows where organization_id = $1 and object_type = 'subscription' order by seq",
          [organizationId],
        )
      ).map(({ action }) => String(action).replace("subscription.", ""));
    const linesOf = async (organizationId: string) =>
      (
        await product.asOwner(
          "select amount::int as amount from line_items where organization_id = $1 order by occurred_at, amount",
          [organizationId],
        )
      ).map(({ amount }) => amount);
    /** A card that its holder confirmed, to replace the current one. */
    const anotherCard = async (person: Person, card: string) => {
      const begun = await person.send(beginCardUpdate);
      const [id] = begun.body.clientSecret.split("_secret");
      await stripeOf(product).setupIntents.confirm(id!, { payment_method: card }); // split gives one part at least
      return person.send(updateCard, { setupIntentID: id! });
    };

    test("it ends with its period; a repeated cancel changes nothing, and it can be undone", async () => {
      const { lender, person } = await aSoleMember(product);
      expect(await person.send(cancelSubscription)).toMatchObject({ status: 409, message: "NO_SUBSCRIPTION" });
      await pay(product, person);
      for (let time = 0; time < 2; time++)
        expect(await person.send(cancelSubscription)).toMatchObject({
          status: 200,
          body: { status: "active", cancelAtPeriodEnd: true },
        });
      for (let time = 0; time < 2; time++)
        expect(await person.send(resumeSubscription)).toMatchObject({
          status: 200,
          body: { cancelAtPeriodEnd: false },
        });
      expect(await actsOf(lender.organizationId)).toEqual([
        "begun",
        "activated",
        "cancel-requested",
        "resume-requested",
      ]);
      await expect.poll(() => linesOf(lender.organizationId)).toEqual([2500]);
    });

    test("a subscription that was never paid ends immediately, and the next one begins new", async () => {
      const { person } = await aSoleMember(product);
      const secret = await begin(product, person);
      expect(await person.send(cancelSubscription)).toMatchObject({ status: 200, body: { status: "canceled" } });
      expect(await person.send(cancelSubscription)).toMatchObject({ status: 409, message: "NO_SUBSCRIPTION" });
      expect(await begin(product, person)).not.toBe(secret);
    });

    test("while the provider is down, cancel, resume and switch are refused and change nothing, and they work once it is back", async () => {
      const { person } = await aSoleMember(product);
      await pay(product, person);
      const yearly = await aPlan(product, "yearly");
      const shown = async () => (await person.send(calls.findSubscription)).body.subscription;
      const { body: quote } = await person.send(previewPlanSwitch, { planID: yearly.id });
      const down = { status: 502, message: "PROVIDER_UNAVAILABLE" };
      const before = await shown();

      await product.sandbox.stripe.steer({ mode: "error500" });
      expect(await person.send(cancelSubscription)).toMatchObject(down);
      expect(await person.send(switchPlan, { planID: yearly.id, prorationDate: quote.prorationDate })).toMatchObject(
        down,
      );
      expect(await shown()).toMatchObject({ cancelAtPeriodEnd: false, plan: before!.plan, status: "active" });
      await product.sandbox.stripe.steer({ mode: "ok" });
      expect(await person.send(cancelSubscription)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } });

      await product.sandbox.stripe.steer({ mode: "error500" });
      expect(await person.send(resumeSubscription)).toMatchObject(down);
      await product.sandbox.stripe.steer({ mode: "ok" });
      expect(await person.send(resumeSubscription)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } });
    });

    test("the page shows who may pay and who may cancel", async () => {
      const lender = await aLender(product);
      const rights = async (role: "admin" | "editor" | "observer" | "registered") => {
        const { body } = await (await lender.as(role)).send(calls.findSubscription);
        return [body.subscription, body.mayPay, body.mayCancel];
      };
      expect(await rights("admin")).toEqual([null, true, true]);
      for (const role of ["editor", "observer", "registered"] as const)
        expect(await rights(role)).toEqual([null, false, false]);
      const editor = await lender.as("editor");
      await product.asOwner(
        `with g as (insert into groups (organization_id, id, name, is_billing) values ($1, gen_random_uuid(), 'Bills', true) returning *)
       insert into group_members select g.organization_id, g.id, $2 from g`,
        [lender.organizationId, editor.membershipId],
      );
      expect(await rights("editor")).toEqual([null, false, true]);
    });

    test("a year costs what was shown, the rest of the month is credited, and the same plan is refused", async () => {
      const { lender, person } = await aSoleMember(product);
      const [monthly, yearly] = [await aPlan(product), await aPlan(product, "yearly")];
      await pay(product, person);
      expect(await person.send(previewPlanSwitch, { planID: monthly.id })).toMatchObject({ message: "SAME_PLAN" });
      expect(await person.send(previewPlanSwitch, { planID: "x" })).toMatchObject({
        status: 400,
        message: "UNABLE_TO_DETERMINE_PLAN",
      });
      const { body: shown } = await person.send(previewPlanSwitch, { planID: yearly.id });
      expect(shown.credit).toBeGreaterThan(2490);
      expect(shown.dueNow).toBe(yearly.price - shown.credit);
      expect(shown.nextCharge).toBe(yearly.price);
      expect(Date.parse(shown.nextChargeAt) - Date.now()).toBeGreaterThan(360 * 86_400_000);
      const old = new Date(Date.now() - 16 * 60_000).toISOString();
      expect(await person.send(switchPlan, { planID: yearly.id, prorationDate: old })).toMatchObject({
        status: 409,
        message: "STALE",
      });
      const reply = await person.send(switchPlan, { planID: yearly.id, prorationDate: shown.prorationDate });
      expect(reply).toMatchObject({ status: 200, body: { planID: yearly.id, status: "active" } });
      await expect
        .poll(async () => (await linesOf(lender.organizationId)).toSorted())
        .toEqual([2500, shown.dueNow].toSorted());
      expect(await actsOf(lender.organizationId)).toEqual(["begun", "activated", "plan-switch-requested"]);
      // The answer was lost, and the page sends the request again.
      const again = await person.send(switchPlan, { planID: yearly.id, prorationDate: shown.prorationDate });
      expect(again).toMatchObject({ status: 200, body: { planID: yearly.id, status: "active" } });
      expect(await person.send(switchPlan, { planID: yearly.id, prorationDate: old })).toMatchObject({
        message: "SAME_PLAN",
      });
      expect(await actsOf(lender.organizationId)).toEqual(["begun", "activated", "plan-switch-requested"]);
    });

    test("a switch that the card cannot pay leaves the old plan", async () => {
      const { lender, person } = await aSoleMember(product);
      const { planID } = await pay(product, person);
      await anotherCard(person, "pm_card_chargeCustomerFail");
      const yearly = await aPlan(product, "yearly");
      const { body: shown } = await person.send(previewPlanSwitch, { planID: yearly.id });
      expect(await person.send(switchPlan, { planID: yearly.id, prorationDate: shown.prorationDate })).toMatchObject({
        status: 409,
        message: "CARD_DECLINED",
      });
      expect((await person.send(calls.findSubscription)).body.subscription).toMatchObject({ planID, status: "active" });
      expect((await actsOf(lender.organizationId)).slice(2)).toEqual([
        "card-update-requested",
        "plan-switch-requested",
      ]);
    });

    test("a renewal makes one line; a failed one is reported once, and another card pays it immediately", async () => {
      const { lender, person } = await aSoleMember(product);
      const clock = await aClock(product, lender.organizationId);
      const begun = await pay(product, person);
      await clock.advance(MONTH_DAYS);
      await untilSettled(product);
      await untilIs(person, { status: "active", currentPeriodStart: begun.currentPeriodEnd });
      await expect.poll(() => linesOf(lender.organizationId)).toEqual([2500, 2500]);

      await anotherCard(person, "pm_card_chargeCustomerFail");
      await clock.advance(30);
      const owing = await untilIs(person, { status: "past_due" });
      expect(owing.owed).toMatchObject({ amount: 2500 });
      await clock.advance(2); // tried again, and failed again
      await untilSettled(product);
      await mailAbout(product, person.email, "did not go through");
      const yearly = await aPlan(product, "yearly");
      expect(await person.send(previewPlanSwitch, { planID: yearly.id })).toMatchObject({ message: "PAYMENT_DUE" });

      const paid = await anotherCard(person, "pm_card_mastercard");
      expect(paid).toMatchObject({
        status: 200,
        body: { clientSecret: null, subscription: { status: "active", owed: null, cardBrand: "mastercard" } },
      });
      await untilSettled(product);
      await expect.poll(() => linesOf(lender.organizationId)).toEqual([2500, 2500, 2500]);
      expect(mailsTo(product, person.email)).toHaveLength(1);
      expect(await actsOf(lender.organizationId)).toEqual([
        ...["begun", "activated", "card-update-requested", "payment-failed"],
        ...["card-update-requested", "recovered"],
      ]);
    });

    test("another card pays two failed renewals, the oldest first; a declined one stops it", async () => {
      const { lender, person } = await aSoleMember(product);
      const clock = await aClock(product, lender.organizationId);
      await pay(product, person);
      await anotherCard(person, "pm_card_chargeCustomerFail");
      await product.sandbox.stripe.steer({ afterRetries: "past_due" });
      for (const days of [MONTH_DAYS, 30]) await clock.advance(days);
      // Events of the second renewal may arrive when those of the first are settled.
      const owesBoth = { status: "past_due", owed: expect.objectContaining({ amount: 5000 }) as never } as const;
      await untilIs(person, owesBoth);
      expect(await anotherCard(person, "pm_card_chargeCustomerFail")).toMatchObject({ message: "CARD_DECLINED" });
      await untilIs(person, owesBoth);
      expect(await anotherCard(person, "pm_card_mastercard")).toMatchObject({
        status: 200,
        body: { clientSecret: null, subscription: { status: "active", owed: null } },
      });
      product.sandbox.stripe.reset();
      await expect.poll(() => linesOf(lender.organizationId)).toEqual([2500, 2500, 2500]);
      const { data } = await stripeOf(product).invoices.list({ customer: clock.customerId, status: "open" });
      expect(data).toEqual([]);
    });

    test("a card that another user confirmed is not found", async () => {
      const [one, other] = [await aSoleMember(product), await aSoleMember(product)];
      await pay(product, one.person);
      await pay(product, other.person);
      const begun = await other.person.send(beginCardUpdate);
      const [id] = begun.body.clientSecret.split("_secret");
      expect(await other.person.send(updateCard, { setupIntentID: id! }), "not confirmed").toMatchObject({
        status: 404,
      });
      await stripeOf(product).setupIntents.confirm(id!, { payment_method: "pm_card_mastercard" });
      for (const setupIntentID of [id!, "seti_none", "../customers", "sub_1"])
        expect(await one.person.send(updateCard, { setupIntentID })).toMatchObject({
          status: 404,
          message: "NOT_FOUND",
        });
      // The page was closed: the provider's event alone changes the card, for the user who confirmed it.
      await untilIs(other.person, { cardBrand: "mastercard" });
      expect((await one.person.send(calls.findSubscription)).body.subscription).toMatchObject({ cardBrand: "visa" });
    });
  });
});

describe("credit", () => {
  const { findOwnBilling, previewPlanSwitch, switchPlan } = calls;
  const MONTH_DAYS = 32;

  describe.each(FEATURE_ENGINES)("credit at the card provider on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    /** Paid for a year, then switched to the month: the preview before and the state after. */
    async function switchToMonthly(person: Person) {
      await pay(product, person, "yearly");
      const { id: planID } = await aPlan(product);
      const { body: shown } = await person.send(previewPlanSwitch, { planID });
      const { body: after } = await person.send(switchPlan, { planID, prorationDate: shown.prorationDate });
      return { shown, after };
    }

    test("credit left by a switch is retained, pays the next charges as shown, and decreases with each", async () => {
      const { lender, person } = await aSoleMember(product);
      const clock = await aClock(product, lender.organizationId);
      const { shown, after } = await switchToMonthly(person);
      const left = 2500 - shown.credit;
      expect(shown).toMatchObject({ charge: 2500, balanceBefore: 0, balanceAfter: left, dueNow: 0, nextCharge: 0 });
      expect(left).toBeLessThan(-21_000);
      expect(after).toMatchObject({ balance: left });
      expect(nextChargeOf(after)).toBe(shown.nextCharge);

      await clock.advance(MONTH_DAYS);
      await untilSettled(product);
      await untilIs(person, { status: "active", balance: left + 2500 });
    });

    test("its line lists the parts in our plan's words, and they add up", async () => {
      const { lender, person } = await aSoleMember(product);
      const { shown } = await switchToMonthly(person);
      const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
      const unused = inDollars(shown.credit);
      const left = shown.credit - 2500;
      const lines = await product.asOwner(
        "select description, amount::int as amount from line_items where organization_id = $1 order by amount desc",
        [lender.organizationId],
      );
      expect(lines).toEqual([
        { description: "Basic yearly", amount: 24_000 },
        {
          description: `Switch to Basic monthly: $25.00 less ${unused} unused, ${inDollars(left)} goes to credit`,
          amount: -left,
        },
      ]);
      const { body } = await person.send(findOwnBilling);
      expect(body.currentPeriod.amount).toBe(24_000 - left);
    });

    test("each payer is notified once of each line", async () => {
      const { lender, person } = await aSoleMember(product);
      const heard: string[] = [];
      const { organizationId } = lender;
      const hear = ({ type, id }: LiveEvent) => type === LINE_CHARGED && heard.push(id);
      const leave = product.product.live.join({
        userId: person.userId,
        organizationId,
        hearsAll: false,
        hear,
        letGo: () => {},
      });
      await switchToMonthly(person);
      await untilSettled(product);
      const lines = await product.asOwner("select id from line_items where organization_id = $1", [organizationId]);
      expect(lines).toHaveLength(2);
      await expect.poll(() => heard.toSorted()).toEqual(lines.map(({ id }) => String(id)).toSorted());
      leave();
    });

    test("credit that is left when a plan ends stays, and pays for the plan that is bought next", async () => {
      const { lender, person } = await aSoleMember(product);
      const { customerId } = await aClock(product, lender.organizationId);
      const { customers, subscriptions } = stripeOf(product);
      const { id } = await pay(product, person);
      await customers.update(customerId, { balance: -1000 });
      await untilIs(person, { balance: -1000 });
      const { data } = await subscriptions.list({ customer: customerId });
      await subscriptions.cancel(data[0]!.id);
      await untilIs(person, { id, status: "canceled" });
      expect(await customers.retrieve(customerId)).toMatchObject({ balance: -1000 });

      const again = await pay(product, person);
      expect(again).toMatchObject({ status: "active", balance: 0 });
      const { data: paid } = await stripeOf(product).invoices.list({ customer: customerId });
      expect(paid.map(({ amount_paid: amount }) => amount).toSorted()).toEqual([1500, 2500]);
    });

    test("credit that covers a whole plan pays for it without a card", async () => {
      const { lender, person } = await aSoleMember(product);
      const { customerId } = await aClock(product, lender.organizationId);
      await stripeOf(product).customers.update(customerId, { balance: -21_500 });
      await person.send(calls.subscribe, await aCheckout(product));
      await untilIs(person, { status: "active", balance: -19_000 });
    });

    test("credit that is granted, or used by a separate invoice, follows the provider's balance", async () => {
      const { lender, person } = await aSoleMember(product);
      const { customerId: customer } = await aClock(product, lender.organizationId);
      await pay(product, person);
      await untilSettled(product);
      const { customers, invoices, invoiceItems } = stripeOf(product);
      await customers.update(customer, { balance: -1000 });
      expect(nextChargeOf(await untilIs(person, { balance: -1000 }))).toBe(1500);

      const { id: invoice } = await invoices.create({
        customer,
        collection_method: "send_invoice",
        days_until_due: 14,
      });
      await invoiceItems.create({ customer, invoice, currency: "usd", amount: 400 });
      await invoices.finalizeInvoice(invoice);
      await untilIs(person, { balance: -600 });

      const { id: planID, price } = await aPlan(product, "yearly");
      const { body: shown } = await person.send(previewPlanSwitch, { planID });
      expect(shown).toMatchObject({ charge: price, balanceBefore: -600, balanceAfter: 0 });
      expect(shown.dueNow).toBe(price - shown.credit - 600);
    });
  });
});
