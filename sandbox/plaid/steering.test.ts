// Errors of the whole provider, requested over HTTP as a person or a test would.
import { expect, test } from "vitest";
import { aBank } from "./test-plaid.ts";
import type { TestBank } from "./test-plaid.ts";

function steer(bank: TestBank, order: object, name = "plaid"): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${bank.sandbox.providersUrl}/_steer/${name}`, { method: "POST", headers, body: JSON.stringify(order) });
}

test.each([
  ["down", 503, "PLANNED_MAINTENANCE"],
  ["error500", 500, "INTERNAL_SERVER_ERROR"],
])("%s answers %i to API and dialog until it is reset", async (mode, status, error_code) => {
  const bank = await aBank();
  const token = await bank.linkToken();
  expect((await steer(bank, { mode })).status).toBe(200);
  expect(await bank.call("/link/token/get", { link_token: token })).toMatchObject({ status, body: { error_code } });
  expect(await bank.step("start", { link_token: token })).toMatchObject({ status, body: { error_code } });
  await steer(bank, {}, "reset");
  expect((await bank.call("/link/token/get", { link_token: token })).status).toBe(200);
});

test.each([{ mode: "hang" }, { mode: "slow", delayMs: 600_000 }])(
  "mode %j answers no request until the mode is reset",
  async (order) => {
    const bank = await aBank();
    await steer(bank, order);
    let answered = false;
    const asked = bank.linkToken().then(() => (answered = true));
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${bank.plaidUrl}/item/get`, { method: "POST", body: "{}", signal })).rejects.toThrow();
    expect(answered).toBe(false);
    await steer(bank, { mode: "ok" });
    await asked;
  },
);

test("closing does not wait for a hanging call", async () => {
  const bank = await aBank();
  const token = await bank.linkToken();
  await steer(bank, { mode: "hang" });
  const hanging = expect(bank.call("/link/token/get", { link_token: token })).rejects.toThrow("fetch failed");
  await expect.poll(() => fetch(bank.sandbox.providersUrl).then(({ ok }) => ok)).toBe(true);
  await bank.sandbox.close();
  await hanging;
});

test("slow mode answers after its delay", async () => {
  const bank = await aBank();
  await steer(bank, { mode: "slow", delayMs: 20 });
  expect(await bank.linkToken()).toMatch(/^link-sandbox-/);
});

test("an invalid order is refused and changes nothing", async () => {
  const bank = await aBank();
  for (const order of [{ mode: "broken" }, { webhooks: 7 }, { delayMs: -1 }, { delayMs: "soon" }]) {
    expect((await steer(bank, order)).status).toBe(400);
  }
  expect((await steer(bank, {}, "unknown")).status).toBe(404);
  await bank.linkToken();
});

test("the buttons of the page also steer, and lead back to the page", async () => {
  const bank = await aBank();
  const body = new URLSearchParams({ mode: "down" });
  const pressed = await fetch(`${bank.sandbox.providersUrl}/_steer/plaid`, {
    method: "POST",
    body,
    headers: { accept: "text/html" },
    redirect: "manual",
  });
  expect(pressed.status).toBe(303);
  const page = await (await fetch(bank.sandbox.providersUrl)).text();
  expect(page).toMatch(/value="down"\s+aria-pressed="true"/);
});
