// clamd's INSTREAM over TCP (clamd(8)). A file passes only with the scanner's own "OK"; everything else refuses it.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { observeProvider } from "#platform/server/observability/operations.ts";
import { unavailable } from "../http.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly findVirus: FindVirus;
  }
}

export interface ClamavConfig {
  /** `tcp://host:port` */
  readonly url: string;
}

/** The name of the virus in a file; `null`: none was found. Throws PROVIDER_UNAVAILABLE when the file was not scanned. */
export type FindVirus = (bytes: Uint8Array) => Promise<string | null>;

/** For the connection, the file and the answer together: clamd needs a second or two for 10 MB. */
const DEADLINE_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;

/** Waits `deadlineMs` for an answer. */
export function openClamav({ url }: ClamavConfig, deadlineMs = DEADLINE_MS): FindVirus {
  const { hostname, port } = new URL(url);
  const scan: FindVirus = async (bytes) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port), signal });
    try {
      socket.write("zINSTREAM\0");
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
        socket.write(chunkOf(bytes.subarray(at, at + CHUNK_BYTES)));
      socket.write(chunkOf(new Uint8Array())); // the end of the file; clamd closes after its answer
      return verdictIn(await text(socket));
    } catch (error) {
      if (error instanceof UnknownAnswer) throw unavailable("clamav", error.message);
      throw unavailable("clamav", signal.aborted ? "TIMEOUT" : "NETWORK");
    } finally {
      socket.destroy();
    }
  };
  return (bytes) => observeProvider("clamav", () => scan(bytes));
}

/** Its length in network byte order, then the bytes. */
function chunkOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

class UnknownAnswer extends Error {}

/** `stream: OK`, or `stream: Name-Of-It FOUND`. Errors end in `ERROR`, such as a file over clamd's StreamMaxLength. */
function verdictIn(answer: string): string | null {
  const verdict = answer.replace(/\0$/, "").trim();
  if (verdict === "stream: OK") return null;
  const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1];
  if (found === undefined) throw new UnknownAnswer(verdict.slice(0, 100) || "NO_ANSWER");
  return found;
}
