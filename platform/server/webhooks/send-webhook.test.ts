import { createServer, type RequestListener } from "node:http";
import { createServer as createRawServer, type AddressInfo, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openWebhookSender } from "./send-webhook.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function aReceiver(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () =>
      seen.push(`${request.method} ${request.url} ${String(request.headers["webhook-id"])} ${body}`),
    );
    answer(request, reply);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}/in?a=b`, port, seen };
}

const HEADERS = { "webhook-id": "msg_1", "content-type": "application/json" };
const local = openWebhookSender({ allowsPrivate: true });
const send = (url: string, sender = local) => sender.send(url, HEADERS, '{"é":1}');

test("the body arrives whole, and the answer's status is read", async () => {
  const { url, seen } = await aReceiver((request, reply) => request.on("end", () => reply.writeHead(202).end("ok")));
  expect(await send(url)).toMatchObject({ status: 202, error: null, retryAfter: null });
  expect(seen).toEqual(['POST /in?a=b msg_1 {"é":1}']);
});

test("a redirect is not followed", async () => {
  const target = await aReceiver((_request, reply) => reply.end());
  const { url } = await aReceiver((_request, reply) => reply.writeHead(307, { location: target.url }).end());
  expect(await send(url)).toMatchObject({ status: 307, error: null });
  expect(target.seen).toEqual([]);
});

test("a body without an end is not read", async () => {
  let isClosed = false;
  const { url } = await aReceiver((_request, reply) => {
    reply.on("close", () => (isClosed = true));
    const part = Buffer.alloc(1_000_000);
    const write = () => {
      while (!reply.destroyed && reply.write(part));
    };
    reply.writeHead(200).on("drain", write);
    write();
  });
  expect(await send(url)).toMatchObject({ status: 200 });
  await expect.poll(() => isClosed).toBe(true);
});

test("a receiver that hangs is given up", async () => {
  const { url } = await aReceiver(() => {});
  const hasty = openWebhookSender({ allowsPrivate: true, timeoutMs: 50 });
  expect(await send(url, hasty)).toMatchObject({ status: null, error: "TIMEOUT" });
});

test("a name that is never looked up to the end is given up", async () => {
  const hasty = openWebhookSender({ allowsPrivate: true, timeoutMs: 50, resolve: () => new Promise(() => {}) });
  expect(await send("http://receiver.example/", hasty)).toMatchObject({ status: null, error: "TIMEOUT" });
});

test("the seconds that a receiver asks to wait are read, and nothing else", async () => {
  const asked = ["120", "Wed, 21 Oct 2026 07:28:00 GMT", "-1"];
  const { url } = await aReceiver((_request, reply) => reply.writeHead(429, { "retry-after": asked.shift() }).end());
  const answers = [await send(url), await send(url), await send(url)];
  expect(answers.map(({ retryAfter }) => retryAfter)).toEqual([120, null, null]);
});

test.each<[string, string, string]>([
  ["no HTTP", "220 mail.example ESMTP\r\n", "INVALID_RESPONSE"],
  ["headers without an end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}`, "INVALID_RESPONSE"],
  ["nothing", "", "CONNECTION_FAILED"],
])("a receiver that answers %s is a failure", async (_what, answer, error) => {
  const server = createRawServer((socket) => {
    socket.on("error", () => {});
    socket.end(answer);
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error });
});

test("a receiver that speaks no TLS, and a port that no one listens on, are failures", async () => {
  const { port } = await aReceiver((_request, reply) => reply.end());
  expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: "TLS_FAILED" });
  const gone = createRawServer();
  const free = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));
  expect(await send(`http://127.0.0.1:${free}/`)).toMatchObject({ status: null, error: "CONNECTION_FAILED" });
});

test("a name without an address is not found", async () => {
  const sender = openWebhookSender({ allowsPrivate: false, resolve: async () => [] });
  expect(await send("https://receiver.example/", sender)).toMatchObject({ status: null, error: "NAME_NOT_FOUND" });
});

test("the connection is made to the address that was checked, with one lookup", async () => {
  const { port, seen } = await aReceiver((_request, reply) => reply.end());
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return ["127.0.0.1"];
  };
  const sender = openWebhookSender({ allowsPrivate: true, resolve });
  expect(await send(`http://receiver.example:${port}/`, sender)).toMatchObject({ status: 200 });
  expect(asked).toEqual(["receiver.example"]);
  expect(seen).toHaveLength(1);
});

// Each would be answered, if it were asked.
test.each([
  ["a name of a private address", ["127.0.0.1"]],
  ["a name of a public and a private address", ["8.8.8.8", "127.0.0.1"]],
  ["a name of a mapped address", ["::ffff:127.0.0.1"]],
  ["a name of the metadata address", ["169.254.169.254"]],
])("%s is not connected to", async (_what, addresses) => {
  const { port, seen } = await aReceiver((_request, reply) => reply.end());
  const sender = openWebhookSender({ allowsPrivate: false, resolve: async () => addresses });
  expect(await send(`https://receiver.example:${port}/`, sender)).toMatchObject({
    status: null,
    error: "PRIVATE_ADDRESS",
  });
  expect(seen).toEqual([]);
});

test.each(["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])(
  "the address %s in place of a name is not connected to",
  async (host) => {
    const sender = openWebhookSender({ allowsPrivate: false });
    expect(await send(`https://${host}:9/`, sender)).toMatchObject({ status: null, error: "PRIVATE_ADDRESS" });
  },
);

test("without TLS nothing is sent", async () => {
  const { port, seen } = await aReceiver((_request, reply) => reply.end());
  const sender = openWebhookSender({ allowsPrivate: false, resolve: async () => ["8.8.8.8"] });
  expect(await send(`http://receiver.example:${port}/`, sender)).toMatchObject({ status: null });
  expect(seen).toEqual([]);
});
