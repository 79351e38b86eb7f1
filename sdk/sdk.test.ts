import { createHmac, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ApiError } from "../platform/web/http/api-error.ts";
import type { HttpRequest } from "../platform/web/http/http.ts";
import { createClient } from "./client.ts";
import { retrying } from "./retry.ts";
import { verifyWebhook } from "./webhooks.ts";

describe("a webhook", () => {
  const key = Buffer.from("a key of the endpoint");
  const secret = `whsec_${key.toString("base64")}`;
  const now = Date.UTC(2026, 10, 28, 12);
  const body = '{"type":"report.ready","name":"Łucja"}';

  function signed({ at = now, id = "msg_1", by = key, of = body } = {}) {
    const timestamp = String(Math.floor(at / 1000));
    const signature = `v1,${createHmac("sha256", by).update(`${id}.${timestamp}.${of}`).digest("base64")}`;
    return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  }

  test("signed with the secret is read, from any kind of headers and body", () => {
    const event: unknown = JSON.parse(body);
    expect(verifyWebhook({ headers: signed(), body, secret, now })).toEqual(event);
    expect(verifyWebhook({ headers: new Headers(signed()), body: Buffer.from(body), secret, now })).toEqual(event);
  });

  test("matches the example of the Standard Webhooks specification's own libraries", () => {
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const sent = { headers, body: '{"test": 2432232314}', secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
    expect(verifyWebhook({ ...sent, now: 1_614_265_330_000 })).toEqual({ test: 2_432_232_314 });
  });

  test("is accepted by either secret while they are rotated", () => {
    const [old, other] = [signed({ by: Buffer.from("an older key") }), signed()];
    const both = { ...other, "webhook-signature": `v1a,x ${old["webhook-signature"]} ${other["webhook-signature"]}` };
    expect(verifyWebhook({ headers: both, body, secret, now })).toMatchObject({ type: "report.ready" });
  });

  test.each([
    ["another body", { headers: signed({ of: "{}" }) }],
    ["another secret", { headers: signed({ by: Buffer.from("another") }) }],
    ["another id", { headers: { ...signed(), "webhook-id": "msg_2" } }],
    ["a time more than five minutes ago", { headers: signed({ at: now - 301_000 }) }],
    ["a time more than five minutes from now", { headers: signed({ at: now + 301_000 }) }],
    ["no time", { headers: { ...signed(), "webhook-timestamp": "" } }],
    ["a time that is none", { headers: { ...signed(), "webhook-timestamp": "now" } }],
    ["no signature", { headers: { ...signed(), "webhook-signature": undefined } }],
    ["a signature of another kind", { headers: { ...signed(), "webhook-signature": "v2,abc" } }],
    ["a secret without its prefix", { headers: signed(), secret: secret.slice(6) }],
  ])("with %s is refused", (_what, sent) => {
    expect(() => verifyWebhook({ body, secret, now, ...sent })).toThrow(
      expect.objectContaining({ name: "WebhookError" }),
    );
  });
});

describe("a failed request", () => {
  const get: HttpRequest = { method: "GET", url: "/caller" };
  const post: HttpRequest = { method: "POST", url: "/account/send-visit-link" };
  const keyed: HttpRequest = { ...post, headers: { "idempotency-key": "k" } };
  const failure = (status: number, retryAfter: number | null = null) =>
    new ApiError(status, status === 0 ? "NETWORK" : status === 429 ? "TOO_MANY_REQUESTS" : "INTERNAL_ERROR", {
      retryAfter,
    });

  async function timesSent(request: HttpRequest, error: ApiError): Promise<{ sent: number; waited: number[] }> {
    let sent = 0;
    const waited: number[] = [];
    const send = () => {
      sent += 1;
      return Promise.reject(error);
    };
    const refused = await retrying(send, 3, async (pause) => waited.push(pause))(request).catch(
      (last: unknown) => last,
    );
    expect(refused).toBe(error);
    return { sent, waited };
  }

  test.each([
    ["a read after no answer", get, failure(0), 4],
    ["a read after 500", get, failure(500), 4],
    ["a read after 400", get, failure(400), 1],
    ["a change with an idempotency key after no answer", keyed, failure(0), 4],
    ["a change with an idempotency key after 502", keyed, failure(502), 4],
    ["a change without one after no answer", post, failure(0), 1],
    ["a change without one after 503", post, failure(503), 1],
    ["a change without one after 429, which was refused unread", post, failure(429, 1), 4],
    ["a read that should wait an hour", get, failure(429, 3_600), 1],
  ])("%s is sent as often as is safe", async (_what, request, error, times) => {
    expect((await timesSent(request, error)).sent).toBe(times);
  });

  test("is sent again after as long as Retry-After says, else after longer and longer", async () => {
    expect((await timesSent(get, failure(429, 7))).waited).toEqual([7_000, 7_000, 7_000]);
    const { waited } = await timesSent(get, failure(500));
    for (const [at, pause] of waited.entries()) {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** at);
      expect(pause).toBeLessThanOrEqual(500 * 2 ** at);
    }
  });
});

