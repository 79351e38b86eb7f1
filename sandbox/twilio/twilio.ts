// The sandbox of the text-message provider: Twilio's Messages resource and an inbox of what was sent.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html, isWebAddress, moment, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { type Memory, openMemory } from "../shared/state-file.ts";

const MOST_STORED = 500;
const SHOWN = 20;
const MODES = ["ok", "down", "error500"] as const;

/** Twilio's own test numbers, each with the error that it gives. */
const MAGIC_NUMBERS: Readonly<Record<string, { code: number; message: string }>> = {
  "+15005550001": { code: 21211, message: "The 'To' number is not a valid phone number." },
  "+15005550009": { code: 21614, message: "The 'To' number is not a mobile number." },
  "+15005550004": { code: 21610, message: "The recipient has opted out." },
};

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

interface TextMessage {
  sid: string;
  to: string;
  from: string;
  body: string;
  status: "queued";
  date_created: string;
}

interface TwilioData {
  /** The oldest first. */
  messages: TextMessage[];
}

interface Deps {
  readonly config: TwilioConfig;
  readonly memory: Memory<TwilioData>;
  readonly fault: { mode: (typeof MODES)[number] };
}

export async function openTwilio(config: TwilioConfig): Promise<SandboxProvider> {
  const path = config.folder === null ? null : join(config.folder, "twilio.json");
  const memory = await openMemory<TwilioData>(path, () => ({ messages: [] }), config.say);
  const deps: Deps = { config, memory, fault: { mode: "ok" } };
  return {
    name: "twilio",
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
  app.post<{ Body: Record<string, string> | null }>(MESSAGES, (request, reply) => {
    if (isRefused(request, reply, deps)) return reply;
    const { To: to = "", From: from = "", Body: body = "" } = request.body ?? {};
    const refusal = refusalOf({ to, from, body });
    if (refusal) return reply.code(400).send({ ...refusal, status: 400 });
    return reply.code(201).send(receive(deps, { to, from, body }));
  });
  app.get(MESSAGES, (request, reply) => {
    if (isRefused(request, reply, deps)) return reply;
    return { messages: deps.memory.data.messages.toReversed() };
  });
}

/** Answers a request under a requested error, or without our keys. */
function isRefused(request: FastifyRequest, reply: FastifyReply, { config, fault }: Deps): boolean {
  const keys = `Basic ${Buffer.from(`${config.accountSid}:${config.authToken}`).toString("base64")}`;
  const { accountSid } = request.params as { accountSid: string };
  if (fault.mode === "down") {
    reply.hijack();
    request.raw.socket.destroy();
  } else if (fault.mode === "error500") void reply.code(500).send({ code: 20500, message: "Internal Server Error" });
  else if (request.headers.authorization !== keys || accountSid !== config.accountSid)
    void reply.code(401).send({ code: 20003, message: "Authenticate", status: 401 });
  else return false;
  return true;
}

function refusalOf({ to, from, body }: Pick<TextMessage, "to" | "from" | "body">) {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return MAGIC_NUMBERS["+15005550001"];
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return { code: 21212, message: "The 'From' number is not valid." };
  if (body === "") return { code: 21602, message: "A message body is required." };
  if (body.length > 1600) return { code: 21617, message: "The message body exceeds the 1600 character limit." };
  return MAGIC_NUMBERS[to];
}

function receive({ config, memory }: Deps, text: Pick<TextMessage, "to" | "from" | "body">): TextMessage {
  const message: TextMessage = {
    sid: `SM${randomBytes(16).toString("hex")}`,
    ...text,
    status: "queued",
    date_created: config.now().toISOString(),
  };
  memory.data.messages = [...memory.data.messages, message].slice(-MOST_STORED);
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

function messageRow({ sid, to, body, date_created }: TextMessage) {
  const parts = body.split(/(\s+)/);
  return html`<tr>
    <td class="when">${moment(date_created)}</td>
    <td><a href="/_state/twilio/messages/${sid}">${to}</a></td>
    <td>${parts.map((part) => (isWebAddress(part) ? html`<a href="${part}">${part}</a>` : html`${part}`))}</td>
  </tr>`;
}
