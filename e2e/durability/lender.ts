import { randomUUID } from "node:crypto";
import { type AssetReport, exchangePublicToken, latestAssetReport } from "../../features/asset-reports/contract.ts";
import { type Borrower, createBorrower } from "../../features/borrowers/contract.ts";
import { recordConsent } from "../../features/borrower-portal/contract.ts";
import { bodyOf, type Client } from "../api.ts";

/** Whose token it is. */
export function userIdOf({ token }: Client): string {
  const [, payload = ""] = token.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { id: string }).id;
}

// What tests of a separate process often ask of a running product: a borrower, a bank, a report's progress, live updates.

export function aBorrower(email = `${randomUUID()}@example.net`) {
  return { firstName: "Dura", lastName: "Able", email };
}

/** The product's own at Plaid. */
interface PlaidKeys {
  readonly clientId: string;
  readonly secret: string;
}

const SANDBOX_KEYS: PlaidKeys = { clientId: "keyturn-local-client", secret: "keyturn-local-secret" };

/**
 * The public token that the bank dialog gives to the page, created at the sandbox without the dialog.
 * @param userId the person at the provider, for a consumer report
 */
export async function aPublicToken(sandboxUrl: string, userId?: string, keys = SANDBOX_KEYS): Promise<string> {
  const reply = await fetch(`${sandboxUrl}/plaid/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: keys.clientId,
      secret: keys.secret,
      institution_id: "ins_109508",
      ...(userId ? { initial_products: ["cra_base_report"], user_id: userId } : { initial_products: ["assets"] }),
      options: { override_username: "user_good", override_password: "pass_good" },
    }),
  });
  const { public_token } = (await reply.json()) as { public_token?: string };
  if (!public_token) throw new Error(`the sandbox made no public token: ${reply.status}`);
  return public_token;
}

export async function aConnectedBorrower(client: Client, sandboxUrl: string, keys?: PlaidKeys): Promise<Borrower> {
  const { id, email } = bodyOf(await client.send(createBorrower, aBorrower()));
  bodyOf(await client.send(recordConsent, { id, email, method: "attested", signedOn: "2026-01-05" }));
  const publicToken = await aPublicToken(sandboxUrl, undefined, keys);
  const connected = bodyOf(await client.send(exchangePublicToken, { borrowerId: id, publicToken }));
  return connected as Borrower; // whole, to a person of the lender
}

export async function progressOf(client: Client, borrowerId: string): Promise<AssetReport | null> {
  return bodyOf(await client.send(latestAssetReport, { id: borrowerId })).report;
}

export interface OpenPage {
  /** Events heard so far, over all connections. */
  readonly heard: readonly { type: string; id: string; version: number }[];
  /** Connections that the server has accepted so far. */
  readonly connections: number;
  /** Codes that it closed them with. */
  readonly closings: readonly number[];
  close(): void;
}

/** Listens as a page does: reconnects after a lost connection, unless the server refuses the token. */
export function openPage(url: string, { token }: Client): OpenPage {
  const page = { heard: [] as OpenPage["heard"][number][], connections: 0, closings: [] as number[] };
  let socket: WebSocket;
  let isClosed = false;
  const connect = () => {
    socket = new WebSocket(`${url.replace(/^http/, "ws")}/live`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ token })));
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data)) as OpenPage["heard"][number];
      if (frame.type === "ready") page.connections++;
      else page.heard.push(frame);
    });
    socket.addEventListener("close", ({ code }) => {
      if (isClosed) return;
      page.closings.push(code);
      if (code !== 4401) setTimeout(connect, 200);
    });
  };
  connect();
  return Object.assign(page, {
    close: () => {
      isClosed = true;
      socket.close();
    },
  });
}
