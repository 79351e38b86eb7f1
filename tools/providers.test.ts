import { expect, test } from "vitest";
import { tryProviders } from "./providers.ts";

async function run(names: string[], env: Record<string, string> = {}) {
  const lines: string[] = [];
  const failed = await tryProviders(names, env, (line) => lines.push(line));
  return { failed, lines };
}

test("every check of a provider holds on the sandbox", async () => {
  const { failed, lines } = await run([]);
  expect(lines.filter((line) => line.startsWith("  FAILED"))).toEqual([]);
  expect(failed).toBe(0);
  expect(lines.filter((line) => line.startsWith("  ok")).length).toBeGreaterThan(20);
});

test("a provider that cannot be reached fails its checks, with the reason", async () => {
  const nowhere = "http://localhost:9";
  const plaid = { PLAID_API_URL: nowhere, PLAID_CLIENT_ID: "ours", PLAID_SECRET: "secret" };
  const { failed, lines } = await run(["plaid"], plaid);
  expect(failed).toBeGreaterThan(5);
  expect(lines.join("\n")).toContain("a link token is given, and expires within four hours\n");
  expect(lines.join("\n")).toContain("plaid: NETWORK");
});

test("production and missing keys are refused before anything is sent", async () => {
  await expect(run(["plaid"], { PLAID_API_URL: "https://sandbox.plaid.com" })).rejects.toThrow("PLAID_CLIENT_ID");
  const keys = { PLAID_CLIENT_ID: "ours", PLAID_SECRET: "secret" };
  const production = { ...keys, PLAID_API_URL: "https://production.plaid.com" };
  await expect(run(["plaid"], production)).rejects.toThrow("production");
  await expect(run(["stripe"], { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" })).rejects.toThrow(
    "no test key",
  );
  await expect(run(["bank"])).rejects.toThrow("There are: plaid, stripe, captcha, oauth.");
});
