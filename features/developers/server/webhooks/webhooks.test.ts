import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { mailAbout } from "#features/auth/server/test-account.ts";
import { connect, generate, settled } from "#features/asset-reports/server/test-bank.ts";
import {
  SUBSCRIBABLE_EVENTS,
  WEBHOOK_EVENTS,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpointDetails,
  type WebhookEventType,
} from "#features/developers/contract.ts";
import { openWebhookSender } from "#platform/server/webhooks/send-webhook.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { cleanUpDeliveries, deliver } from "./deliver.ts";

const { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint, rotateWebhookSecret } = calls;
const { enableWebhookEndpoint, disableWebhookEndpoint, deleteWebhookEndpoint } = calls;
const { sendTestEvent, listWebhookDeliveries, resendWebhookDelivery } = calls;

interface Received {
  readonly id: string;
  readonly signatures: string[];
  readonly signed: string;
  readonly body: { readonly type: WebhookEventType; readonly data: Record<string, unknown> };
}

/** Answers with what `answer` says, 200 at first. */
async function aReceiver() {
  const received: Received[] = [];
  const receiver = {
    url: "",
    received,
    answer: (_request: IncomingMessage, reply: ServerResponse): void => void reply.end(),
  };
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const raw = Buffer.concat(parts).toString("utf8");
      const header = (name: string) => String(request.headers[name]);
      received.push({
        id: header("webhook-id"),
        signatures: header("webhook-signature").split(" "),
        signed: `${header("webhook-id")}.${header("webhook-timestamp")}.${raw}`,
        body: JSON.parse(raw) as Received["body"],
      });
      receiver.answer(request, reply);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return receiver;
}

function isSignedWith(secret: string, { signed, signatures }: Received): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return signatures.includes(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
}

