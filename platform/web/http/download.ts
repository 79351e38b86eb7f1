import type { Call, FileReply, Input } from "#platform/contract/call.ts";
import { sendRaw, type SendOptions } from "./client.ts";

type FileCall = Call & { readonly reply: FileReply };

/** Bytes so far; `total` is `null` when the server did not tell it. */
export interface Progress {
  readonly received: number;
  readonly total: number | null;
}

export interface DownloadOptions extends SendOptions {
  readonly onProgress?: (progress: Progress) => void;
}

/** Fetches the file of a call and saves it. Gives the name it was saved under. Throws `ApiError`. */
export async function downloadFile<C extends FileCall>(
  call: C,
  input: Input<C>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<string> {
  const reply = await sendRaw(call, input, { signal });
  const length = reply.headers.get("content-length");
  const total = length === null ? null : Number(length);
  const parts = reply.body === null ? [] : await readAll(reply.body, (received) => onProgress?.({ received, total }));
  const name = fileNameIn(reply.headers.get("content-disposition")) ?? "download";
  saveFile(new Blob(parts, { type: reply.headers.get("content-type") ?? "application/octet-stream" }), name);
  return name;
}

async function readAll(body: ReadableStream<Uint8Array>, onBytes: (received: number) => void) {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(new Uint8Array(value));
    received += value.byteLength;
    onBytes(received);
  }
}

/** The name in a Content-Disposition header; the encoded form (RFC 6266 `filename*`) wins. */
export function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] ?? null;
}

/** Hands the browser a file to keep under this name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // Safari reads the blob after the click has returned
}
