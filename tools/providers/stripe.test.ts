import { expect, onTestFinished, test } from "vitest";
import { openSandbox, SANDBOX_DEFAULTS } from "../../sandbox/sandbox.ts";
import { runChecks } from "./check.ts";
import { stripeChecks } from "./stripe.ts";

test("every check of Stripe holds on the sandbox, whose replies are all as published", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const checks = stripeChecks({ ...SANDBOX_DEFAULTS.stripe, baseUrl: sandbox.providersUrl });
  const lines: string[] = [];
  expect(await runChecks("stripe", checks, (line) => lines.push(line)), lines.join("\n")).toBe(0);
  expect(sandbox.stripe.checks?.report()).toMatchObject({ invalid: 0, refused: 4 });
});

test("with a key of another account every check fails", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const checks = stripeChecks({
    ...SANDBOX_DEFAULTS.stripe,
    secretKey: "sk_test_other",
    baseUrl: sandbox.providersUrl,
  });
  const lines: string[] = [];
  expect(await runChecks("stripe", checks, (line) => lines.push(line))).toBe(checks.length - 1); // one is by hand
  expect(lines[0]).toMatch(/FAILED .+\n +Invalid API Key/);
});
