import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchPublic } from "./public-fetch.ts";

async function aServer(): Promise<string> {
  const server = createServer((request, reply) => {
    if (request.url === "/large") reply.end("x".repeat(1_100_000));
    else if (request.url === "/moved") reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    else if (request.url === "/slow") return;
    else reply.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `localhost:${(server.address() as AddressInfo).port}`;
}

test("private addresses are refused by number and by name, before anything is sent", async () => {
  const host = await aServer();
  const closed = { allowsPrivate: false, timeoutMs: 2_000 };
  await expect(fetchPublic(`https://${host}/`, {}, closed)).rejects.toThrow("PRIVATE_ADDRESS");
  await expect(fetchPublic("https://127.0.0.1/", {}, closed)).rejects.toThrow("PRIVATE_ADDRESS");
  await expect(fetchPublic("https://[::ffff:127.0.0.1]/", {}, closed)).rejects.toThrow("PRIVATE_ADDRESS");
  await expect(fetchPublic("https://2130706433/", {}, closed)).rejects.toThrow("PRIVATE_ADDRESS");
  await expect(fetchPublic(`http://${host}/`, {}, closed)).rejects.toThrow("NOT_HTTPS");
});

test("answers are bounded in size and time, and no redirect is followed", async () => {
  const host = await aServer();
  const open = { allowsPrivate: true, timeoutMs: 2_000 };
  expect(await (await fetchPublic(`http://${host}/`, {}, open)).text()).toBe("{}");
  expect((await fetchPublic(`http://${host}/moved`, {}, open)).status).toBe(302);
  await expect(fetchPublic(`http://${host}/large`, {}, open)).rejects.toThrow();
  await expect(fetchPublic(`http://${host}/slow`, {}, { ...open, timeoutMs: 200 })).rejects.toThrow("TIMEOUT");
});
