// The sandbox of the text-message provider: Twilio's Messages resource and an inbox of what was sent.
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Checks, openChecks } from "../shared/checks.ts";
import { html, type Html, isWebAddress, moment, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { type Memory, openMemory } from "../shared/state-file.ts";
import { type Message, newMessage, type Text, findReplyError } from "./messages.ts";

const MAX_STORED = 500;
const SHOWN = 20;
const MODES = ["ok", "down", "error500"] as const;

interface Refusal {
  code: number;
  message: string;
}

/** Twilio's own test numbers, each with the error that it gives. */
const MAGIC_NUMBERS: Readonly<Record<string, Refusal>> = {
  "+15005550001": { code: 21211, message: "The 'To' number is not a valid phone number." },
  "+15005550009": { code: 21614, message: "The 'To' number is not a mobile number." },
  "+15005550004": { code: 21610, message: "The recipient has opted out." },
};

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** The account's only number. */
  from: string;
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

interface TwilioData {
  /** The oldest first. */
  messages: Message[];
}

interface Deps {
  readonly config: TwilioConfig;
  readonly memory: Memory<TwilioData>;
  readonly checks: Checks;
  readonly fault: { mode: (typeof MODES)[number] };
}

export async function openTwilio(config: TwilioConfig): Promise<SandboxProvider> {
  const path = config.folder === null ? null : join(config.folder, "twilio.json");
  const memory = await openMemory<TwilioData>(path, () => ({ messages: [] }), config.say);
  const deps: Deps = { config, memory, checks: openChecks(), fault: { mode: "ok" } };
  return {
    name: "twilio",
    checks: deps.checks,
    routes: (app) => serveMessages(app, deps),
    show: () => inbox(deps),
    find: (kind, id) => (kind === "messages" ? memory.data.messages.find(({ sid }) => sid === id) : undefined),
    steer({ mode }) {
      const known = MODES.find((one) => one === mode);
      if (known === undefined) throw new SteeringError(`mode must be one of ${MODES.join(", ")}`);
      deps.fault.mode = known;
    },
    reset() {
      deps.fault.mode = "ok";
    },
    close: () => memory.flush(),
  };
}

const MESSAGES = "/2010-04-01/Accounts/:accountSid/Messages.json";

function serveMessages(app: FastifyInstance, deps: Deps): void {
  app.post(MESSAGES, (request, reply) => {
    if (isBroken(request, reply, deps)) return reply;
    const refusal = authenticate(request, deps) ?? refusalOf(textIn(request), deps.config.from);
    if (refusal) return refuse(reply, deps, refusal);
    deps.checks.accepted();
    return send(reply, deps, 201, receive(deps, textIn(request)));
  });
  app.get(MESSAGES, (request, reply) => {
    if (isBroken(request, reply, deps)) return reply;
    const refusal = authenticate(request, deps);
    return refusal ? refuse(reply, deps, refusal) : { messages: deps.memory.data.messages.toReversed() };
  });
}

/** Answers a request under a requested error. */
function isBroken(request: FastifyRequest, reply: FastifyReply, { fault }: Deps): boolean {
  if (fault.mode === "down") {
    reply.hijack();
    request.raw.socket.destroy();
  } else if (fault.mode === "error500")
    void reply.code(500).send({ code: 20500, message: "Internal Server Error", status: 500 });
  return fault.mode !== "ok";
}

const NO_ACCESS: Refusal = { code: 20003, message: "Authenticate" };

function authenticate({ headers, params }: FastifyRequest, { config }: Deps): Refusal | undefined {
  const keys = `Basic ${Buffer.from(`${config.accountSid}:${config.authToken}`).toString("base64")}`;
  const { accountSid } = params as { accountSid: string };
  return headers.authorization === keys && accountSid === config.accountSid ? undefined : NO_ACCESS;
}

/** Twilio reads parameters only from a form. */
function textIn({ headers, body }: FastifyRequest): Text {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const { To: to = "", From: from = "", Body: text = "" } = (isForm ? body : {}) as Record<string, string>;
  return { to, from, body: text };
}

function refusalOf({ to, from, body }: Text, ownNumber: string): Refusal | undefined {
  if (to === "") return { code: 21604, message: "A 'To' phone number is required." };
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return MAGIC_NUMBERS["+15005550001"];
  if (from === "") return { code: 21603, message: "A 'From' phone number is required." };
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return { code: 21212, message: "The 'From' number is not valid." };
  if (from !== ownNumber) return { code: 21606, message: "The 'From' number is not one of this account." };
  if (body === "") return { code: 21602, message: "A message body is required." };
  if (body.length > 1600) return { code: 21617, message: "The message body exceeds the 1600 character limit." };
  return MAGIC_NUMBERS[to];
}

function refuse(reply: FastifyReply, deps: Deps, { code, message }: Refusal): FastifyReply {
  const status = code === NO_ACCESS.code ? 401 : 400;
  deps.checks.refused("POST Messages.json", `${code}: ${message}`);
  return send(reply, deps, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

function send(reply: FastifyReply, { checks }: Deps, status: number, body: object): FastifyReply {
  const wrong = findReplyError(status, body);
  checks.replied("POST Messages.json", wrong);
  return wrong === null ? reply.code(status).send(body) : reply.code(500).send({ message: wrong });
}

function receive({ config, memory }: Deps, text: Text): Message {
  const message = newMessage(config.accountSid, text, config.now());
  memory.data.messages = [...memory.data.messages, message].slice(-MAX_STORED);
  memory.changed();
  return message;
}

function inbox({ memory, fault }: Deps): Html {
  return html`<section aria-labelledby="twilio">
    <h2 id="twilio">Twilio: text messages</h2>
    <p>
      Nothing leaves this machine. <code>+15005550001</code> is no valid number, <code>+15005550009</code> no mobile
      phone, and <code>+15005550004</code> has opted out.
    </p>
    <form class="acts" method="post" action="/_steer/twilio">
      ${MODES.map(
        (mode) =>
          html`<button name="mode" value="${mode}" aria-pressed="${String(mode === fault.mode)}">${mode}</button>`,
      )}
    </form>
    ${table(
      ["Sent", "To", "Message"],
      memory.data.messages.slice(-SHOWN).reverse().map(messageRow),
      "No text message has been sent yet.",
    )}
  </section>`;
}

function messageRow({ sid, to, body, date_created }: Message) {
  const parts = body.split(/(\s+)/);
  return html`<tr>
    <td class="when">${moment(new Date(date_created).toISOString())}</td>
    <td><a href="/_state/twilio/messages/${sid}">${to}</a></td>
    <td>${parts.map((part) => (isWebAddress(part) ? html`<a href="${part}">${part}</a>` : html`${part}`))}</td>
  </tr>`;
}
