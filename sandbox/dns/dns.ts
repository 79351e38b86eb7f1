// The DNS sandbox: answers TXT questions over UDP with the records that were entered here, and knows no other name.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { html, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";

const TXT = 16;
const NO_SUCH_NAME = 3;
const HEADER_BYTES = 12;

export interface DnsConfig {
  /** 0 = any free port. */
  port: number;
}

export interface Dns extends SandboxProvider {
  port: number;
  /** Replaces the TXT records of a name. */
  put(name: string, records: readonly string[]): void;
}

/** Rejects when the port is taken. */
export async function openDns({ port }: DnsConfig): Promise<Dns> {
  const records = new Map<string, readonly string[]>();
  let isDown = false;
  const socket = createSocket("udp4");
  socket.on("message", (question, { port: from, address }) => {
    const reply = isDown ? undefined : answerTo(question, records);
    if (reply) socket.send(reply, from, address);
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  const put = (name: string, texts: readonly string[]) => void records.set(name.toLowerCase(), texts);
  return {
    name: "dns",
    port: socket.address().port,
    put,
    routes: () => undefined, // no HTTP
    show: () =>
      html`<section aria-labelledby="dns">
        <h2 id="dns">DNS: TXT records</h2>
        <p>The product asks here whether an organization has published the record of an email domain.</p>
        <form method="post" action="/_steer/dns">
          <label>Name<input name="name" placeholder="_keyturn.example.com" autocomplete="off" required /></label>
          <label>Text<input name="text" placeholder="keyturn-verification=…" autocomplete="off" required /></label>
          <p class="acts"><button class="main">Publish record</button></p>
        </form>
        ${table(
          ["Name", "Text"],
          [...records].map(
            ([name, texts]) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td><code>${texts.join(", ")}</code></td>
              </tr>`,
          ),
          "No record has been published yet.",
        )}
      </section>`,
    find: (kind, name) => (kind === "records" ? records.get(name.toLowerCase()) : undefined),
    steer({ name, text, mode }) {
      if (mode === "ok" || mode === "down") isDown = mode === "down";
      else if (typeof name === "string" && name !== "" && typeof text === "string" && text.length < 256)
        put(name, [text]);
      else throw new SteeringError("name and text are required, or mode: ok, down");
    },
    reset() {
      isDown = false;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** `undefined` for what is no question. RFC 1035, section 4. */
function answerTo(question: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer | undefined {
  if (question.length < HEADER_BYTES + 5) return undefined;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let size = question[at]; size; size = question[at]) {
    labels.push(question.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
    if (at >= question.length) return undefined;
  }
  const end = at + 5; // the root, the type and the class
  if (end > question.length) return undefined;
  const texts = records.get(labels.join(".").toLowerCase());
  const found = texts && question.readUInt16BE(at + 1) === TXT ? texts : [];
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2); // the id
  header.writeUInt16BE(0x8580 | (texts ? 0 : NO_SUCH_NAME), 2); // an answer of authority
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...found.map(recordOf)]);
}

function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1, bytes.length]);
  return Buffer.concat([head, bytes]);
}
