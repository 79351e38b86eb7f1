import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { aPost, hasPost } from "./test-posts.ts";

const { createOwnPost, createPost, findOwnPost, findPost, listOwnPosts, listPosts } = calls;
const { updateOwnPost, updatePost, deleteOwnPosts, deletePosts } = calls;

describe.each(ENGINES)("posts on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  test("the account list contains the user's posts, the admin list all posts of the organization", async () => {
    const fresh = await aLender(product);
    const [own, others] = [await hasPost(await fresh.as("editor")), await hasPost(await fresh.as("registered"))];
    const foreign = await hasPost(officer);
    const idsOf = async (person: Person, call: typeof listOwnPosts) =>
      (await person.send(call)).body.map(({ id }) => id);
    expect(await idsOf(await fresh.as("editor"), listOwnPosts)).toEqual([own.id]);
    expect(await idsOf(await fresh.as("admin"), listOwnPosts)).toEqual([]);
    expect(await idsOf(await fresh.as("admin"), listPosts as never)).toEqual([others.id, own.id]);
    expect(await idsOf(await fresh.as("root"), listPosts as never)).toContain(foreign.id);
  });

  test("an edit raises the version and keeps the slug, and a stale edit is refused", async () => {
    const post = await hasPost(officer);
    const edit = { id: post.id, title: "New title", body: "New body", version: 1 };
    const edited = await officer.send(updateOwnPost, edit);
    expect(edited).toMatchObject({ status: 200, body: { title: "New title", version: 2, slug: post.slug } });
    const stale = await officer.send(updateOwnPost, { ...edit, title: "Lost" });
    expect(stale).toMatchObject({ status: 409, message: "STALE" });
    expect((await officer.send(findOwnPost, { id: post.id })).body).toEqual(edited.body);
  });

  test("without a version the last edit wins", async () => {
    const post = await hasPost(officer, { pinned: true });
    for (const call of [updateOwnPost, updatePost] as const) {
      const sender = call === updateOwnPost ? officer : admin;
      const reply = await sender.send(call, { id: post.id, title: "Again", body: call.path });
      expect(reply).toMatchObject({ status: 200, body: { body: call.path, pinned: false, author: post.author } });
    }
  });

  test("of twenty concurrent edits with one version one succeeds", async () => {
    const post = await hasPost(officer);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        officer.send(updateOwnPost, { id: post.id, title: `Edit ${at}`, version: post.version }),
      ),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "STALE")).toHaveLength(19);
    expect((await officer.send(findOwnPost, { id: post.id })).body.title).toBe(won[0]?.body.title);
  });

  test("an account call cannot open a colleague's post, and an admin call none of another organization", async () => {
    const { id } = await hasPost(officer);
    for (const person of [await lender.as("editor"), admin]) {
      expect(await person.send(findOwnPost, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect(await person.send(updateOwnPost, { ...aPost(), id })).toMatchObject({ status: 404 });
      expect(await person.send(deleteOwnPosts, { ids: [id] })).toMatchObject({ status: 404 });
    }
    const stranger = await (await aLender(product)).as("admin");
    for (const absent of [id, randomUUID(), "1", "💥"]) {
      expect(await stranger.send(findPost, { id: absent })).toMatchObject({ status: 404, message: "NOT_FOUND" });
      expect(await stranger.send(updatePost, { ...aPost(), id: absent })).toMatchObject({ status: 404 });
      expect(await stranger.send(deletePosts, { ids: [absent] })).toMatchObject({ status: 404 });
    }
    expect(await admin.send(findPost, { id })).toMatchObject({ status: 200, body: { version: 1 } });
  });

  test("an observer can read posts, a guest cannot, and neither can write them", async () => {
    const [observer, guest] = [await lender.as("observer"), await lender.as("guest")];
    expect(await observer.send(listOwnPosts)).toMatchObject({ status: 200, body: [] });
    expect(await guest.send(listOwnPosts)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    for (const person of [observer, guest])
      expect(await person.send(createOwnPost, aPost())).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await (await lender.as("editor")).send(createPost, aPost())).toMatchObject({ status: 403 });
  });

  test("exactly the given posts are deleted", async () => {
    const [first, second, third] = [await hasPost(officer), await hasPost(officer), await hasPost(officer)];
    const reply = await officer.send(deleteOwnPosts, { ids: [first.id, second.id, first.id, first.id.toUpperCase()] });
    expect(reply.status).toBe(204);
    const left = (await officer.send(listOwnPosts)).body.map(({ id }) => id);
    expect(left).toContain(third.id);
    expect(left).not.toContain(first.id);
    expect(await officer.send(findOwnPost, { id: second.id })).toMatchObject({ status: 404 });
    expect(await admin.send(deletePosts, { ids: [third.id] })).toMatchObject({ status: 204 });
  });

  test("a list with the id of another user's post deletes nothing", async () => {
    const own = await hasPost(officer);
    const colleagues = await hasPost(await lender.as("editor"));
    const foreign = await hasPost(await (await aLender(product)).as("registered"));
    for (const other of [colleagues.id, foreign.id, randomUUID(), "no id"])
      expect(await officer.send(deleteOwnPosts, { ids: [own.id, other] })).toMatchObject({ status: 404 });
    expect(await admin.send(deletePosts, { ids: [own.id, colleagues.id, foreign.id] })).toMatchObject({ status: 404 });
    for (const { id } of [own, colleagues]) expect(await admin.send(findPost, { id })).toMatchObject({ status: 200 });
    const root = await lender.as("root");
    expect(await root.send(deletePosts, { ids: [own.id, colleagues.id, foreign.id] })).toMatchObject({ status: 204 });
  });

  test("two users who delete the same posts at once do not deadlock, and one succeeds", async () => {
    const ids = (await Promise.all(Array.from({ length: 10 }, () => hasPost(officer)))).map(({ id }) => id);
    const replies = await Promise.all(
      [ids, ids.toReversed()].map((list) => officer.send(deleteOwnPosts, { ids: list })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  test("root edits a post of another organization in that organization", async () => {
    const stranger = await (await aLender(product)).as("registered");
    const { id } = await hasPost(stranger);
    const root = await lender.as("root");
    expect(await root.send(findPost, { id })).toMatchObject({ status: 200, body: { id } });
    expect(await root.send(updatePost, { id, title: "By root" })).toMatchObject({ status: 200 });
    expect((await stranger.send(findOwnPost, { id })).body).toMatchObject({ title: "By root", version: 2 });
  });

  test("an unknown group or one of another organization is not found, and nothing is saved", async () => {
    const groupId = randomUUID();
    await product.asOwner("insert into groups (organization_id, id, name) values ($1, $2, 'Desk')", [
      (await aLender(product)).organizationId,
      groupId,
    ]);
    const before = (await officer.send(listOwnPosts)).body.length;
    for (const id of [groupId, randomUUID()]) {
      const audience = { scope: "groups" as const, groupIds: [id] };
      expect(await officer.send(createOwnPost, aPost({ audience }))).toMatchObject({ status: 404 });
    }
    expect((await officer.send(listOwnPosts)).body).toHaveLength(before);
  });

  test("a user who left the organization stays the author of their posts", async () => {
    const fresh = await aLender(product);
    const leaver = await fresh.newcomer("registered");
    const post = await hasPost(leaver);
    expect(await leaver.send(calls.eraseAccount)).toMatchObject({ status: 204 });
    const read = await (await fresh.as("admin")).send(findPost, { id: post.id });
    expect(read).toMatchObject({ status: 200, body: { body: post.body, author: { id: leaver.userId } } });
    expect(read.body.author.lastName).not.toBe(post.author.lastName);
  });

  test("every change adds an audit event, and the chain is valid", async () => {
    const fresh = await aLender(product);
    const person = await fresh.as("editor");
    const { id } = await hasPost(person);
    await person.send(updateOwnPost, { ...aPost(), id });
    await person.send(deleteOwnPosts, { ids: [id] });
    const rows = await product.asOwner(
      "select action, object_id from audit_rows where organization_id = $1 order by seq",
      [fresh.organizationId],
    );
    expect(rows.map(({ action }) => action)).toEqual(["post.created", "post.edited", "post.deleted"]);
    const { db, system } = product.database;
    expect((await verifyAudit(db, system)).faults).toEqual([]);
  });
});
