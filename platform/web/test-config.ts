import type { WebConfig } from "#platform/contract/web-config.ts";
import { loadConfig } from "./config.ts";

export function readTestConfig(overrides: Partial<WebConfig> = {}): Promise<WebConfig> {
  const config: WebConfig = {
    environment: "local",
    productName: "Keyturn",
    backendURL: "http://test",
    websocketURL: "ws://test",
    recaptchaSiteKey: "site-key",
    stripePublishableKey: "pk_test",
    facebookClientID: "",
    githubClientID: "",
    googleClientID: "",
    twitterClientID: "",
    testHost: "",
    captchaTestToken: "{secret}",
    bannerEnabled: false,
    scripts: {
      recaptcha: "https://check.example/recaptcha.js",
      stripe: "https://card.example/v3",
      plaidLink: "https://bank.example/link.js",
      markdownEditor: "/assets/editor.js",
      markdownRenderer: "/assets/renderer.js",
    },
    ...overrides,
  };
  return loadConfig(async () => Response.json(config));
}
