// OAuth 1.0a at the provider: reads the signed header and computes the signature again.
import { createHmac } from "node:crypto";
import { isSame } from "./authorization-code.ts";

export interface SignedRequest {
  method: string;
  /** The full address with its query. */
  url: string;
  /** The header `Authorization`. */
  authorization: string | undefined;
  form: Record<string, string>;
}

/** The parameters `oauth_…` of the header; undefined when there is no such header. */
export function readSignature(authorization: string | undefined): Record<string, string> | undefined {
  const list = /^OAuth (.+)$/i.exec(authorization ?? "")?.[1];
  if (list === undefined) return undefined;
  const pairs = [...list.matchAll(/([a-z_]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decodeURIComponent(value)]));
}

/** Whether HMAC-SHA1 over METHOD&url&sorted parameters is what the header says. */
export function isSignedBy(request: SignedRequest, clientSecret: string, tokenSecret: string): boolean {
  const { oauth_signature = "", ...signed } = readSignature(request.authorization) ?? {};
  const url = new URL(request.url);
  const parameters = [...Object.entries({ ...signed, ...request.form }), ...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const text = [request.method, url.origin + url.pathname, parameters.join("&")].map(encode).join("&");
  const expected = createHmac("sha1", `${encode(clientSecret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest("base64");
  return signed["oauth_signature_method"] === "HMAC-SHA1" && isSame(oauth_signature, expected);
}

/** RFC 5849 section 3.6: stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
