// A receiver of the product's own webhooks: it shows what arrived and whether the signature is right.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html, moment, table } from "../shared/page.ts";
import { openWaitingCallers, type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";

const MAX_STORED = 5_000;
const SHOWN = 20;
const MODES = ["ok", "badRequest", "error500", "gone", "redirect", "hang", "huge"] as const;
const STATUS = { badRequest: 400, error500: 500, gone: 410 } as const;
/** As the reference library of Standard Webhooks. */
const TOLERANCE_SECONDS = 300;

interface ReceivedWebhook {
  readonly at: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

export function openWebhookReceiver({ now }: { now: () => Date }): SandboxProvider {
  const received: ReceivedWebhook[] = [];
  const secrets: string[] = [];
  const callers = openWaitingCallers();
  let mode: (typeof MODES)[number] = "ok";

  const verdictOf = (one: ReceivedWebhook): string => {
    if (secrets.length === 0) return "no secret yet";
    if (Math.abs(Date.parse(one.at) / 1000 - Number(one.timestamp)) > TOLERANCE_SECONDS) return "too old";
    return secrets.some((secret) => isSigned(one, secret)) ? "valid" : "wrong signature";
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const header = (name: string) => String(request.headers[name] ?? "");
    received.push({
      at: now().toISOString(),
      id: header("webhook-id"),
      timestamp: header("webhook-timestamp"),
      signature: header("webhook-signature"),
      body: String(request.body),
    });
    if (received.length > MAX_STORED) received.shift();
    if (mode === "redirect") return reply.redirect("/webhooks/elsewhere", 307);
    if (mode === "hang") await callers.untilReleased(reply);
    if (mode === "huge") return reply.send("x".repeat(50_000_000));
    return reply.code(mode in STATUS ? STATUS[mode as keyof typeof STATUS] : 200).send("");
  };

  return {
    name: "webhooks",
    routes(app: FastifyInstance) {
      app.removeAllContentTypeParsers(); // the signature is over the bytes
      app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
      app.post("/in", answer);
      app.post("/elsewhere", answer);
      app.get("/received", () => ({ received: received.map((one) => ({ ...one, verdict: verdictOf(one) })) }));
    },
    show: () => show(received.slice(-SHOWN).reverse(), verdictOf, mode),
    find: (kind, id) => (kind === "received" ? received.find((one) => one.id === id) : undefined),
    steer({ mode: asked, secret }) {
      if (typeof secret === "string") {
        if (!/^whsec_[\w+/]+=*$/.test(secret)) throw new SteeringError("secret must begin with whsec_");
        secrets.push(secret);
        return;
      }
      const known = MODES.find((one) => one === asked);
      if (known === undefined) throw new SteeringError(`mode must be one of ${MODES.join(", ")}`);
      mode = known;
      callers.release();
    },
    reset() {
      mode = "ok";
      callers.release();
    },
    close: async () => callers.release(),
  };
}

function isSigned({ id, timestamp, body, signature }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const right = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  return signature.split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function show(received: readonly ReceivedWebhook[], verdictOf: (one: ReceivedWebhook) => string, mode: string): Html {
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Your software: webhooks</h2>
    <p>
      In the site, add this page's address with <code>/webhooks/in</code> as an endpoint under Webhooks. Then give its
      signing secret here.
    </p>
    <form class="acts" method="post" action="/_steer/webhooks">
      <label>Signing secret <input name="secret" required autocomplete="off" /></label>
      <button>Verify</button>
    </form>
    <form class="acts" method="post" action="/_steer/webhooks">
      ${MODES.map(
        (one) => html`<button name="mode" value="${one}" aria-pressed="${String(one === mode)}">${one}</button>`,
      )}
    </form>
    ${table(
      ["Received", "webhook-id", "Signature", "Body"],
      received.map(
        (one) =>
          html`<tr>
            <td class="when">${moment(one.at)}</td>
            <td><code>${one.id}</code></td>
            <td>${verdictOf(one)}</td>
            <td><code>${one.body}</code></td>
          </tr>`,
      ),
      "No event has arrived yet.",
    )}
  </section>`;
}
