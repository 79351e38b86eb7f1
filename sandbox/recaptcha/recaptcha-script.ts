// `grecaptcha` as in version 3 of Google's own script: ready and execute.

/** Self-contained: its source is sent to the browser. */
export function recaptchaScript(knownSiteKey: string): void {
  const script = document.currentScript;
  const executeUrl = new URL("execute", script instanceof HTMLScriptElement ? script.src : location.href);

  /** Runs `callback` soon, never before `ready` has returned. */
  function ready(callback: () => void): void {
    queueMicrotask(callback);
  }

  async function execute(siteKey: string, { action = "" }: { action?: string } = {}): Promise<string> {
    if (siteKey !== knownSiteKey) throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`);
    const response = await fetch(executeUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ siteKey, action }),
    });
    if (!response.ok) throw new Error("The bot check could not be run");
    const { token } = (await response.json()) as { token: string };
    return token;
  }

  Object.assign(window, { grecaptcha: { ready, execute } });
}
