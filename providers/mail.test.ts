import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openMailer } from "./mail.ts";

test("a mail server that sends a byte now and then is left at the deadline", async () => {
  const server = createServer((socket) => {
    socket.write("220 ready\r\n");
    // The reply to its greeting never ends.
    const timer = setInterval(() => socket.write("2"), 20);
    socket.on("error", () => {}).on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const mailer = openMailer({ smtpUrl: `smtp://localhost:${port}`, from: "Keyturn <no-reply@localhost>" }, 300);
  onTestFinished(() => {
    mailer.close();
    server.close();
  });
  await expect(mailer.send({ to: "a@example.org", subject: "s", text: "t", html: "h" })).rejects.toThrow();
});
