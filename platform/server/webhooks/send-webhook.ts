import { lookup as lookupHost, Resolver } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { observe, type WebhookOperation } from "#platform/server/observability/operations.ts";
import { isPublicAddress } from "../http/public-address.ts";

/** From the name's lookup to the answer's headers. */
export const WEBHOOK_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;
const DNS = { timeout: 2_000, tries: 2 };

/** Why there was no answer. */
export const SEND_ERRORS = [
  "TIMEOUT",
  "NAME_NOT_FOUND",
  "PRIVATE_ADDRESS",
  "CONNECTION_FAILED",
  "TLS_FAILED",
  "INVALID_RESPONSE",
] as const;
export type SendErrorCode = (typeof SEND_ERRORS)[number];

export interface SendResult {
  /** `null`: no answer came, for the reason in `error`. */
  readonly status: number | null;
  readonly error: SendErrorCode | null;
  readonly durationMs: number;
  /** Seconds that the receiver asks to wait; `null`: it does not say. */
  readonly retryAfter: number | null;
}

export interface WebhookSender {
  /** Whether endpoints may be on this machine or in a private network, without TLS: for development alone. */
  readonly allowsPrivate: boolean;
  /** One attempt. It never rejects, follows no redirect and reads no body. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult>;
}

declare module "#platform/server/context.ts" {
  interface Context {
    readonly webhooks: WebhookSender;
  }
}

class SendError extends Error {
  readonly code: SendErrorCode;
  constructor(code: SendErrorCode, cause?: unknown) {
    super(code, { cause });
    this.name = "SendError";
    this.code = code;
  }
}

interface SenderOptions {
  readonly allowsPrivate: boolean;
  /** All addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
}

export function openWebhookSender({
  allowsPrivate,
  resolve = allowsPrivate ? resolveLocally : resolvePublicly,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
}: SenderOptions): WebhookSender {
  const requireAllowed = (addresses: readonly string[]) => {
    if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new SendError("PRIVATE_ADDRESS");
  };
  // The connection is made to the addresses that were checked: a second lookup could give others (DNS rebinding).
  const lookup: LookupFunction = (hostname, { all }, done) => {
    checkedAddresses(hostname).then(
      (addresses) => (all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)),
      (error: unknown) => done(error as Error, []),
    );
  };
  async function checkedAddresses(hostname: string) {
    const addresses = await resolve(hostname).catch((error: unknown) => {
      throw new SendError("NAME_NOT_FOUND", error);
    });
    if (addresses.length === 0) throw new SendError("NAME_NOT_FOUND");
    requireAllowed(addresses);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  function post(url: URL, headers: Readonly<Record<string, string>>, body: string) {
    const { request } = url.protocol === "https:" ? https : http;
    const options = { method: "POST", headers, agent: false, lookup, maxHeaderSize: MAX_HEADER_BYTES };
    return new Promise<Pick<SendResult, "status" | "retryAfter">>((settle, reject) => {
      const sent = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
        response.on("error", () => {}).destroy(); // however long its body is
        settle({ status: response.statusCode!, retryAfter: secondsIn(response.headers["retry-after"]) });
      });
      sent.on("error", reject).end(body);
    });
  }

  return {
    allowsPrivate,
    async send(address, headers, body) {
      const startedAt = performance.now();
      const operation: WebhookOperation = { kind: "webhook" };
      const result = await observe(operation, async () => {
        const url = new URL(address);
        if (url.protocol !== "https:" && !allowsPrivate) throw new SendError("CONNECTION_FAILED");
        const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
        if (isIP(host)) requireAllowed([host]); // no lookup is made for an address
        const bytes = Buffer.from(body);
        const answer = await post(url, { ...headers, "content-length": String(bytes.length) }, body);
        operation.status = answer.status!;
        return { ...answer, error: null };
      }).catch((error: unknown) => ({ status: null, retryAfter: null, error: codeOf(error) }));
      return { ...result, durationMs: Math.round(performance.now() - startedAt) };
    },
  };
}

/** Asks the network's name servers, and not the machine's own list of hosts. */
async function resolvePublicly(hostname: string): Promise<string[]> {
  // Not the system's lookup, which takes one of four threads for as long as a name server does not answer.
  const resolver = new Resolver(DNS);
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

async function resolveLocally(hostname: string): Promise<string[]> {
  return (await lookupHost(hostname, { all: true })).map(({ address }) => address);
}

const TLS_ERROR = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL)/;

function codeOf(error: unknown): SendErrorCode {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof SendError) return at.code;
    if (at.name === "TimeoutError") return "TIMEOUT";
    const { code = "" } = at as NodeJS.ErrnoException;
    if (TLS_ERROR.test(code)) return "TLS_FAILED";
    if (code.startsWith("HPE_")) return "INVALID_RESPONSE";
  }
  return "CONNECTION_FAILED";
}

/** The number alone: a date depends on the receiver's clock. */
function secondsIn(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
