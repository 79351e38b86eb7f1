import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openClamav } from "./clamav.ts";

/** A clamd that collects the file of one INSTREAM and answers with `answer`. */
async function aClamd(answer: (file: Buffer, socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let sent = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      sent = Buffer.concat([sent, data]);
      const file = fileIn(sent);
      if (file) answer(file, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `tcp://localhost:${(server.address() as AddressInfo).port}` };
}

/** `undefined`: not all of it has come. */
function fileIn(sent: Buffer): Buffer | undefined {
  const command = "zINSTREAM\0";
  if (sent.toString("latin1", 0, command.length) !== command) return undefined;
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const answering = (answer: string) => aClamd((_file, socket) => socket.end(answer));
const unavailable = { code: "PROVIDER_UNAVAILABLE" };

test("the scanner receives the whole file, and a clean one has no virus", async () => {
  const file = Buffer.alloc(1_000_003, "keyturn");
  const received: Buffer[] = [];
  const clamd = await aClamd((sent, socket) => {
    received.push(sent);
    socket.end("stream: OK\0");
  });
  expect(await openClamav(clamd)(file)).toBeNull();
  expect(received).toHaveLength(1);
  expect(received[0]!.equals(file)).toBe(true);
});

test("a virus is named", async () => {
  const clamd = await answering("stream: Win.Test.EICAR_HDB-1 FOUND\0");
  expect(await openClamav(clamd)(Buffer.from("x"))).toBe("Win.Test.EICAR_HDB-1");
});

test.each(["INSTREAM size limit exceeded. ERROR\0", "UNKNOWN COMMAND\0", "", "stream: OK\0stream: OK\0"])(
  "an answer that is no verdict, '%s', passes no file",
  async (answer) => {
    const clamd = await answering(answer);
    await expect(openClamav(clamd)(Buffer.from("x"))).rejects.toMatchObject(unavailable);
  },
);

test("a scanner that is down, silent or hangs up passes no file", async () => {
  const silent = await aClamd(() => {});
  await expect(openClamav(silent, 200)(Buffer.from("x"))).rejects.toMatchObject(unavailable);
  const rude = await aClamd((_file, socket) => socket.resetAndDestroy());
  await expect(openClamav(rude)(Buffer.from("x"))).rejects.toMatchObject(unavailable);
  await expect(openClamav({ url: "tcp://localhost:1" })(Buffer.from("x"))).rejects.toMatchObject(unavailable);
});
