import { expect, onTestFinished, test } from "vitest";
import { openSandbox, SANDBOX_DEFAULTS } from "../../sandbox/sandbox.ts";
import { stripeChecks } from "./stripe.ts";

test("every check of Stripe holds on the sandbox, and leaves nothing behind", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const checks = stripeChecks({ ...SANDBOX_DEFAULTS.stripe, baseUrl: sandbox.providersUrl });
  for (const { proves, run } of checks) await expect(run(), proves).resolves.toBeUndefined();
  expect(sandbox.stripe.checks?.report()).toMatchObject({ invalid: 0, refused: 4 });
});

test("a check fails when Stripe cannot be reached or the key is another one", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const [first] = stripeChecks({ ...SANDBOX_DEFAULTS.stripe, secretKey: "sk_test_x", baseUrl: sandbox.providersUrl });
  await expect(first!.run()).rejects.toThrow("Invalid API Key");
  const [unreached] = stripeChecks({ ...SANDBOX_DEFAULTS.stripe, baseUrl: "http://localhost:9" });
  await expect(unreached!.run()).rejects.toThrow("connection");
});
