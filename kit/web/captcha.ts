// Owns the bot check in the browser: a token for the act that is to be proven human.
import { currentConfig } from "./config.ts";
import { loadScript } from "./load-script.ts";
import { log } from "./log.ts";
import { readStored } from "./storage.ts";

interface Recaptcha {
  ready(act: () => void): void;
  execute(siteKey: string, options: { readonly action: string }): Promise<string>;
}

/** Any value under this key is testing mode. */
const TESTING_KEY = "sb-testing";

/** When the page is too busy to be idle, it is asked for all the same. */
const LATEST_START_MS = 2_000;

/** Asks for the check's script once the page is there and idle, so that it has watched for a while when it is needed. */
export function preloadCaptcha(): void {
  if (document.readyState === "complete") whenIdle(askForScript);
  else window.addEventListener("load", () => whenIdle(askForScript), { once: true });
}

function askForScript(): void {
  loadScript(currentConfig().scripts.recaptcha).catch((error: unknown) =>
    log.warn("The bot check did not come; it is tried again when it is needed", error),
  );
}

function whenIdle(act: () => void): void {
  // Safari has none.
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: LATEST_START_MS });
  else setTimeout(act, LATEST_START_MS / 2);
}

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
