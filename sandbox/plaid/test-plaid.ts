// A Plaid sandbox for one test. It checks every reply against Plaid's published schemas.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { SANDBOX_DEFAULTS, openSandbox } from "../sandbox.ts";
import type { Sandbox, SandboxConfig } from "../sandbox.ts";
import { findReplyError, findWebhookError } from "./openapi.ts";

const paths = Object.assign(
  {},
  ...["plaid-openapi.json", "plaid-consumer-report-openapi.json"].map(
    (name) => JSON.parse(readFileSync(new URL(`schemas/${name}`, import.meta.url), "utf8")).paths,
  ),
);

/** Every path that Plaid's document has for us. */
export const PLAID_PATHS = Object.keys(paths);

export const KEYS = { client_id: SANDBOX_DEFAULTS.plaid.clientId, secret: SANDBOX_DEFAULTS.plaid.secret };

export interface Reply {
  status: number;
  text: string;
  // Foreign JSON: the schema check below is what gives it its shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- replies differ by path and are checked by schema
  body: any;
}

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- webhooks differ by code and are checked by schema
  body: any;
}

export interface TestBank {
  sandbox: Sandbox;
  plaidUrl: string;
  /** Calls with our keys; fails the test when the reply does not match Plaid's document. */
  call(path: string, body: object): Promise<Reply>;
  /** A step of the Link dialog. */
  step(name: string, body: object): Promise<Reply>;
  /** Connects without the dialog. */
  connect(username: string, options?: object): Promise<{ access_token: string; item_id: string }>;
  linkToken(more?: object): Promise<string>;
  /** Requests a report and waits until it is ready or has failed. */
  report(accessTokens: string[], more?: object): Promise<{ token: string; id: string; reply: Reply }>;
  settled(token: string, more?: object): Promise<Reply>;
}

export async function aBank(overrides: Partial<SandboxConfig> = {}): Promise<TestBank> {
  const plaid = { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 20, webhookRetryMs: [5, 5, 5] };
  const sandbox = await openSandbox({ plaid, ...overrides });
  onTestFinished(() => sandbox.close());
  const plaidUrl = `${sandbox.providersUrl}/plaid`;
  const post = async (path: string, body: object): Promise<Reply> => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(plaidUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : null };
  };
  const bank: TestBank = {
    sandbox,
    plaidUrl,
    async call(path, body) {
      const reply = await post(path, { ...KEYS, ...body });
      expectOfficial(path, reply);
      return reply;
    },
    step: (name, body) => post(`/link/session/${name}`, body),
    async connect(username, options = {}) {
      const asked = { override_username: username, ...options };
      const { body } = await bank.call("/sandbox/public_token/create", {
        institution_id: "ins_109508",
        initial_products: ["assets"],
        options: asked,
      });
      return (await bank.call("/item/public_token/exchange", { public_token: body.public_token })).body;
    },
    async linkToken(more = {}) {
      const { body } = await bank.call("/link/token/create", {
        client_name: "Keyturn",
        language: "en",
        country_codes: ["US"],
        products: ["assets"],
        user: { client_user_id: "borrower-1", legal_name: "Maria Silva", email_address: "maria@example.com" },
        ...more,
      });
      return body.link_token;
    },
    async report(access_tokens, more = {}) {
      const { body } = await bank.call("/asset_report/create", { access_tokens, days_requested: 90, ...more });
      return {
        token: body.asset_report_token,
        id: body.asset_report_id,
        reply: await bank.settled(body.asset_report_token),
      };
    },
    async settled(asset_report_token, more = {}) {
      const state = async () =>
        (await sandbox.plaid.find("reports", asset_report_token)) as { state: string } | undefined;
      await expect.poll(async () => (await state())?.state).not.toBe("pending");
      return bank.call("/asset_report/get", { asset_report_token, ...more });
    },
  };
  return bank;
}

/** A webhook receiver; `answers` are its statuses in order, and the last one repeats. */
export async function aWebhookReceiver(...answers: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      response.writeHead(answers[Math.min(received.length, answers.length) - 1] ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/hook`, received };
}

/** Expects the reply to match its published schema: the operation's, or Plaid's error. */
function expectOfficial(path: string, { status, body, text }: Reply): void {
  expect(findReplyError(path, status, body), text.slice(0, 400)).toBeNull();
}

export function expectOfficialWebhook({ body, text }: Received): void {
  expect(findWebhookError(`${body.webhook_type}/${body.webhook_code}`, body), text).toBeNull();
}
