// The ClamAV sandbox: answers INSTREAM, PING and VERSION over TCP as clamd does, and finds the EICAR test file.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { html, moment, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";

/** https://www.eicar.org/download-anti-malware-testfile, in two parts so that no scanner takes this file for it. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;
const EICAR_NAME = "Win.Test.EICAR_HDB-1";
/** clamd's default StreamMaxLength, 100M: it counts the file without the lengths of its chunks. */
const LARGEST_BYTES = 100 * 1024 * 1024;
const SHOWN = 20;

export interface ClamavConfig {
  /** 0 = any free port. */
  port: number;
  now: () => Date;
}

export interface Clamav extends SandboxProvider {
  port: number;
}

interface Scan {
  at: string;
  bytes: number;
  answer: string;
}

type Mode = "ok" | "down" | "hang";

/** Rejects when the port is taken. */
export async function openClamav({ port, now }: ClamavConfig): Promise<Clamav> {
  const scans: Scan[] = [];
  const sockets = new Set<Socket>();
  let mode: Mode = "ok";

  const server = createServer((socket) => {
    if (mode === "down") return void socket.destroy();
    sockets.add(socket);
    let sent = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (data) => {
      sent = Buffer.concat([sent, data]);
      const reply = mode === "hang" ? undefined : answerTo(sent);
      if (reply === undefined) return;
      if (reply.file) scans.push({ at: now().toISOString(), bytes: reply.file.length, answer: reply.text });
      socket.end(`${reply.text}\0`);
    });
  });
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    name: "clamav",
    port: (server.address() as AddressInfo).port,
    routes: () => undefined, // clamd speaks no HTTP
    show: () =>
      html`<section aria-labelledby="clamav">
        <h2 id="clamav">ClamAV: the virus scanner</h2>
        <p>
          clamd's INSTREAM on port ${(server.address() as AddressInfo).port}. It finds the
          <a href="https://www.eicar.org/download-anti-malware-testfile/">EICAR test file</a>, anywhere in a file.
        </p>
        ${table(
          ["Scanned", "Bytes", "Answer"],
          scans.slice(-SHOWN).reverse().map(scanRow),
          "No file has been scanned yet.",
        )}
      </section>`,
    find: () => undefined,
    steer({ mode: wanted }) {
      if (wanted !== "ok" && wanted !== "down" && wanted !== "hang")
        throw new SteeringError('mode must be "ok", "down" or "hang"');
      mode = wanted;
    },
    reset() {
      mode = "ok";
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function scanRow({ at, bytes, answer }: Scan) {
  return html`<tr>
    <td class="when">${moment(at)}</td>
    <td>${bytes}</td>
    <td>${answer}</td>
  </tr>`;
}

/** `undefined`: the command or its file has not come in full. */
function answerTo(sent: Buffer): { text: string; file?: Buffer } | undefined {
  const end = sent.indexOf(0);
  if (end === -1) return undefined;
  const command = sent.toString("latin1", 0, end);
  if (command === "zPING") return { text: "PONG" };
  if (command === "zVERSION") return { text: "ClamAV sandbox" };
  if (command !== "zINSTREAM") return { text: "UNKNOWN COMMAND" };
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let at = end + 1; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return scanned(Buffer.concat(parts));
    bytes += length;
    if (bytes > LARGEST_BYTES) return { text: "INSTREAM size limit exceeded. ERROR" };
    parts.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

function scanned(file: Buffer): { text: string; file: Buffer } {
  return { text: file.includes(EICAR) ? `stream: ${EICAR_NAME} FOUND` : "stream: OK", file };
}
