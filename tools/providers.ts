// npm run providers [-- NAME]: what each provider must do for the product, tried on the sandbox or, with the provider's
// address and keys in the environment, on its own test environment. Fails if a check fails.
import { openSandbox, SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";
import { type Checks, runChecks } from "./providers/check.ts";
import { captchaChecks } from "./providers/captcha.ts";
import { oauthChecks } from "./providers/oauth.ts";
import { plaidChecks } from "./providers/plaid.ts";
import { stripeChecks } from "./providers/stripe.ts";

const SOCIAL = ["facebook", "github", "google", "twitter"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The checks of a provider on the sandbox at `sandboxUrl`, or on what `env` names. */
const SUITES: Record<string, (sandboxUrl: string, env: Environment) => Checks> = {
  plaid(sandboxUrl, env) {
    if (!env["PLAID_API_URL"])
      return plaidChecks({ ...SANDBOX_DEFAULTS.plaid, auditors: auditorsIn(env), baseUrl: `${sandboxUrl}/plaid` });
    const [baseUrl, clientId, secret] = readAll(env, "PLAID_API_URL", "PLAID_CLIENT_ID", "PLAID_SECRET");
    if (new URL(baseUrl).hostname === "production.plaid.com")
      throw new Error("PLAID_API_URL is Plaid's production: these checks create banks and reports.");
    return plaidChecks({ baseUrl, clientId, secret, auditors: auditorsIn(env) });
  },
  stripe(sandboxUrl, env) {
    if (!env["STRIPE_SECRET_KEY"]) return stripeChecks({ ...SANDBOX_DEFAULTS.stripe, baseUrl: sandboxUrl });
    const [secretKey, webhookSecret] = readAll(env, "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
    if (!/^[sr]k_test_/.test(secretKey))
      throw new Error("STRIPE_SECRET_KEY is no test key: these checks create customers and charges.");
    return stripeChecks({ baseUrl: env["STRIPE_API_URL"] || "https://api.stripe.com", secretKey, webhookSecret });
  },
  captcha(sandboxUrl, env) {
    const sandbox = `${sandboxUrl}/recaptcha/api`;
    if (!env["RECAPTCHA_SITE_KEY"])
      return captchaChecks({
        ...{ ...SANDBOX_DEFAULTS.recaptcha, scriptUrl: `${sandbox}.js` },
        verifyUrl: `${sandbox}/siteverify`,
      });
    const [siteKey, secretKey] = readAll(env, "RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY");
    const google = "https://www.google.com/recaptcha/api";
    return captchaChecks({
      ...{ siteKey, secretKey, scriptUrl: env["RECAPTCHA_JS_URL"] || `${google}.js` },
      verifyUrl: env["RECAPTCHA_VERIFY_URL"] || `${google}/siteverify`,
    });
  },
  oauth: (sandboxUrl, env) =>
    SOCIAL.flatMap((name) => {
      const prefix = name.toUpperCase();
      if (!env[`${prefix}_CLIENT_ID`])
        return oauthChecks(
          name,
          { ...SANDBOX_DEFAULTS.social[name], baseUrl: `${sandboxUrl}/${name}` },
          SANDBOX_DEFAULTS.publicUrl,
        );
      const [clientId, clientSecret, publicUrl] = readAll(
        env,
        `${prefix}_CLIENT_ID`,
        `${prefix}_CLIENT_SECRET`,
        "PUBLIC_URL",
      );
      return oauthChecks(name, { clientId, clientSecret, baseUrl: env[`${prefix}_BASE_URL`] || null }, publicUrl);
    }),
};

/** As app/server/config.ts reads them. */
function auditorsIn(env: Environment) {
  return {
    fannie: env["PLAID_AUDITOR_FANNIE_MAE"] || "fannie_mae",
    freddie: env["PLAID_AUDITOR_FREDDIE_MAC"] || "freddie_mac",
  };
}

function readAll<const Names extends readonly string[]>(env: Environment, ...names: Names) {
  return names.map((name) => {
    if (!env[name]) throw new Error(`${name} is missing.`);
    return env[name];
  }) as { [At in keyof Names]: string };
}

/** Runs the named suites, by default all, and returns how many checks failed. */
export async function tryProviders(
  names: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const known = Object.keys(SUITES);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No provider ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  const sandbox = await openSandbox();
  try {
    let failed = 0;
    for (const name of names.length > 0 ? names : known)
      failed += await runChecks(name, SUITES[name]?.(sandbox.providersUrl, env) ?? [], print);
    print(failed === 0 ? "All checks hold." : `${String(failed)} failed.`);
    return failed;
  } finally {
    await sandbox.close();
  }
}

if (import.meta.main) {
  const failed = await tryProviders(process.argv.slice(2), process.env, console.log).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  process.exitCode = failed > 0 ? 1 : 0;
}
