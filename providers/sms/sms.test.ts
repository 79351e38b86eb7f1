import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openSms } from "./sms.ts";

const KEYS = { accountSid: "AC1", authToken: "token", from: "+15005550006" };

async function served(answer: (request: IncomingMessage, reply: ServerResponse) => void, timeoutMs?: number) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return openSms({ ...KEYS, baseUrl: `http://localhost:${(server.address() as AddressInfo).port}` }, timeoutMs);
}

const answering = (status: number, body: unknown, timeoutMs?: number) =>
  served((_request, reply) => reply.writeHead(status).end(JSON.stringify(body)), timeoutMs);

test("a message is sent as Twilio's Messages resource takes it", async () => {
  const caught = Promise.withResolvers<{ request: IncomingMessage; body: string }>();
  const send = await served((request, reply) => {
    void textOf(request).then((body) => caught.resolve({ request, body }));
    reply.writeHead(201).end(JSON.stringify({ sid: "SM1", status: "queued" }));
  });
  await send("+15550100123", "Hello & welcome");
  const { request, body } = await caught.promise;
  expect(request).toMatchObject({ method: "POST", url: "/2010-04-01/Accounts/AC1/Messages.json" });
  expect(request.headers.authorization).toBe(`Basic ${Buffer.from("AC1:token").toString("base64")}`);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: "+15550100123",
    From: "+15005550006",
    Body: "Hello & welcome",
  });
});

test.each([21211, 21610, 21614])("a number that cannot receive it, Twilio's code %i, is refused", async (code) => {
  const send = await answering(400, { code, message: "refused" });
  await expect(send("+15550100123", "Hello")).rejects.toMatchObject({ code: "PHONE_REFUSED" });
});

test.each<[string, number, unknown]>([
  ["wrong keys", 401, { code: 20003 }],
  ["a wrong sender", 400, { code: 21606 }],
  ["an error of the provider", 500, {}],
  ["an answer that is not a message", 201, "ok"],
])("%s counts as a provider that is down", async (_what, status, body) => {
  const send = await answering(status, body);
  await expect(send("+15550100123", "Hello")).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
});

test("a provider that cannot be reached, or is slow, is down", async () => {
  const away = openSms({ ...KEYS, baseUrl: "http://localhost:9" });
  await expect(away("+15550100123", "Hello")).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
  const hanging = await served(() => undefined, 200);
  await expect(hanging("+15550100123", "Hello")).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
});
