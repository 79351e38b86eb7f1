import { expect, test } from "vitest";
import { readConfig } from "./server/config.ts";
import { pagePolicy } from "./server/api.ts";
import { runsProviderScript, scriptsAt } from "./page-scripts.ts";

const ROOT = "/nowhere";

test("each page has its scripts, and the bot check with all of them", () => {
  expect(scriptsAt("/privacy-policy")).toEqual(["recaptcha"]);
  expect(scriptsAt("/")).toEqual(["recaptcha", "stripe"]);
  expect(scriptsAt("/borrower/asset-report/5")).toEqual(["recaptcha", "plaidLink"]);
  expect(scriptsAt("/borrower/5/")).toEqual(["recaptcha", "plaidLink", "markdownRenderer"]);
  expect(scriptsAt("/borrower/5/more")).toEqual(["recaptcha"]);
  expect(scriptsAt("/version")).toEqual(["recaptcha", "markdownEditor", "markdownRenderer"]);
});

test("trusted types are relaxed only for the card and bank scripts", () => {
  for (const path of [
    "/",
    "/borrower/5",
    "/borrower/asset-report/5",
    "/account/billing/subscription",
    "/admin/billing/subscription",
  ])
    expect(runsProviderScript(path), path).toBe(true);
  for (const path of [
    "/version",
    "/auth/login",
    "/account/borrowers/all",
    "/borrower",
    "/api/latest/borrower/5",
    "/account/billing/subscription/x",
  ])
    expect(runsProviderScript(path), path).toBe(false);
});

test("on a local installation a page may talk to any server, and scripts come only from the sandbox providers", () => {
  const policy = pagePolicy(readConfig({ APP_ENV: "local" }, ROOT));
  expect(policy.connectTo).toEqual(["http:", "https:", "ws:", "wss:"]);
  expect(policy.scriptsFrom).toEqual(["http://localhost:4010"]);
  expect(policy.framesFrom).toEqual(["http://localhost:4010"]);
  expect(policy.reportTo).toBe("/api/latest/policy-report");
});

test("elsewhere it talks to the product and the providers, as they document it", () => {
  const local = readConfig({ APP_ENV: "local" }, ROOT);
  const policy = pagePolicy({
    ...local,
    environment: "prod",
    backendUrl: "https://site.example",
    web: {
      ...local.web,
      websocketURL: "wss://live.example/live",
      scripts: {
        ...local.web.scripts,
        recaptcha: "https://www.google.com/recaptcha/api.js?render=key",
        stripe: "https://js.stripe.com/v3/",
        plaidLink: "https://cdn.plaid.com/link/v2/stable/link-initialize.js",
      },
    },
  });
  expect(policy.scriptsFrom).toEqual([
    "https://www.google.com/recaptcha/",
    "https://js.stripe.com",
    "https://cdn.plaid.com",
    "https://www.gstatic.com/recaptcha/",
    "https://*.js.stripe.com",
  ]);
  expect(policy.framesFrom).toEqual(
    expect.arrayContaining(["https://hooks.stripe.com", "https://recaptcha.google.com/recaptcha/"]),
  );
  expect(policy.connectTo).toEqual(
    expect.arrayContaining(["https://site.example", "wss://live.example", "https://api.stripe.com"]),
  );
  expect(policy.connectTo).not.toContain("https:");
  expect(policy.paymentsBy).toEqual(["https://js.stripe.com"]);
});
