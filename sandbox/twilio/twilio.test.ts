import { expect, onTestFinished, test } from "vitest";
import { openSandbox, SANDBOX_DEFAULTS } from "../sandbox.ts";

const { accountSid, authToken, from } = SANDBOX_DEFAULTS.twilio;
const TEXT = { To: "+15550100123", From: from, Body: "Your link" };
const KEYS = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

async function aTwilio() {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const post = async (body: URLSearchParams | string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${sandbox.providersUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: "POST",
      headers: { authorization: KEYS, ...headers },
      body,
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  return { post, report: () => sandbox.twilio.checks!.report() };
}

test("a text message is answered with the whole resource, in Twilio's format", async () => {
  const { post, report } = await aTwilio();
  const { status, body } = await post(new URLSearchParams({ ...TEXT, Body: "x".repeat(161) }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ account_sid: accountSid, status: "queued", num_segments: "2", price: null });
  expect(body["date_created"]).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
  expect(report()).toMatchObject({ requests: 1, refused: 0, replies: 1, invalid: 0 });
});

test.each<[string, number, Partial<typeof TEXT>]>([
  ["no recipient", 21604, { To: "" }],
  ["a recipient that is no number", 21211, { To: "555-0100" }],
  ["no sender", 21603, { From: "" }],
  ["a sender that is no number", 21212, { From: "Keyturn" }],
  ["a sender of another account", 21606, { From: "+15005550007" }],
  ["no text", 21602, { Body: "" }],
  ["more than 1,600 characters", 21617, { Body: "x".repeat(1601) }],
  ["a recipient who opted out", 21610, { To: "+15005550004" }],
])("%s is refused with Twilio's code %i", async (_what, code, wrong) => {
  const { post, report } = await aTwilio();
  const { status, body } = await post(new URLSearchParams({ ...TEXT, ...wrong }));
  expect({ status, ...body }).toMatchObject({
    status: 400,
    code,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
  });
  expect(report()).toMatchObject({ requests: 1, refused: 1, invalid: 0 });
});

test("other keys are refused, and parameters count only in a form", async () => {
  const { post } = await aTwilio();
  const other = { authorization: `Basic ${Buffer.from(`${accountSid}:other`).toString("base64")}` };
  expect(await post(new URLSearchParams(TEXT), other)).toMatchObject({ status: 401, body: { code: 20003 } });
  const json = await post(JSON.stringify(TEXT), { "content-type": "application/json" });
  expect(json).toMatchObject({ status: 400, body: { code: 21604 } });
});
