import { currentConfig } from "../config.ts";
import { loadScript } from "./load-script.ts";
import { log } from "../log.ts";
import { readStored } from "../storage.ts";
import { whenIdle } from "../when-idle.ts";

interface Recaptcha {
  ready(act: () => void): void;
  execute(siteKey: string, options: { readonly action: string }): Promise<string>;
}

/** Any value under this key is testing mode. */
const TESTING_KEY = "sb-testing";

/** The longest wait for a token: without a network the check may never answer. */
const LONGEST_WAIT_MS = 15_000;

/** Asks for the check's script once the page is there and idle, so that it has watched for a while when it is needed. */
export function preloadCaptcha(): void {
  if (document.readyState === "complete") whenIdle(askForScript);
  else window.addEventListener("load", () => whenIdle(askForScript), { once: true });
}

function askForScript(): void {
  loadScript(scriptUrl()).catch((error: unknown) =>
    log.warn("The bot check did not come; it is tried again when it is needed", error),
  );
}

/** Rejects with SCRIPT_BLOCKED when the check's script does not come, with CAPTCHA_SILENT when it does not answer. */
export async function captchaToken(): Promise<string> {
  const { captchaTestToken, recaptchaSiteKey } = currentConfig();
  if (readStored(TESTING_KEY) !== null) return captchaTestToken;
  const url = scriptUrl();
  await loadScript(url);
  const check = recaptcha();
  if (check === undefined) throw new Error(`SCRIPT_BLOCKED ${url}`);
  return inTime(async () => {
    await new Promise<void>((resolve) => check.ready(resolve));
    return check.execute(recaptchaSiteKey, { action: "subscribe" });
  });
}

/** Version 3 gives tokens only for the site key that its script was asked for with. */
function scriptUrl(): string {
  const { recaptchaSiteKey, scripts } = currentConfig();
  const url = new URL(scripts.recaptcha, document.baseURI);
  url.searchParams.set("render", recaptchaSiteKey);
  return url.href;
}

function inTime<T>(answer: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error("CAPTCHA_SILENT")), LONGEST_WAIT_MS);
    answer()
      .then(resolve, reject)
      .finally(() => clearTimeout(patience));
  });
}

function recaptcha(): Recaptcha | undefined {
  return (window as { grecaptcha?: Recaptcha }).grecaptcha; // what the check's script leaves behind
}
