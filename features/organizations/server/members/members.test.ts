import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { MEMBER_CHANGED, MEMBERS_PER_GROUP } from "#features/organizations/contract.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { aGroupIn, aToken, invite } from "./test-members.ts";
import { aSoleMember, pay, stripeOf } from "#features/billing/server/subscriptions/test-cards.ts";

describe("members", () => {
  const { listMembers, findMember, updateMember, removeMember, listBorrowers, assignBorrower, listColleagues } = calls;

  describe.each(FEATURE_ENGINES)("members of an organization on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
    });
    afterAll(() => product.close());

    const membershipOf = async (userId: string, organizationId: string) =>
      (
        await product.asOwner(
          `select role, status, (select count(*)::int from group_members gm where gm.membership_id = m.id) as groups
         from memberships m where user_id = $1 and organization_id = $2`,
          [userId, organizationId],
        )
      )[0];

    test("the list shows members and invitations, newest first, with role, groups and status", async () => {
      const fresh = await aLender(product);
      const admin = await fresh.as("admin");
      const editor = await fresh.as("editor");
      const group = await aGroupIn(product, fresh.organizationId, "Night shift");
      const invited = await invite(admin, { email: "Later@example.org", groupIds: [group] });
      const { status, body } = await admin.send(listMembers);
      expect(status).toBe(200);
      expect(body.map(({ id }) => id)).toEqual([invited.id, editor.membershipId, admin.membershipId]);
      expect(body[0]).toMatchObject({
        userId: null,
        email: "Later@example.org",
        status: "pending",
        role: "editor",
        groups: [{ id: group, name: "Night shift" }],
        organization: { id: fresh.organizationId, name: "Test Lending" },
      });
      expect(body[1]).toMatchObject({ userId: editor.userId, status: "active", role: "editor", expiresAt: null });
    });

    test("pages list each member once, search covers names and addresses, and foreign rows reveal no place", async () => {
      const fresh = await aLender(product);
      const admin = await fresh.as("admin");
      for (const role of ["editor", "observer", "guest"] as const) await fresh.as(role);
      for (const firstName of ["Ann", "Bea", "Cleo"]) await invite(admin, { firstName });
      await product.asOwner(
        "update invitations set created_at = date_trunc('second', created_at) where organization_id = $1",
        [fresh.organizationId],
      );
      const whole = (await admin.send(listMembers)).body.map(({ id }) => id);
      expect(whole).toHaveLength(7);
      const walked: string[] = [];
      for (;;) {
        const after = walked.at(-1);
        const { body } = await admin.send(listMembers, { limit: 2, ...(after && { after }) });
        walked.push(...body.map(({ id }) => id));
        if (body.length < 2) break;
      }
      expect(walked).toEqual(whole);
      const found = async (search: string) =>
        (await admin.send(listMembers, { search })).body.map((one) => one.firstName);
      expect(await found("cleo dua")).toEqual(["Cleo"]);
      expect(await found("GUEST.")).toEqual(["Test"]);
      expect(await found("%")).toEqual([]);
      const { membershipId } = await lender.as("admin");
      expect(await admin.send(listMembers, { after: membershipId })).toMatchObject({
        ...{ status: 400, errors: [{ field: "after" }] },
      });
      expect((await admin.send(listMembers, { after: whole.at(-1)! })).body).toEqual([]);
    });

    test("root lists, reads and changes members of every organization", async () => {
      const root = await (await aLender(product)).as("root");
      const editor = await lender.newcomer("editor");
      const list = await root.send(listMembers, { search: editor.email });
      expect(list.body).toMatchObject([{ id: editor.membershipId, organization: { id: lender.organizationId } }]);
      const change = { id: editor.membershipId, role: "observer" as const, groupIds: [] };
      expect(await root.send(updateMember, change)).toMatchObject({ status: 200, body: { role: "observer" } });
      const invited = await invite(await lender.as("admin"));
      expect(await root.send(findMember, { id: invited.id })).toMatchObject({
        status: 200,
        body: { status: "pending" },
      });
    });

    test("a member is found by membership or user id, and foreign, absent and malformed ids look alike", async () => {
      const admin = await lender.as("admin");
      const { userId, membershipId } = await lender.as("editor");
      for (const id of [membershipId, userId, userId.toUpperCase()])
        expect(await admin.send(findMember, { id })).toMatchObject({
          status: 200,
          body: { id: membershipId, userId, lockedUntil: null, hasSecondFactor: false },
        });
      const other = await aLender(product);
      const [foreign, invited] = [await other.as("editor"), await invite(await other.as("admin"))];
      for (const id of [foreign.membershipId, foreign.userId, invited.id, randomUUID(), "x", "\u0000"]) {
        expect(await admin.send(findMember, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
        expect(await admin.send(updateMember, { id, role: "guest", groupIds: [] })).toMatchObject({ status: 404 });
        expect(await admin.send(removeMember, { id })).toMatchObject({ status: 404 });
      }
    });

    test("a new role and groups are saved and apply at the next request", async () => {
      const admin = await lender.as("admin");
      const person = await lender.newcomer("editor");
      const group = await aGroupIn(product, lender.organizationId);
      expect((await person.send(listBorrowers)).status).toBe(200);
      const change = { id: person.membershipId, role: "inactive" as const, groupIds: [group, group], version: 1 };
      expect(await admin.send(updateMember, change)).toMatchObject({
        status: 200,
        body: { role: "inactive", groups: [{ id: group }], version: 2 },
      });
      expect(await person.send(listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
      expect(await admin.send(updateMember, change)).toMatchObject({ status: 409, message: "STALE" });
    });

    test("open pages are notified of a changed role or a removed member, and not of other changes", async () => {
      const fresh = await aLender(product);
      const [admin, person] = [await fresh.as("admin"), await fresh.as("editor")];
      const { userId, membershipId: id } = person;
      const heard: string[] = [];
      const hear = (event: LiveEvent) => heard.push(`${event.type} ${event.id}`);
      const { organizationId } = fresh;
      const leave = product.product.live.join({ userId, organizationId, hearsAll: false, hear, letGo: () => {} });
      const heardByAll: string[] = [];
      const leaveAll = product.product.live.join({
        ...{ userId: admin.userId, organizationId, hearsAll: true, letGo: () => {} },
        hear: (event) => heardByAll.push(`${event.type} ${event.id}`),
      });
      const groupIds = [await aGroupIn(product, organizationId)];
      const reported = `${MEMBER_CHANGED} ${id}`;
      expect(await admin.send(updateMember, { id, role: "editor", groupIds })).toMatchObject({ status: 200 });
      expect(await admin.send(updateMember, { id, role: "observer", groupIds })).toMatchObject({ status: 200 });
      await expect.poll(() => heard).toEqual([reported]);
      const other = await fresh.newcomer("admin");
      expect(await other.send(removeMember, { id: other.membershipId })).toMatchObject({ status: 204 });
      expect(await admin.send(removeMember, { id })).toMatchObject({ status: 204 });
      await expect.poll(() => heard).toEqual([reported, reported]);
      expect(heardByAll, "a person who leaves already knows").toEqual([reported, reported]);
      leave();
      leaveAll();
    });

    test("an unknown role is refused, and bad input is reported by field", async () => {
      const admin = await lender.as("admin");
      const { membershipId: id } = await lender.as("observer");
      const wrong: [object, string][] = [
        [{ role: "owner", groupIds: [] }, "role"],
        [{ role: { $ne: null }, groupIds: [] }, "role"],
        [{ role: "editor", groupIds: "all" }, "groupIds"],
        [{ role: "editor" }, "groupIds"],
      ];
      for (const [input, field] of wrong) {
        const reply = await admin.send(updateMember, { id, ...input } as never);
        expect(reply).toMatchObject({ status: 400, errors: [{ field }] });
      }
      expect((await admin.send(findMember, { id })).body.role).toBe("observer");
    });

    test("a group of another organization is not found, and nothing is saved", async () => {
      const admin = await lender.as("admin");
      const { membershipId: id } = await lender.as("observer");
      const own = await aGroupIn(product, lender.organizationId);
      const foreign = await aGroupIn(product, (await aLender(product)).organizationId);
      for (const group of [foreign, randomUUID()]) {
        const reply = await admin.send(updateMember, { id, role: "editor", groupIds: [own, group] });
        expect(reply).toMatchObject({ status: 404, message: "NOT_FOUND" });
      }
      expect((await admin.send(findMember, { id })).body).toMatchObject({ role: "observer", groups: [], version: 1 });
    });

    test("an admin cannot make anyone root, including themselves, and cannot change a root user", async () => {
      const fresh = await aLender(product);
      const [admin, root, editor] = [await fresh.as("admin"), await fresh.as("root"), await fresh.as("editor")];
      for (const id of [admin.membershipId, editor.membershipId, root.membershipId])
        expect(await admin.send(updateMember, { id, role: "root", groupIds: [] })).toMatchObject({ status: 403 });
      const id = root.membershipId;
      expect(await admin.send(updateMember, { id, role: "guest", groupIds: [] })).toMatchObject({ status: 403 });
      expect(await admin.send(removeMember, { id })).toMatchObject({ status: 403, message: "FORBIDDEN" });
      const raised = await root.send(updateMember, { id: editor.membershipId, role: "root", groupIds: [] });
      expect(raised).toMatchObject({ status: 200, body: { role: "root" } });
      const lowered = await root.send(updateMember, { id: editor.membershipId, role: "editor", groupIds: [] });
      expect(lowered).toMatchObject({ status: 200 });
    });

    test("the last admin cannot be demoted, deactivated or removed, even by root", async () => {
      const fresh = await aLender(product);
      const { membershipId: id } = await fresh.as("admin");
      for (const sender of [await fresh.as("admin"), await fresh.as("root")]) {
        for (const role of ["editor", "inactive"] as const)
          expect(await sender.send(updateMember, { id, role, groupIds: [] })).toMatchObject({ message: "LAST_ADMIN" });
        expect(await sender.send(removeMember, { id })).toMatchObject({ status: 409, message: "LAST_ADMIN" });
      }
      await fresh.newcomer("admin");
      expect(await (await fresh.as("admin")).send(removeMember, { id })).toMatchObject({ status: 204 });
    });

    test("of two admins who demote each other at the same moment one remains", async () => {
      for (let round = 0; round < 5; round++) {
        const fresh = await aLender(product);
        const [one, other] = [await fresh.as("admin"), await fresh.newcomer("admin")];
        const replies = await Promise.all([
          one.send(updateMember, { id: other.membershipId, role: "editor", groupIds: [] }),
          other.send(removeMember, { id: one.membershipId }),
        ]);
        expect(replies.map(({ status }) => status < 300).filter(Boolean)).toHaveLength(1);
        const left = await product.asOwner(
          "select 1 from memberships where organization_id = $1 and role = 'admin' and status = 'active'",
          [fresh.organizationId],
        );
        expect(left).toHaveLength(1);
      }
    });

    test("a removed member is refused at once and leaves the groups, and their borrowers stay assigned", async () => {
      const admin = await lender.as("admin");
      const person = await lender.newcomer("editor");
      const groupIds = [await aGroupIn(product, lender.organizationId)];
      await admin.send(updateMember, { id: person.membershipId, role: "editor", groupIds });
      const borrower = await lender.hasBorrower();
      await admin.send(assignBorrower, { id: borrower.id, userId: person.userId });
      expect(await admin.send(removeMember, { id: person.userId })).toMatchObject({ status: 204 });
      expect(await person.send(listBorrowers)).toMatchObject({ status: 403 });
      expect(await membershipOf(person.userId, lender.organizationId)).toEqual({
        role: "editor",
        status: "removed",
        groups: 0,
      });
      const [stored] = await product.asOwner("select assigned_user_id from borrowers where id = $1", [borrower.id]);
      expect(stored).toEqual({ assigned_user_id: person.userId });
      expect((await admin.send(listColleagues)).body.map(({ userId }) => userId)).not.toContain(person.userId);
      expect(await admin.send(findMember, { id: person.membershipId })).toMatchObject({ status: 404 });
      expect(await admin.send(removeMember, { id: person.membershipId })).toMatchObject({ status: 404 });
    });

    test("a group cannot exceed its member limit, however members are added", async () => {
      const fresh = await aLender(product);
      const admin = await fresh.as("admin");
      const group = await aGroupIn(product, fresh.organizationId);
      await product.asOwner(
        `with people as (
         insert into users (id, first_name, last_name, email, email_key)
         select id, 'x', 'x', id::text, id::text from (select gen_random_uuid() as id from generate_series(1, $3)) ids returning id
       ), places as (
         insert into memberships (organization_id, id, user_id, role) select $1, id, id, 'guest' from people returning id
       ) insert into group_members (organization_id, group_id, membership_id) select $1, $2, id from places`,
        [fresh.organizationId, group, MEMBERS_PER_GROUP - 1],
      );
      const [last, tooMany] = [await fresh.newcomer("editor"), await fresh.newcomer("editor")];
      const takeIn = ({ membershipId: id }: { membershipId: string }) =>
        admin.send(updateMember, { id, role: "editor", groupIds: [group] });
      expect(await takeIn(last)).toMatchObject({ status: 200 });
      expect(await takeIn(tooMany)).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
      expect(await takeIn(last), "who is in it may be saved again").toMatchObject({ status: 200 });
    });

    test("each change is in the audit log of its organization, without names and addresses", async () => {
      const fresh = await aLender(product);
      const root = await (await aLender(product)).as("root");
      const { membershipId: id, email } = await fresh.as("editor");
      await root.send(updateMember, { id, role: "observer", groupIds: [] });
      await root.send(removeMember, { id });
      const acts = await product.asOwner(
        "select action, actor_id, object_id, detail::text as detail from audit_rows where organization_id = $1 order by seq",
        [fresh.organizationId],
      );
      expect(acts).toMatchObject([
        { action: "member.edited", actor_id: root.userId, object_id: id },
        { action: "member.removed", actor_id: root.userId, object_id: id },
      ]);
      expect(JSON.stringify(acts)).not.toContain(email);
      const { db, system } = product.database;
      expect((await verifyAudit(db, system)).errors).toEqual([]);
    });
  });
});

describe("lost rights", () => {
  const { acceptInvitation, readInvitation, eraseAccount } = calls;
  const { listMembers, findMember, updateMember, removeMember } = calls;
  const DEAD = { status: 410, message: "LINK_DEAD" };

  describe.each(FEATURE_ENGINES)("invitations whose sender may no longer invite on %s", (engine) => {
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
      await product.asOwner("update memberships set role = 'editor' where organization_id = $1", [
        given.organizationId,
      ]);
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
});

describe("unattended", () => {
  const { updateMember, removeMember } = calls;

  describe.each(FEATURE_ENGINES)("root removes the paying member on %s", (engine) => {
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
});
