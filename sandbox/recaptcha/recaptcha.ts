// The reCAPTCHA v3 sandbox: the browser script, its tokens, and the one verification of each token.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Ajv } from "ajv";
import type { FastifyInstance } from "fastify";
import { browserScript, openToOtherOrigins } from "../shared/browser-script.ts";
import { type Checks, openChecks } from "../shared/checks.ts";
import { html, moment, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { type Memory, openMemory } from "../shared/state-file.ts";

/** A token lives two minutes. */
const LIFE_MS = 120_000;
const MAX_STORED = 500;
const SHOWN = 20;
const HUMAN_SCORE = 0.9;
const BOT_SCORE = 0.1;
/** What the token of a bot counts as given for. */
const DEFAULT_ACTION = "subscribe";

export interface RecaptchaConfig {
  siteKey: string;
  secretKey: string;
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

interface Token {
  token: string;
  siteKey: string;
  action: string;
  hostname: string;
  createdAt: string;
  usedAt: string | null;
}

interface RecaptchaData {
  tokens: Record<string, Token>;
}

type Verdict =
  | { success: true; score: number; action: string; challenge_ts: string; hostname: string }
  | { success: false; "error-codes": string[] };

export async function openRecaptcha(config: RecaptchaConfig): Promise<SandboxProvider> {
  const path = config.folder === null ? null : join(config.folder, "recaptcha.json");
  const memory = await openMemory<RecaptchaData>(path, () => ({ tokens: {} }), config.say);
  const checks = openChecks();
  return {
    name: "recaptcha",
    checks,
    routes: (app) => serveRecaptcha(app, config, memory, checks),
    show: () =>
      html`<section aria-labelledby="recaptcha">
        <h2 id="recaptcha">reCAPTCHA: the bot check</h2>
        <p>
          A token given by the script is good once, for two minutes and for its action; all others are refused. Only
          <code>captcha-low-score</code> needs no script: it passes with score ${BOT_SCORE}.
        </p>
        ${table(
          ["Given", "Action", "Page", "State", "Token"],
          Object.values(memory.data.tokens).slice(-SHOWN).reverse().map(tokenRow),
          "No token has been given yet.",
        )}
      </section>`,
    find: (kind, id) => (kind === "tokens" ? memory.data.tokens[id] : undefined),
    steer: () => {
      throw new SteeringError("The bot check is steered by its token: captcha-low-score");
    },
    reset: () => undefined,
    close: () => memory.flush(),
  };
}

function serveRecaptcha(
  app: FastifyInstance,
  config: RecaptchaConfig,
  memory: Memory<RecaptchaData>,
  checks: Checks,
): void {
  const script = browserScript(recaptchaScript, config.siteKey);
  openToOtherOrigins(app);
  app.get<{ Querystring: { render?: string } }>("/api.js", (request, reply) => {
    if (request.query.render !== config.siteKey) return reply.code(400).type("text/plain").send("Invalid site key");
    return reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script);
  });
  app.post<{ Body: { siteKey: string; action: string } }>(
    "/execute",
    { schema: { body: EXECUTE } },
    (request, reply) => {
      const { siteKey, action } = request.body;
      if (siteKey !== config.siteKey) return reply.code(400).send({ error: "Invalid site key" });
      const { origin } = request.headers;
      const hostname = origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : "localhost";
      return { token: giveToken(config, memory, action, hostname) };
    },
  );
  app.post("/api/siteverify", (request, reply) => {
    const verdict = verify(config, memory, (request.body ?? {}) as Record<string, unknown>);
    const call = "POST /api/siteverify";
    if (verdict.success) checks.accepted();
    else checks.refused(call, verdict["error-codes"].join(", "));
    const wrong = isVerdict(verdict) ? null : new Ajv().errorsText(isVerdict.errors);
    checks.replied(call, wrong);
    return wrong === null ? verdict : reply.code(500).send({ error: wrong });
  });
}

/** As Google documents it for version 3. */
const isVerdict = new Ajv().compile({
  type: "object",
  oneOf: [
    {
      required: ["success", "score", "action", "challenge_ts", "hostname"],
      properties: {
        success: { const: true },
        score: { type: "number", minimum: 0, maximum: 1 },
        action: { type: "string", pattern: "^[A-Za-z0-9_/]*$" },
        challenge_ts: { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$` },
        hostname: { type: "string", minLength: 1 },
      },
    },
    {
      required: ["success", "error-codes"],
      properties: {
        success: { const: false },
        "error-codes": {
          type: "array",
          minItems: 1,
          items: {
            enum: [
              "missing-input-secret",
              "invalid-input-secret",
              "missing-input-response",
              "invalid-input-response",
              "bad-request",
              "timeout-or-duplicate",
            ],
          },
        },
      },
    },
  ],
});

const EXECUTE = {
  type: "object",
  required: ["siteKey", "action"],
  properties: { siteKey: { type: "string" }, action: { type: "string", pattern: "^[A-Za-z0-9_/]{1,100}$" } },
};

function giveToken(
  config: RecaptchaConfig,
  { data, changed }: Memory<RecaptchaData>,
  action: string,
  hostname: string,
): string {
  const token = `03AStandIn-${randomUUID()}`;
  data.tokens[token] = {
    token,
    siteKey: config.siteKey,
    action,
    hostname,
    createdAt: config.now().toISOString(),
    usedAt: null,
  };
  for (const old of Object.keys(data.tokens).slice(0, -MAX_STORED)) Reflect.deleteProperty(data.tokens, old);
  changed();
  return token;
}

/** Google answers 200 for every result. */
function verify(
  config: RecaptchaConfig,
  { data, changed }: Memory<RecaptchaData>,
  form: Record<string, unknown>,
): Verdict {
  const { secret, response } = form;
  if (typeof secret !== "string" || secret === "") return refuse("missing-input-secret");
  if (secret !== config.secretKey) return refuse("invalid-input-secret");
  if (typeof response !== "string" || response === "") return refuse("missing-input-response");
  const now = config.now();
  if (response === "captcha-low-score")
    return pass({ action: DEFAULT_ACTION, hostname: "localhost", createdAt: now.toISOString() }, BOT_SCORE);
  const known = data.tokens[response];
  if (known?.siteKey !== config.siteKey) return refuse("invalid-input-response");
  const isOver = now.getTime() - Date.parse(known.createdAt) > LIFE_MS;
  if (known.usedAt !== null || isOver) return refuse("timeout-or-duplicate");
  known.usedAt = now.toISOString();
  changed();
  return pass(known, HUMAN_SCORE);
}

function pass(
  { action, hostname, createdAt }: Pick<Token, "action" | "hostname" | "createdAt">,
  score: number,
): Verdict {
  return { success: true, score, action, challenge_ts: `${createdAt.slice(0, 19)}Z`, hostname };
}

function refuse(code: string): Verdict {
  return { success: false, "error-codes": [code] };
}

function tokenRow({ token, action, hostname, createdAt, usedAt }: Token) {
  return html`<tr>
    <td class="when">${moment(createdAt)}</td>
    <td>${action}</td>
    <td>${hostname}</td>
    <td>${usedAt === null ? html`<span class="ask">not verified</span>` : html`<span class="good">verified</span>`}</td>
    <td>
      <a href="/_state/recaptcha/tokens/${token}"><code>${token.slice(0, 24)}</code></a>
    </td>
  </tr>`;
}

// `grecaptcha` as in version 3 of Google's own script: ready and execute.

/** Self-contained: its source is sent to the browser. */
function recaptchaScript(knownSiteKey: string): void {
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
