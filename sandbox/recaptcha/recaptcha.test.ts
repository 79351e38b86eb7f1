// The bot check's rules for the product's server and for a page.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SANDBOX_DEFAULTS, openSandbox } from "../sandbox.ts";

const { siteKey, secretKey } = SANDBOX_DEFAULTS.recaptcha;

async function aBotCheck(now = () => new Date(), more: Parameters<typeof openSandbox>[0] = {}) {
  const sandbox = await openSandbox({ now, ...more });
  const close = () => sandbox.close();
  if (!more.folder) onTestFinished(close);
  const base = `${sandbox.providersUrl}/recaptcha`;
  return {
    base,
    close,
    async verify(form: Record<string, string>) {
      const reply = await fetch(`${base}/api/siteverify`, {
        method: "POST",
        body: new URLSearchParams({ secret: secretKey, ...form }),
      });
      expect(reply.status).toBe(200);
      return reply.json();
    },
    async execute(action: string, key = siteKey) {
      const headers = { "content-type": "application/json", origin: "http://localhost:3000" };
      return fetch(`${base}/execute`, { method: "POST", headers, body: JSON.stringify({ siteKey: key, action }) });
    },
  };
}

test("a token that the script did not give is refused, except the one of a bot", async () => {
  const check = await aBotCheck();
  for (const response of ["anything", "captcha-fail"])
    expect(await check.verify({ response })).toEqual({ success: false, "error-codes": ["invalid-input-response"] });
  expect(await check.verify({ response: "captcha-low-score" })).toMatchObject({
    success: true,
    score: 0.1,
    action: "subscribe",
    hostname: "localhost",
  });
});

test("a token from the script is valid once, for its action and its page", async () => {
  const check = await aBotCheck();
  const { token } = await (await check.execute("login")).json();
  expect(await check.verify({ response: token })).toMatchObject({
    success: true,
    action: "login",
    hostname: "localhost",
  });
  expect(await check.verify({ response: token })).toEqual({ success: false, "error-codes": ["timeout-or-duplicate"] });
});

test("a token that is two minutes old has expired", async () => {
  let now = Date.parse("2026-05-04T12:00:00Z");
  const check = await aBotCheck(() => new Date(now));
  const { token } = await (await check.execute("login")).json();
  now += 121_000;
  expect(await check.verify({ response: token })).toEqual({ success: false, "error-codes": ["timeout-or-duplicate"] });
});

test("wrong or missing keys are refused as at Google", async () => {
  const check = await aBotCheck();
  expect((await check.execute("login", "another-site")).status).toBe(400);
  expect(await check.verify({ secret: "wrong", response: "x" })).toEqual({
    success: false,
    "error-codes": ["invalid-input-secret"],
  });
  expect(await check.verify({ secret: "", response: "x" })).toEqual({
    success: false,
    "error-codes": ["missing-input-secret"],
  });
  expect(await check.verify({})).toEqual({ success: false, "error-codes": ["missing-input-response"] });
});

test("the script is served only with the site key", async () => {
  const { base } = await aBotCheck();
  for (const query of ["", "?render=", "?render=explicit", "?render=another-site", `?sitekey=${siteKey}`])
    expect((await fetch(`${base}/api.js${query}`)).status, query).toBe(400);
  expect((await fetch(`${base}/api.js?render=${siteKey}`)).status).toBe(200);
});

test("a token for another site key is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bot-check-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = await aBotCheck(undefined, { folder });
  const { token } = await (await before.execute("subscribe")).json();
  await before.close();
  const after = await aBotCheck(undefined, { folder, recaptcha: { siteKey: "another-site", secretKey } });
  expect(await after.verify({ response: token })).toEqual({
    success: false,
    "error-codes": ["invalid-input-response"],
  });
  await after.close();
});

test("the script is open to other origins and contains nothing that a strict policy forbids", async () => {
  const check = await aBotCheck();
  const script = await fetch(`${check.base}/api.js?render=${siteKey}`);
  expect(script.headers.get("access-control-allow-origin")).toBe("*");
  expect(await script.text()).not.toMatch(/innerHTML|eval\(|new Function/);
});
