import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../sandbox.ts";

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString("base64")}`;
const BODY = '{"type":"webhook.test"}';

async function aReceiver() {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const steer = async (order: object) => {
    const headers = { "content-type": "application/json" };
    const url = `${sandbox.providersUrl}/_steer/webhooks`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(order) })).status;
  };
  const send = (key: Buffer, timestamp = Math.floor(Date.now() / 1000)) => {
    const signature = `v1,${createHmac("sha256", key).update(`msg.${timestamp}.${BODY}`).digest("base64")}`;
    const headers = {
      ...{ "content-type": "application/json", "webhook-id": "msg" },
      ...{ "webhook-timestamp": String(timestamp), "webhook-signature": signature },
    };
    return fetch(`${sandbox.providersUrl}/webhooks/in`, { method: "POST", headers, body: BODY, redirect: "manual" });
  };
  const verdicts = async () => {
    const { received } = await (await fetch(`${sandbox.providersUrl}/webhooks/received`)).json();
    return received.map(({ verdict }: { verdict: string }) => verdict);
  };
  return { sandbox, steer, send, verdicts };
}

test("the receiver shows what arrived and verifies it with the secrets it was given", async () => {
  const { sandbox, steer, send, verdicts } = await aReceiver();
  expect((await send(KEY)).status).toBe(200);
  expect(await verdicts()).toEqual(["no secret yet"]);
  expect(await steer({ secret: "secret" })).toBe(400);
  expect(await steer({ secret: SECRET })).toBe(200);
  await send(Buffer.alloc(32, 8));
  await send(KEY, 1_000_000_000);
  expect(await verdicts()).toEqual(["valid", "wrong signature", "too old"]);
  expect(await (await fetch(sandbox.providersUrl)).text()).toContain("wrong signature");
});

test.each([
  ["badRequest", 400],
  ["error500", 500],
  ["gone", 410],
  ["redirect", 307],
  ["ok", 200],
])("in the mode %s it answers %i", async (mode, status) => {
  const { steer, send } = await aReceiver();
  await steer({ mode });
  expect((await send(KEY)).status).toBe(status);
});
