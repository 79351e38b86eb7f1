// State across restarts, the state page, and the process that `npm run sandbox` starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { aBank } from "./plaid/test-plaid.ts";
import { openSandbox, SANDBOX_DEFAULTS } from "./sandbox.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keyturn-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `npm run sandbox`'s own file. */
function start(env: Record<string, string>) {
  const entry = new URL("start-sandbox.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [entry], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("a refused request is counted and shown with its reason", async () => {
  const bank = await aBank();
  await bank.linkToken();
  await bank.call("/item/get", { access_token: "access-sandbox-<b>" });
  const { plaid } = await (await fetch(`${bank.sandbox.providersUrl}/_checks`)).json();
  expect(plaid).toMatchObject({ requests: 2, refused: 1, replies: 2, invalid: 0 });
  expect(plaid.notes).toEqual([
    {
      call: "POST /item/get",
      reason: "INVALID_ACCESS_TOKEN: could not find matching access token",
      isInvalidReply: false,
    },
  ]);
  expect(await (await fetch(bank.sandbox.providersUrl)).text()).toContain("INVALID_ACCESS_TOKEN: could not find");
});

test("a reply that Plaid would not send answers 500 and is listed as the sandbox's own error", async () => {
  const folder = await aFolder();
  const before = await aBank({ folder });
  const link_token = await before.linkToken();
  await before.sandbox.close();
  const file = join(folder, "plaid.json");
  const state = JSON.parse(await readFile(file, "utf8"));
  state.linkTokens[link_token].createdAt = "yesterday";
  await writeFile(file, JSON.stringify(state));

  const after = await aBank({ folder });
  const reply = await after.call("/link/token/get", { link_token });
  expect(reply).toMatchObject({ status: 500, body: { error_code: "INTERNAL_SERVER_ERROR" } });
  const { plaid } = await (await fetch(`${after.sandbox.providersUrl}/_checks`)).json();
  expect(plaid).toMatchObject({ replies: 1, invalid: 1, notes: [{ isInvalidReply: true }] });
  expect(plaid.notes[0].reason).toContain("created_at");
});

test("items, reports, keys and emails survive a restart, byte for byte", async () => {
  const folder = await aFolder();
  const before = await aBank({ folder });
  const { access_token } = await before.connect("user_good");
  const { token, reply } = await before.report([access_token]);
  await before.sandbox.mailbox.receive(Buffer.from("Subject: stored\r\n\r\nhello"), ["a@example.com"]);
  await before.sandbox.close();

  const after = await aBank({ folder });
  expect((await after.settled(token)).text).toBe(reply.text);
  expect((await after.call("/item/get", { access_token })).status).toBe(200);
  expect(after.sandbox.mailbox.list().map(({ Subject }) => Subject)).toEqual(["stored"]);
  const { keys } = JSON.parse(await readFile(join(folder, "plaid.json"), "utf8"));
  expect((await after.call("/webhook_verification_key/get", { key_id: keys[0].kid })).status).toBe(200);
});

test("a report that was in progress when the process stopped becomes ready after the next start", async () => {
  const folder = await aFolder();
  const slow = { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 300, webhookRetryMs: [] };
  const before = await aBank({ folder, plaid: slow });
  const { access_token } = await before.connect("user_good");
  const { body } = await before.call("/asset_report/create", { access_tokens: [access_token], days_requested: 30 });
  await before.sandbox.close();
  const after = await aBank({ folder, plaid: slow });
  expect((await after.settled(body.asset_report_token)).status).toBe(200);
});

test("an unreadable state file is set aside and the sandbox starts empty", async () => {
  const folder = await aFolder();
  await writeFile(join(folder, "plaid.json"), "{ half a fi");
  const said: string[] = [];
  const bank = await aBank({ folder, say: (line) => said.push(line) });
  await bank.connect("user_good");
  expect(said[0]).toContain("plaid.json.broken");
  expect(await readFile(join(folder, "plaid.json.broken"), "utf8")).toBe("{ half a fi");
});

test("the state page shows what is there, escaped, and each row leads to its JSON", async () => {
  const bank = await aBank();
  const user = { client_user_id: "1", legal_name: "<script>alert(1)</script>" };
  const { body } = await bank.step("start", { link_token: await bank.linkToken({ user }) });
  const { link_session_id } = body;
  const log = { link_session_id, institution_id: "ins_109512", username: "user_good", password: "pass_good" };
  const { accounts } = (await bank.step("login", log)).body;
  await bank.step("share", { link_session_id, account_ids: accounts.map(({ id }: { id: string }) => id) });

  const reply = await fetch(bank.sandbox.providersUrl);
  expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
  const page = await reply.text();
  expect(page).not.toContain("<script");
  expect(page).toContain("Houndstooth Bank");
  for (const login of ["user_golden", "user_report_never", "captcha-low-score"]) expect(page).toContain(login);
  const [, path = ""] = /href="(\/_state\/plaid\/items\/[^"]+)"/.exec(page) ?? [];
  const item = await (await fetch(bank.sandbox.providersUrl + path)).json();
  expect(item.accounts).toHaveLength(4);
  expect((await fetch(`${bank.sandbox.providersUrl}/_state/plaid/items/none`)).status).toBe(404);
});

test("the process prints a line for each service and stops cleanly on request", async () => {
  const child = start({ SANDBOX_PORT: "0", MAIL_PORT: "0", DATA_DIR: await aFolder() });
  const printed = text(child.stdout);
  child.stdout.once("data", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(await printed).toMatch(/Sandbox +http:[\s\S]*Mailbox +http:[\s\S]*SMTP +smtp:/);
});

test("a taken port is one clear line and exit code 1", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  // SMTP uses the port after MAIL_PORT and is the first to open one that is not any free port.
  const child = start({ SANDBOX_PORT: "0", MAIL_PORT: String(port - 1), DATA_DIR: await aFolder() });
  const printed = text(child.stderr);
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
  expect((await printed).trim()).toMatch(new RegExp(`^Port ${String(port)} is taken: [^\n]+$`));
});

test("a folder that cannot be used stops the start", async () => {
  const folder = await aFolder();
  await writeFile(join(folder, "file"), "");
  await expect(openSandbox({ folder: join(folder, "file", "sandbox") })).rejects.toThrow();
});

test("the data folder is only for the user that runs the sandbox, also before a product has used it", async () => {
  const parent = await aFolder();
  const sandbox = await openSandbox({ folder: join(parent, "data", "sandbox") });
  onTestFinished(() => sandbox.close());
  for (const name of ["data", "data/sandbox"]) expect((await stat(join(parent, name))).mode & 0o777).toBe(0o700);
});
