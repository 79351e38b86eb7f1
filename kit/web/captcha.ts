// Owns the bot check in the browser: a token for the act that is to be proven human.
import { currentConfig } from "./config.ts";
import { loadScript } from "./load-script.ts";
import { readStored } from "./storage.ts";

interface Recaptcha {
  ready(act: () => void): void;
  execute(siteKey: string, options: { readonly action: string }): Promise<string>;
}

/** Any value under this key is testing mode. */
const TESTING_KEY = "sb-testing";

/** Rejects with SCRIPT_BLOCKED when the check's script does not come. */
export async function captchaToken(): Promise<string> {
  const { captchaTestToken, recaptchaSiteKey, scripts } = currentConfig();
  if (readStored(TESTING_KEY) !== null) return captchaTestToken;
  await loadScript(scripts.recaptcha);
  const check = recaptcha();
  if (check === undefined) throw new Error(`SCRIPT_BLOCKED ${scripts.recaptcha}`);
  await new Promise<void>((resolve) => check.ready(resolve));
  return check.execute(recaptchaSiteKey, { action: "subscribe" });
}

function recaptcha(): Recaptcha | undefined {
  return (window as { grecaptcha?: Recaptcha }).grecaptcha; // what the check's script leaves behind
}
