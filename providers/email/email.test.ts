import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { withOrigin } from "#platform/server/observability/operations.ts";
import { type Mail, openMailer } from "./email.ts";

/** An SMTP server that takes whatever it is sent, as its raw lines. */
async function anSmtpServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let text = "";
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (isData) {
        if (!text.endsWith("\r\n.\r\n")) return;
        received.push(text);
        isData = false;
      } else if (/^DATA\r\n/.test(text)) isData = true;
      text = "";
      socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const mailer = openMailer({ smtpUrl: `smtp://localhost:${port}`, from: "Keyturn <no-reply@keyturn.example>" });
  onTestFinished(() => {
    mailer.close();
    server.close();
  });
  const send = async (more: Pick<Mail, "fromName" | "images"> = {}) => {
    await mailer.send({ to: "a@example.org", subject: "s", text: "t", html: "h", ...more });
    const [head = ""] = received.at(-1)!.split("\r\n\r\n");
    return head.replaceAll(/\r\n\s+/g, " ").split("\r\n"); // unfolded
  };
  return { send, received };
}

test("every email says that a program sent it, so that no automatic reply comes back", async () => {
  const { send } = await anSmtpServer();
  const lines = await send();
  expect(lines).toContain("Auto-Submitted: auto-generated");
  expect(lines).toContain("X-Auto-Response-Suppress: All");
  expect(lines).toContain("From: Keyturn <no-reply@keyturn.example>");
});

test("an email names the request that caused it, for a look into the logs", async () => {
  const { send } = await anSmtpServer();
  expect((await send()).join("\n")).not.toContain("X-Request-Id");
  expect(await withOrigin({ requestId: "request-1" }, () => send())).toContain("X-Request-ID: request-1");
});

test.each([
  ["Maple Lending via Keyturn", "From: Maple Lending via Keyturn <no-reply@keyturn.example>"],
  ['Smith, "Sons" & Co via Keyturn', 'From: "Smith, \\"Sons\\" & Co via Keyturn" <no-reply@keyturn.example>'],
  ["Kreditbüro via Keyturn", "From: =?UTF-8?Q?Kreditb=C3=BCro_via_Keyturn?= <no-reply@keyturn.example>"],
  ["Evil <evil@example.net>,", 'From: "Evil <evil@example.net>," <no-reply@keyturn.example>'],
])("the sender %s is quoted, at the configured address", async (fromName, line) => {
  const { send } = await anSmtpServer();
  expect(await send({ fromName })).toContain(line);
});

test("a picture travels with the email, under the name that the text uses", async () => {
  const { send, received } = await anSmtpServer();
  await send({ images: [{ id: "logo", mediaType: "image/png", bytes: Buffer.from("a picture") }] });
  const mail = received.at(-1)!; // just sent
  expect(mail).toMatch(/Content-ID: <logo>/);
  expect(mail).toMatch(/Content-Type: image\/png; name=logo\.png/);
  expect(mail).toContain(Buffer.from("a picture").toString("base64"));
});

test("a line break in the sender's name adds no header", async () => {
  const { send } = await anSmtpServer();
  const lines = await send({ fromName: "Maple\r\nBcc: b@example.net" });
  expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  expect(lines.find((line) => line.startsWith("From:"))).toMatch(/<no-reply@keyturn\.example>$/);
});

test("a mail server that sends a byte now and then is disconnected at the deadline", async () => {
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
