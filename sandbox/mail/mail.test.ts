// An email arrives by SMTP and is read through Mailpit's API and on the pages.
import { createTransport } from "nodemailer";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../sandbox.ts";

async function aMailbox() {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.close());
  const transport = createTransport(sandbox.smtpUrl);
  const get = async (path: string) => (await fetch(sandbox.mailUrl + path)).json();
  return { sandbox, transport, get, url: sandbox.mailUrl };
}

const CONFIRM = {
  from: "Keyturn <no-reply@localhost>",
  to: "Łukasz Nguyễn <lukasz@example.com>",
  subject: "Confirm your email – ✓",
  text: "Confirm: http://localhost:3000/auth/confirm?token=abc&next=1\nThank you",
  html: '<html><head></head><body><script>alert(1)</script><a href="http://localhost:3000/auth/confirm?token=abc&amp;next=1">Confirm</a></body></html>',
};

test("an email sent by SMTP is listed, read and deleted in Mailpit's format", async () => {
  const { transport, get, url } = await aMailbox();
  await transport.sendMail({ ...CONFIRM, bcc: "hidden@example.com" });
  const { messages } = await get("/api/v1/messages");
  expect(messages).toMatchObject([
    {
      To: [{ Name: "Łukasz Nguyễn", Address: "lukasz@example.com" }],
      Bcc: [{ Address: "hidden@example.com" }],
      Subject: CONFIRM.subject,
    },
  ]);
  expect(new Date(messages[0].Created).getTime()).toBeGreaterThan(0);
  const message = await get(`/api/v1/message/${messages[0].ID}`);
  expect(message.Text.trim()).toBe(CONFIRM.text);
  expect(message.HTML).toContain("token=abc&amp;next=1");
  expect((await fetch(`${url}/api/v1/message/none`)).status).toBe(404);
  await fetch(`${url}/api/v1/messages`, { method: "DELETE" });
  expect((await get("/api/v1/messages")).messages).toEqual([]);
});

test("the mailbox lists the newest emails first and stores only the newest 500", async () => {
  const { sandbox, get } = await aMailbox();
  for (let number = 1; number <= 502; number += 1) {
    await sandbox.mailbox.receive(Buffer.from(`Subject: mail ${String(number)}\r\nTo: a@example.com\r\n\r\nhello`), [
      "a@example.com",
    ]);
  }
  const { messages, total } = await get("/api/v1/messages");
  expect(total).toBe(500);
  expect(messages[0].Subject).toBe("mail 502");
  expect(messages.at(-1).Subject).toBe("mail 3");
  expect((await get("/api/v1/messages?limit=2")).messages).toHaveLength(2);
});

test("people see the list and each email with its links, and its markup only in a frame without permissions", async () => {
  const { transport, get, url } = await aMailbox();
  await transport.sendMail({ ...CONFIRM, subject: "<img src=x onerror=alert(1)>" });
  const list = await (await fetch(url)).text();
  expect(list).not.toContain("<img");
  expect(list).toContain("lukasz@example.com");
  const [{ ID }] = (await get("/api/v1/messages")).messages;
  const page = await fetch(`${url}/mail/${ID}`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain('<a href="http://localhost:3000/auth/confirm?token=abc&#38;next=1">');
  const letter = await fetch(`${url}/mail/${ID}/letter`);
  expect(letter.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups .*default-src 'none'/);
  expect(await letter.text()).toContain('<head><base target="_blank">');
});

test("an email that has only text is shown as text", async () => {
  const { transport, get, url } = await aMailbox();
  await transport.sendMail({ ...CONFIRM, html: undefined });
  const [{ ID }] = (await get("/api/v1/messages")).messages;
  const page = await (await fetch(`${url}/mail/${ID}`)).text();
  expect(page).toContain("Thank you");
  expect(page).not.toContain("<iframe");
});
