import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

export interface S3Request {
  method: string;
  /** As it was sent, still escaped: what the signature covers. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: Buffer;
  bucket: string;
  /** Empty for the bucket itself. */
  key: string;
}

/** Answered as XML, in S3's form. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The bucket is the first part of the path, or of the host: `bucket.localhost`. */
export async function readRequest(request: IncomingMessage): Promise<S3Request> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const headers = request.headers as Record<string, string | undefined>; // S3 repeats no header
  const host = /^([a-z0-9.-]+)\.localhost(?::|$)/.exec(headers["host"] ?? "")?.[1];
  const [, bucket = "", ...rest] = url.pathname.split("/");
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: await buffer(request),
    bucket: host ?? bucket,
    key: decodeURIComponent(host === undefined ? rest.join("/") : url.pathname.slice(1)),
  };
}

/** An XML element; what it holds is escaped, or is elements already. */
export function element(name: string, content: string | number | readonly string[]): string {
  const inner = typeof content === "object" ? content.join("") : escapeXml(String(content));
  return `<${name}>${inner}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
