// Asked of every call that is idempotent, from its record: repeated, with another body, under another path.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sent } from "#features/asset-reports/server/statement-files/test-files.ts";
import { API_BASE, IDEMPOTENCY_KEY_MAX, type Call } from "#platform/contract/call.ts";
import { admits, needsToken, ROLES } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { requestOf, rowOf } from "../../testing/request.ts";
import { aStage, type Stages } from "../../testing/stage.ts";

const idempotent = (Object.entries<Call>(calls) as [CallName, Call][]).filter(([, call]) => call.idempotent);

/** What the second request asks for instead of the first. */
const CHANGES: Partial<Record<CallName, object>> = {
  createBorrower: { firstName: "Norma" },
  createOwnPost: { title: "Other rates" },
  createPost: { title: "Other rates" },
  addEvidence: { amountCents: 600_000 },
  confirmFact: { reason: "Sent once more." },
  waiveFinding: { reason: "Known to others." },
  generateAssetReport: { daysRequested: 61 },
  createStatementReport: { files: [sent("other.ofx", "OFXHEADER:100")] },
  addComment: { text: "Another question." },
  recordConsent: { signedOn: "2026-11-19" },
  inviteMember: { lastName: "Other" },
  subscribe: { name: "Other Holder" },
};

/** Of a visitor's checkout the token is new each time. */
const withoutToken = ({ token: _, ...reply }: { token?: string }) => reply;

describe.each(ENGINES)("idempotency keys on %s", (engine) => {
  let product: TestProduct;
  let stages: Stages;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    stages = await aStage(product);
  });
  afterAll(() => product.close());

  const asked = async (name: CallName, { who }: Call) => {
    const role = ROLES.find((each) => each === "admin" && admits(who, each)) ?? "registered";
    const stage = await stages(role);
    const input = await rowOf(name).works(stage);
    const token = needsToken(who) ? stage.person.token : null;
    const send = (key: string, changes = {}) =>
      requestOf(stage, name, token, { input: { ...input, ...changes }, headers: { "idempotency-key": key } });
    return { stage, send };
  };

  describe.each(idempotent)("%s", (name, call) => {
    test("answers a repeated request as the first, and refuses another body under its key", async () => {
      const { send } = await asked(name, call);
      const key = randomUUID();
      const first = await send(key);
      expect(first, first.message).toMatchObject({ status: call.status });
      expect(first.headers.get("idempotency-key")).toBe(key);
      const again = await send(key);
      expect(again.status).toBe(call.status);
      expect(withoutToken(again.body as object)).toMatchObject(sameObject(name, first.body as object));

      const other = await send(key, CHANGES[name]);
      expect(other).toMatchObject({
        status: 409,
        message: "IDEMPOTENCY_KEY_REUSED",
        errors: [{ field: "idempotency-key", code: "ALREADY_USED" }],
      });
      expect(other.headers.get("idempotency-key")).toBe(key);
    });

    test("refuses a key that is too long, as it declares", async () => {
      const { send } = await asked(name, call);
      expect(await send("k".repeat(IDEMPOTENCY_KEY_MAX + 1))).toMatchObject({
        status: 400,
        message: "VALIDATION_ERROR",
        errors: [{ field: "idempotency-key", code: "TOO_BIG" }],
      });
    });
  });

  /** The whole reply, except for a report, which changes as it is generated. */
  const sameObject = (name: CallName, body: object) =>
    name === "generateAssetReport" && "assetReportId" in body
      ? { assetReportId: body.assetReportId }
      : withoutToken(body);

  test("a key used with one call is refused by all other calls of the same person", async () => {
    const key = randomUUID();
    const { stage } = await asked("createBorrower", calls.createBorrower);
    const headers = { "idempotency-key": key };
    expect(await requestOf(stage, "createBorrower", stage.person.token, { headers })).toMatchObject({ status: 201 });
    for (const [name] of idempotent) {
      const reply = await requestOf(stage, name, stage.person.token, { headers });
      expect(reply, name).toMatchObject({ status: 409, message: "IDEMPOTENCY_KEY_REUSED" });
    }
  });

  test("a repeated report request under its key returns the first report, even after later ones", async () => {
    const { send } = await asked("generateAssetReport", calls.generateAssetReport);
    const [first, later] = [randomUUID(), randomUUID()];
    const idOf = async (key: string) => ((await send(key)).body as { assetReportId: string }).assetReportId;
    const settled = (id: string) =>
      expect
        .poll(() => product.asOwner("select state from asset_reports where id = $1", [id]), { timeout: 20_000 })
        .toEqual([{ state: "ready" }]);
    const id = await idOf(first);
    await settled(id);
    const laterId = await idOf(later);
    expect(laterId).not.toBe(id);
    await settled(laterId);
    expect(await idOf(first)).toBe(id);
  });

  test("of two different concurrent requests under one key, only one is made", async () => {
    const { send } = await asked("createBorrower", calls.createBorrower);
    const key = randomUUID();
    const replies = await Promise.all(["Ann", "Ben", "Cy", "Di"].map((firstName) => send(key, { firstName })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("fields that a call does not know are no part of a request, however deep they nest", async () => {
    const { person } = await stages("admin");
    const known = `"firstName":"Ann","lastName":"Lee","email":"ann.lee@example.net"`;
    const headers = {
      "content-type": "application/json",
      ...{ authorization: `Bearer ${person.token}`, "idempotency-key": randomUUID() },
    };
    const idOf = async (body: string) => {
      const reply = await fetch(product.url + API_BASE + calls.createBorrower.path, { method: "POST", headers, body });
      expect(reply.status).toBe(201);
      return ((await reply.json()) as { id: string }).id;
    };
    const first = await idOf(`{${known}}`);
    expect(await idOf(`{${known},"unknown":${"[".repeat(5_000)}${"]".repeat(5_000)}}`)).toBe(first);
  });

  test("other calls ignore the header", async () => {
    const stage = await stages("admin");
    const headers = { "idempotency-key": "k".repeat(IDEMPOTENCY_KEY_MAX + 1) };
    expect(await requestOf(stage, "listBorrowers", stage.person.token, { headers })).toMatchObject({ status: 200 });
  });
});
