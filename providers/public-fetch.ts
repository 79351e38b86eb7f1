// Requests to addresses that customers enter, which must not reach our own network.
import { lookup as lookUp } from "node:dns";
import { request as askByHttp } from "node:http";
import { request as askByHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "#platform/server/http/public-address.ts";
import { AnswerTooLarge, LARGEST_ANSWER } from "./http.ts";

/** Checks what the name resolves to at the moment of connecting, so that a second answer of the DNS changes nothing. */
const lookUpPublic: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first) return done(new Error("PRIVATE_ADDRESS"), "", 0);
    if (options.all) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

export interface PublicFetchOptions {
  /** Also private addresses, and http. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs: number;
}

/**
 * One request, without redirects, over https, of an answer of 1 MB at most. Throws an Error that names the reason:
 * NOT_HTTPS, PRIVATE_ADDRESS, TIMEOUT or what the connection reports.
 */
export async function fetchPublic(
  address: string | URL,
  { method = "GET", headers, body }: { method?: string; headers?: Record<string, string>; body?: string | null },
  { allowsPrivate, timeoutMs }: PublicFetchOptions,
): Promise<Response> {
  const url = new URL(address);
  const isSecure = url.protocol === "https:";
  if (!isSecure && !(allowsPrivate && url.protocol === "http:")) throw new Error("NOT_HTTPS");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // No name is looked up for an address.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error("PRIVATE_ADDRESS");
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const ask = isSecure ? askByHttps : askByHttp;
    const request = ask(
      url,
      {
        method,
        headers: {
          ...headers,
          ...(body && { "content-length": Buffer.byteLength(body) }),
        },
        signal,
        agent: false,
        ...(!allowsPrivate && { lookup: lookUpPublic }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on("data", (part: Buffer) => {
          size += part.byteLength;
          if (size > LARGEST_ANSWER) request.destroy(new AnswerTooLarge());
          else parts.push(part);
        });
        answer.on("error", reject);
        answer.on("end", () => {
          const status = answer.statusCode ?? 502;
          const hasNoBody = status === 204 || status === 304;
          const type = answer.headers["content-type"];
          resolve(
            new Response(hasNoBody ? null : Buffer.concat(parts), {
              status,
              ...(type && { headers: { "content-type": type } }),
            }),
          );
        });
      },
    );
    request.on("error", (error) => reject(signal.aborted ? new Error("TIMEOUT") : error));
    request.end(body ?? undefined);
  });
}