test("a client refuses what can be no key, before anything is sent", () => {
  for (const apiKey of ["", "keyturn_sk_…", "sk_live_1", "keyturn_sk_a b"])
    expect(() => createClient({ apiKey, url: "http://localhost:1" })).toThrow("An API key begins with keyturn_sk_");
  expect(() => createClient({ apiKey: "keyturn_sk_test", url: "" })).toThrow(TypeError);
});

describe("a client", () => {
  let server: Server;
  afterEach(() => server.close());

  async function serve(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return createClient({
      apiKey: "keyturn_sk_test",
      url: `http://localhost:${(server.address() as AddressInfo).port}/`,
      retries: 2,
    });
  }
  const json = (reply: ServerResponse, body: unknown, status = 200, headers = {}) =>
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  test("sends its key, and one idempotency key over all retries of a call", async () => {
    const keys: unknown[] = [];
    const keyturn = await serve((request, reply) => {
      keys.push(request.headers["idempotency-key"]);
      expect(request.headers.authorization).toBe("Bearer keyturn_sk_test");
      if (keys.length % 2 === 1) return json(reply, { message: "TOO_MANY_REQUESTS" }, 429, { "retry-after": "0" });
      return json(reply, { assetReportId: "1", state: "queued" }, 202);
    });
    for (let sent = 0; sent < 2; sent += 1) await keyturn.generateAssetReport({ borrowerId: randomUUID() });
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]]);
    expect(keys[2]).not.toBe(keys[0]);
    await keyturn.generateAssetReport({ borrowerId: randomUUID() }, { idempotencyKey: "mine" });
    expect(keys.slice(4)).toEqual(["mine", "mine"]);
  });

  test("reads a list page by page, as far as it is read", async () => {
    const ids = ["1", "2", "3", "4", "5"];
    const asked: string[] = [];
    const keyturn = await serve((request, reply) => {
      asked.push(request.url!);
      const query = new URL(request.url!, "http://x").searchParams;
      const start = ids.indexOf(query.get("after") ?? "") + 1;
      json(
        reply,
        ids.slice(start, start + Number(query.get("limit"))).map((id) => ({ id })),
      );
    });
    const all: string[] = [];
    for await (const { id } of keyturn.listOrganizationBorrowers({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
    expect(asked).toHaveLength(3);
    expect(await keyturn.listOrganizationBorrowers({ limit: 2 })).toHaveLength(2);
    for await (const { id } of keyturn.listOrganizationBorrowers({ limit: 2 })) if (id === "1") break;
    expect(asked).toHaveLength(5);
  });

  test("names the code, the fields and the request of a refusal", async () => {
    const keyturn = await serve((_request, reply) =>
      json(reply, { message: "VALIDATION_ERROR", errors: [{ field: "email", code: "REQUIRED" }] }, 400, {
        "x-request-id": "r1",
      }),
    );
    await expect(keyturn.readCaller()).rejects.toMatchObject({
      ...{ name: "ApiError", status: 400, code: "VALIDATION_ERROR", requestId: "r1" },
      errors: [{ field: "email", code: "REQUIRED" }],
    });
  });

  test("leaves no part of a file behind when the connection breaks", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "keyturn-sdk-"));
    let isBroken = false;
    const keyturn = await serve((_request, reply) => {
      reply.writeHead(200, { "content-length": 8, "content-disposition": 'attachment; filename="a.pdf"' });
      reply.write("half", () => (isBroken ? reply.destroy() : reply.end("done")));
    });
    const file = path.join(folder, "new", "a.pdf");
    const report = await keyturn.downloadAssetReport({ id: randomUUID() });
    expect(report.name).toBe("a.pdf");
    await report.saveTo(file);
    expect(await readFile(file, "utf8")).toBe("halfdone");
    isBroken = true;
    const cut = await keyturn.downloadAssetReport({ id: randomUUID() });
    await expect(cut.saveTo(path.join(folder, "b.pdf"))).rejects.toThrow();
    expect(existsSync(path.join(folder, "b.pdf"))).toBe(false);
    await rm(folder, { recursive: true });
  });

  test("waits for a report until it is ready, and says why one failed", async () => {
    const states = ["queued", "generating", "ready", "failed"];
    const keyturn = await serve((_request, reply) => {
      const state = states.shift();
      const error = state === "failed" ? { code: "X", message: "The bank does not respond" } : null;
      json(reply, { report: state ? { state, error } : null });
    });
    expect(await keyturn.waitForReport("1", { everyMs: 1 })).toMatchObject({ state: "ready" });
    await expect(keyturn.waitForReport("1", { everyMs: 1 })).rejects.toThrow("The bank does not respond");
    await expect(keyturn.waitForReport("1", { everyMs: 1 })).rejects.toThrow("This borrower has no report");
  });
});
