// clamd's protocol, and the EICAR test file.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../sandbox.ts";

const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;

async function aScanner() {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const steer = (order: string, body = {}) =>
    fetch(`${sandbox.providersUrl}/_steer/${order}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  /** What the scanner answers to this command, until it hangs up. */
  const ask = async (command: string, ...chunks: Buffer[]) => {
    const socket = connect(sandbox.clamav.port, "localhost");
    socket.write(`${command}\0`);
    for (const chunk of chunks) socket.write(Buffer.concat([lengthOf(chunk.length), chunk]));
    return text(socket);
  };
  return { sandbox, steer, ask, scan: (file: Buffer) => ask("zINSTREAM", file, Buffer.alloc(0)) };
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

test("the EICAR test file is a virus anywhere in a file, and other files are clean", async () => {
  const { sandbox, scan, ask } = await aScanner();
  expect(await scan(Buffer.from(`%PDF-1.7\n${EICAR}\n%%EOF`))).toBe("stream: Win.Test.EICAR_HDB-1 FOUND\0");
  expect(await scan(Buffer.alloc(10_000_000, "statement"))).toBe("stream: OK\0");
  expect(await ask("zPING")).toBe("PONG\0");
  const page = await (await fetch(sandbox.providersUrl)).text();
  expect(page).toContain("stream: Win.Test.EICAR_HDB-1 FOUND");
});

test("a file beyond clamd's limit and a command it does not know are refused, the file before it is sent", async () => {
  const { sandbox, ask } = await aScanner();
  const socket = connect(sandbox.clamav.port, "localhost");
  socket.write(Buffer.concat([Buffer.from("zINSTREAM\0"), lengthOf(104_857_601)]));
  expect(await text(socket)).toBe("INSTREAM size limit exceeded. ERROR\0");
  expect(await ask("zSCAN /etc/passwd")).toBe("UNKNOWN COMMAND\0");
});

test("a scanner that was steered down is up again after a reset", async () => {
  const { steer, scan } = await aScanner();
  expect((await steer("clamav", { mode: "broken" })).status).toBe(400);
  expect((await steer("clamav", { mode: "down" })).status).toBe(200);
  expect(
    await scan(Buffer.from("x")).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? ""),
  ).not.toContain("OK");
  await steer("reset");
  expect(await scan(Buffer.from("x"))).toBe("stream: OK\0");
});
