// What reCAPTCHA must do for Keyturn. A good token needs a browser that Google knows as human.
import assert from "node:assert/strict";
import { openCaptcha } from "../../providers/captcha/captcha.ts";
import type { Checks } from "./check.ts";

interface CaptchaTarget {
  readonly verifyUrl: string;
  readonly scriptUrl: string;
  readonly siteKey: string;
  readonly secretKey: string;
}

export function captchaChecks({ verifyUrl, scriptUrl, siteKey, secretKey }: CaptchaTarget): Checks {
  const isHuman = openCaptcha({ verifyUrl, secretKey, hostname: "localhost", testToken: null });
  const refuses = async (form: Record<string, string>, code: string) => {
    const reply = await fetch(verifyUrl, { method: "POST", body: new URLSearchParams(form) });
    assert.equal(reply.status, 200);
    const { success, "error-codes": codes } = (await reply.json()) as { success: boolean; "error-codes": string[] };
    assert.equal(success, false);
    assert.ok(codes.includes(code), `it answered ${codes.join(", ")}`);
  };

  return [
    {
      proves: "the script is served for our site key",
      async run() {
        const reply = await fetch(`${scriptUrl}?render=${encodeURIComponent(siteKey)}`);
        assert.equal(reply.status, 200);
        assert.match(reply.headers.get("content-type") ?? "", /javascript/);
      },
    },
    {
      proves: "a missing and a wrong secret are refused",
      async run() {
        await refuses({ response: "made-up" }, "missing-input-secret");
        await refuses({ secret: "made-up", response: "made-up" }, "invalid-input-secret");
      },
    },
    {
      proves: "our secret is good: with it, only the token is refused",
      async run() {
        await refuses({ secret: secretKey }, "missing-input-response");
        await refuses({ secret: secretKey, response: "made-up" }, "invalid-input-response");
      },
    },
    {
      proves: "the product takes a made-up token for no human",
      run: async () => assert.equal(await isHuman("made-up", "192.0.2.1"), false),
    },
    { byHand: "subscribe on the first page as a visitor: it works, and Google's console counts the request" },
  ];
}