describe.each(FEATURE_ENGINES)("webhooks on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await openTestProduct(engine, { WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: "true" });
  });
  afterAll(() => product.close());

  async function anEndpoint(admin: Person, details: Partial<WebhookEndpointDetails> & { url: string }) {
    const reply = await admin.send(createWebhookEndpoint, { description: "", events: ["report.ready"], ...details });
    expect(reply, String(reply.message)).toMatchObject({ status: 201, body: { endpoint: { state: "enabled" } } });
    return { id: reply.body.endpoint.id, secret: reply.body.secret };
  }
  const deliveriesOf = async (admin: Person, id: string): Promise<WebhookDelivery[]> =>
    (await admin.send(listWebhookDeliveries, { id })).body.deliveries;
  const stateOf = async (admin: Person, id: string) =>
    (await admin.send(listWebhookEndpoints)).body.find((one) => one.id === id)?.state;
  const untilDone = (admin: Person, id: string) =>
    expect.poll(async () => (await deliveriesOf(admin, id)).map(({ status }) => status)).not.toContain("pending");
  /** Like the job, without its pauses. */
  const attempt = async (lender: Lender, { id, attemptCount }: Pick<WebhookDelivery, "id" | "attemptCount">) =>
    deliver(product.product.ctx, product.database.system.within(lender.organizationId), {
      deliveryId: id,
      attempt: attemptCount,
    });
  const attemptUntilOver = async (admin: Person, lender: Lender, endpointId: string) => {
    for (;;) {
      const [newest] = await deliveriesOf(admin, endpointId);
      if (newest!.status !== "pending") return newest!;
      await attempt(lender, newest!);
    }
  };
  const aTeam = async (): Promise<{ lender: Lender; admin: Person }> => {
    const lender = await aLender(product);
    return { lender, admin: await lender.as("admin") };
  };

  test("a test event arrives signed, and its delivery is listed", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    const { id, secret } = await anEndpoint(admin, { url: receiver.url });
    expect(await admin.send(sendTestEvent, { id })).toMatchObject({ status: 204 });
    await expect.poll(() => receiver.received.length).toBe(1);
    const [message] = receiver.received;
    expect(isSignedWith(secret, message!)).toBe(true);
    expect(message!.body).toMatchObject({ type: "webhook.test", data: { endpointId: id } });
    await untilDone(admin, id);
    expect(await deliveriesOf(admin, id)).toMatchObject([
      {
        status: "delivered",
        eventId: message!.id,
        attemptCount: 1,
        nextAttemptAt: null,
        attempts: [{ responseStatus: 200 }],
      },
    ]);
    expect((await admin.send(listWebhookEndpoints)).body).toMatchObject([
      { id, lastDeliveredAt: expect.any(String) as string, failedCount: 0 },
    ]);
  });

  test("what happens with a borrower is sent to the endpoints that subscribe to it, without a name or account", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    const events = [...SUBSCRIBABLE_EVENTS];
    const { id, secret } = await anEndpoint(admin, { url: receiver.url, events });
    const other = await anEndpoint(admin, { url: receiver.url, events: ["statement.finalized"] });
    const person = await lender.as("registered");
    const borrower = await lender.hasBorrower({ loanNumber: "HOOK-1" });
    await connect(product, person, borrower.id);
    await generate(person, borrower.id);
    await settled(person, borrower.id);
    await admin.send(calls.disconnectBank, {
      itemId: (await person.send(calls.findOwnBorrower, { id: borrower.id })).body.items[0]!.id,
    });
    await untilDone(admin, id);
    const types = new Set(receiver.received.map(({ body }) => body.type));
    for (const type of [
      "borrower.created",
      "bank.connected",
      "report.ready",
      "evaluation.changed",
      "bank.disconnected",
    ])
      expect(types).toContain(type);
    for (const message of receiver.received) {
      expect(isSignedWith(secret, message)).toBe(true);
      const { data } = WEBHOOK_EVENTS[message.body.type];
      expect(data.parse(message.body.data), message.body.type).toEqual(message.body.data);
      expect(message.body.data).toMatchObject({ borrowerId: borrower.id, loanNumber: "HOOK-1" });
      expect(message.signed).not.toMatch(/Whitfield|Platypus|example\.net/);
    }
    expect(await deliveriesOf(admin, other.id)).toEqual([]);
  });

  test("a delivery that fails is retried eight times within a day, then the endpoint is disabled and admins emailed", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(400).end();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.attemptCount).toBe(1);
    const pauses: number[] = [];
    for (;;) {
      const [waiting] = await deliveriesOf(admin, id);
      if (waiting!.status !== "pending") break;
      pauses.push(Math.round((Date.parse(waiting!.nextAttemptAt!) - Date.parse(waiting!.attempts[0]!.at)) / 1000));
      await attempt(lender, waiting!);
    }
    expect(pauses).toHaveLength(8);
    expect(pauses.every((pause, at) => pause > (pauses[at - 1] ?? 0))).toBe(true);
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(20 * 3600);
    expect(total).toBeLessThan(26 * 3600);
    expect(new Set(receiver.received.map((one) => one.id)).size, "one id for all attempts").toBe(1);
    expect(receiver.received).toHaveLength(9);
    expect(await deliveriesOf(admin, id)).toMatchObject([{ status: "failed", attemptCount: 9, nextAttemptAt: null }]);
    expect(await stateOf(admin, id)).toBe("failing");
    await mailAbout(product, admin.email, `Your webhook endpoint at ${new URL(receiver.url).host} was disabled`);
  });

  test("a delivery that fails for good does not disable an endpoint that others reach", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(500).end();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.attemptCount).toBe(1);
    const [first] = await deliveriesOf(admin, id);
    receiver.answer = (_request, reply) => void reply.end();
    await admin.send(sendTestEvent, { id });
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.status).toBe("delivered");
    receiver.answer = (_request, reply) => void reply.writeHead(500).end();
    for (let made = 1; made < 9; made++) await attempt(lender, { id: first!.id, attemptCount: made });
    expect((await deliveriesOf(admin, id)).map(({ status }) => status)).toEqual(["delivered", "failed"]);
    expect(await stateOf(admin, id)).toBe("enabled");
  });

  test("410 disables the endpoint at once", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(410).end();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await expect.poll(() => stateOf(admin, id)).toBe("gone");
    expect(receiver.received).toHaveLength(1);
  });

  test("a disabled endpoint is sent nothing, what waited is canceled, and enabling does not send it", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(503).end();
    const { id } = await anEndpoint(admin, { url: receiver.url, events: ["borrower.created"] });
    await lender.hasBorrower();
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.attemptCount).toBe(1);
    const [waiting] = await deliveriesOf(admin, id);
    expect(await admin.send(disableWebhookEndpoint, { id })).toMatchObject({ body: { state: "disabled" } });
    await lender.hasBorrower();
    await attempt(lender, waiting!);
    for (const refused of [sendTestEvent, resendWebhookDelivery] as const)
      expect(await admin.send(refused, { id: refused === sendTestEvent ? id : waiting!.id })).toMatchObject({
        status: 409,
        message: "ENDPOINT_DISABLED",
      });
    await admin.send(enableWebhookEndpoint, { id });
    expect(await deliveriesOf(admin, id)).toMatchObject([{ id: waiting!.id, status: "canceled", attemptCount: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("resending makes an attempt at once under the same id, and counts", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(500).end();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.attemptCount).toBe(1);
    const failed = await attemptUntilOver(admin, lender, id);
    await admin.send(enableWebhookEndpoint, { id });
    receiver.answer = (_request, reply) => void reply.end();
    const reply = await admin.send(resendWebhookDelivery, { id: failed.id });
    expect(reply.body).toMatchObject({ status: "pending", attemptCount: 9 });
    await untilDone(admin, id);
    expect(await deliveriesOf(admin, id)).toMatchObject([{ id: failed.id, status: "delivered", attemptCount: 10 }]);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  test("a receiver that redirects, hangs or is unreachable is tried again later, with the reason", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    receiver.answer = (_request, reply) => void reply.writeHead(302, { location: receiver.url }).end();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await expect.poll(async () => (await deliveriesOf(admin, id))[0]?.attemptCount).toBe(1);
    const scope = product.database.system.within(lender.organizationId);
    const [{ id: deliveryId }] = (await deliveriesOf(admin, id)) as [WebhookDelivery];
    receiver.answer = () => {};
    const hasty = { ...product.product.ctx, webhooks: openWebhookSender({ allowsPrivate: true, timeoutMs: 50 }) };
    await deliver(hasty, scope, { deliveryId, attempt: 1 });
    const strict = { ...product.product.ctx, webhooks: openWebhookSender({ allowsPrivate: false }) };
    await deliver(strict, scope, { deliveryId, attempt: 2 });
    const [delivery] = await deliveriesOf(admin, id);
    expect(delivery).toMatchObject({ status: "pending", attemptCount: 3 });
    const seen = delivery!.attempts.map(({ responseStatus, error }: WebhookAttempt) => responseStatus ?? error);
    expect(seen).toEqual([expect.stringMatching(/PRIVATE_ADDRESS|CONNECTION_FAILED/), "TIMEOUT", 302]);
    expect(receiver.received).toHaveLength(2);
  });

  test("an attempt that was recorded is not made again by a late job", async () => {
    const { lender, admin } = await aTeam();
    const receiver = await aReceiver();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    await untilDone(admin, id);
    const [done] = await deliveriesOf(admin, id);
    await attempt(lender, { id: done!.id, attemptCount: 0 });
    await attempt(lender, { id: done!.id, attemptCount: 1 });
    await attempt(lender, { id: randomUUID(), attemptCount: 0 });
    expect(receiver.received).toHaveLength(1);
  });

  test("a rotated secret signs beside the new one, for as long as was asked", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    const { id, secret } = await anEndpoint(admin, { url: receiver.url });
    const sent = async () => {
      const before = receiver.received.length;
      await admin.send(sendTestEvent, { id });
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      return receiver.received.at(-1)!;
    };
    const { body } = await admin.send(rotateWebhookSecret, { id, overlapHours: 24, version: 1 });
    const during = await sent();
    expect([secret, body.secret].map((one) => isSignedWith(one, during))).toEqual([true, true]);
    const { body: last } = await admin.send(rotateWebhookSecret, { id, overlapHours: 0, version: 2 });
    const after = await sent();
    expect([secret, body.secret, last.secret].map((one) => isSignedWith(one, after))).toEqual([false, false, true]);
    const stored = await product.asOwner("select secret::text from webhook_endpoints where id = $1", [id]);
    expect(JSON.stringify(stored)).not.toContain(last.secret);
  });

  test("an endpoint is edited, deleted with its deliveries, and limited in number", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    await admin.send(sendTestEvent, { id });
    const change = { url: `${receiver.url}/new`, description: "New", events: ["report.failed" as const] };
    expect((await admin.send(updateWebhookEndpoint, { id, ...change, version: 1 })).body).toMatchObject({
      ...change,
      version: 2,
    });
    await admin.send(deleteWebhookEndpoint, { id });
    expect((await admin.send(listWebhookEndpoints)).body).toEqual([]);
    expect(await admin.send(listWebhookDeliveries, { id })).toMatchObject({ status: 404 });
    for (let made = 0; made < 20; made++) await anEndpoint(admin, { url: receiver.url });
    const details = { url: receiver.url, description: "", events: ["report.ready" as const] };
    expect(await admin.send(createWebhookEndpoint, details)).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
  });

  test("of two people who change an endpoint at once, one saves", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    const details = { url: receiver.url, events: ["report.ready" as const], version: 1 };
    const edits = await Promise.all(
      ["One", "Two"].map((description) => admin.send(updateWebhookEndpoint, { id, ...details, description })),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rotations = await Promise.all(
      [1, 2].map(() => admin.send(rotateWebhookSecret, { id, overlapHours: 24, version: 2 })),
    );
    expect(rotations.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("deliveries are deleted after 30 days", async () => {
    const { admin } = await aTeam();
    const receiver = await aReceiver();
    const { id } = await anEndpoint(admin, { url: receiver.url });
    for (const days of [29, 31])
      await product.asOwner(
        `insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, type, body, status, created_at)
         select organization_id, gen_random_uuid(), id, gen_random_uuid(), 'webhook.test', '{}', 'delivered',
           now() - make_interval(days => $2) from webhook_endpoints where id = $1`,
        [id, days],
      );
    await cleanUpDeliveries(product.product.ctx);
    expect(await deliveriesOf(admin, id)).toHaveLength(1);
  });
});

describe("the URL of an endpoint", () => {
  let product: TestProduct;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(FEATURE_ENGINES[0]!);
    admin = await (await aLender(product)).as("admin");
  });
  afterAll(() => product.close());

  test.each([
    ["http://hooks.lender.example/", "NOT_HTTPS"],
    ["https://localhost/", "PRIVATE_ADDRESS"],
    ["https://10.0.0.1/", "PRIVATE_ADDRESS"],
    ["https://169.254.169.254/latest/meta-data", "PRIVATE_ADDRESS"],
    ["https://[::ffff:127.0.0.1]/", "PRIVATE_ADDRESS"],
    ["https://user:key@hooks.lender.example/", "INVALID_FORMAT"],
    ["https://hooks.lender.example/#part", "INVALID_FORMAT"],
    ["ftp://hooks.lender.example/", "INVALID_FORMAT"],
    ["hooks.lender.example", "INVALID_FORMAT"],
    ["https://hooks.lender.example/\u0000", "INVALID_FORMAT"],
    ["https://hooks.lender\r\n.example/", "INVALID_FORMAT"],
    [`https://hooks.lender.example/${"a".repeat(500)}`, "TOO_BIG"],
  ])("%j is refused", async (url, code) => {
    const reply = await admin.send(createWebhookEndpoint, { url, description: "", events: ["report.ready"] });
    expect(reply).toMatchObject({ status: 400, errors: [{ field: "url", code }] });
  });

  test("is stored as it is called", async () => {
    const details = { url: " HTTPS://Hooks.Lender.example ", description: "", events: ["report.ready" as const] };
    expect(await admin.send(createWebhookEndpoint, details)).toMatchObject({ status: 201 });
    expect((await admin.send(calls.listWebhookEndpoints)).body).toMatchObject([
      { url: "https://hooks.lender.example/" },
    ]);
  });
});
