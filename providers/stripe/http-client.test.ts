import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { LARGEST_ANSWER } from "../http.ts";
import { loadStripe } from "./client.ts";
import { createStripeHttpClient } from "./http-client.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const stripeAt = async (answer: RequestListener, { timeout = 10_000, maxNetworkRetries = 0 } = {}) => {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const Stripe = loadStripe();
  return new Stripe("sk_test_1", {
    protocol: "http",
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    httpClient: createStripeHttpClient(Stripe),
    timeout,
    maxNetworkRetries,
    telemetry: false,
  });
};

test("requests one after the other share a connection, with their fields and headers", async () => {
  const ports = new Set<number | undefined>();
  const bodies: string[] = [];
  const stripe = await stripeAt((request, reply) => {
    ports.add(request.socket.remotePort);
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      bodies.push([request.method, request.url, request.headers["idempotency-key"], body].join(" "));
      reply.setHeader("request-id", "req_1").end('{"id":"cus_1","name":"Zoë"}');
    });
  });
  for (const name of ["Ann", "Zoë"])
    expect(await stripe.customers.create({ name }, { idempotencyKey: `key-${name.length}` })).toMatchObject({
      name: "Zoë",
      lastResponse: { requestId: "req_1", statusCode: 200 },
    });
  expect(ports.size).toBe(1);
  expect(bodies).toEqual(["POST /v1/customers key-3 name=Ann", "POST /v1/customers key-3 name=Zo%C3%AB"]);
});

test("a refusal keeps its code, its request id and its headers", async () => {
  const stripe = await stripeAt((_request, reply) => {
    reply.writeHead(404, { "request-id": "req_2", "idempotent-replayed": "true", "original-request": "req_0" });
    reply.end('{"error":{"type":"invalid_request_error","code":"resource_missing","message":"none"}}');
  });
  await expect(stripe.customers.retrieve("cus_1")).rejects.toMatchObject({
    code: "resource_missing",
    requestId: "req_2",
    headers: { "idempotent-replayed": "true", "original-request": "req_0" },
  });
});

test("no answer in time is a timeout, before the head and within the body, and is not waited for longer", async () => {
  const silent = await stripeAt(() => {}, { timeout: 50 });
  await expect(silent.customers.retrieve("cus_1")).rejects.toMatchObject({ detail: { code: "ETIMEDOUT" } });
  server?.closeAllConnections();
  server?.close();
  const stalled = await stripeAt((_request, reply) => void reply.writeHead(200).write('{"id":'), { timeout: 50 });
  await expect(stalled.customers.retrieve("cus_1")).rejects.toMatchObject({ detail: { code: "ETIMEDOUT" } });
});

test("an answer that is too large, cut off or no JSON is refused", async () => {
  const answers: RequestListener[] = [
    (_request, reply) => reply.end(JSON.stringify({ padding: "x".repeat(LARGEST_ANSWER) })),
    (_request, reply) => {
      reply.writeHead(200, { "content-length": 100 }).write('{"id":');
      setImmediate(() => reply.destroy());
    },
    (_request, reply) => reply.end("<html>"),
  ];
  const stripe = await stripeAt((request, reply) => void answers.shift()?.(request, reply));
  for (const type of ["StripeConnectionError", "StripeConnectionError", "StripeAPIError"])
    await expect(stripe.customers.retrieve("cus_1")).rejects.toMatchObject({ type });
});

test("an answer that asks for another try is followed by one, and a redirect by none", async () => {
  let asked = 0;
  const stripe = await stripeAt(
    (_request, reply) => {
      if (++asked === 1) return reply.writeHead(500).end("{}");
      return reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end('{"id":"cus_1"}');
    },
    { maxNetworkRetries: 1 },
  );
  expect(await stripe.customers.retrieve("cus_1")).toMatchObject({ lastResponse: { statusCode: 302 } });
  expect(asked).toBe(2);
});
