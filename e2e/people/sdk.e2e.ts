import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { apiPerson, authorizedBorrower } from "../api.ts";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { test } from "../fixtures.ts";
import { untilOpen } from "../support-console.ts";
import { plainEnv } from "../../tools/settings.ts";
import { logIn } from "../login.ts";

const root = path.join(import.meta.dirname, "../..");
const tsc = path.join(root, "node_modules/typescript/bin/tsc");
const SFTP_SERVER = ["/usr/lib/openssh/sftp-server", "/usr/libexec/sftp-server"].find((file) => existsSync(file));
const LOS_SECRET = `whsec_${Buffer.from("what both sides know").toString("base64")}`;

let folder: string;

/** An empty folder with the packed package in it. */
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keyturn-sdk-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  npm(root, "pack", "--workspace=sdk", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!; // npm pack throws or makes it
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

/** Runs a file of the folder without blocking this process, which may be a server of it. */
function run(args: string[], env: Record<string, string>): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: folder, env: { ...plainEnv(), ...env } }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

const command = (...args: string[]) => ["node_modules/keyturn/dist/cli.js", ...args];

async function createKey(page: Page, accesses: readonly string[]): Promise<string> {
  await logIn(page, "admin@example.com");
  await page.goto("/admin/api-keys");
  await page.getByLabel("Name").fill("Loan system");
  for (const access of accesses) await page.getByLabel(access).check();
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog", { name: "API key of Loan system" });
  const secret = await dialog.locator("code").textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  return secret!; // the dialog shows one
}

interface Sample {
  readonly lang: string;
  readonly source: string;
}

const EVERYTHING = [
  ...["Read borrowers", "Create and change borrowers"],
  ...["Order reports (charged)", "Read and download reports"],
];

test("with a key made on the page, the packed client orders a report and delivers it", async ({ visitors, stand }) => {
  test.slow();
  const key = await createKey(await visitors.arrive(), EVERYTHING);
  const env = { KEYTURN_API_KEY: key, KEYTURN_URL: stand.url, PLAID_URL: `${stand.sandboxUrl}/plaid` };

  for (const name of ["order-a-report.ts", "los-push.ts"])
    copyFileSync(path.join(root, "examples", name), path.join(folder, name));
  const lines = readFileSync(path.join(folder, "order-a-report.ts"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(30);
  const options = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--types", "node"];
  const types = ["--typeRoots", path.join(root, "node_modules/@types")];
  const checked = await run([tsc, ...options, ...types, "order-a-report.ts", "los-push.ts"], {});
  expect(checked.out).toBe("");

  const described = await fetch(`${stand.url}/api/latest/openapi.json`);
  const { paths } = (await described.json()) as {
    paths: Record<string, Record<string, { "x-codeSamples": Sample[] }>>;
  };
  const samples = Object.values(paths)
    .flatMap((path) => Object.values(path).flatMap((operation) => operation["x-codeSamples"]))
    .filter(({ lang }) => lang === "TypeScript");
  expect(samples.length).toBeGreaterThan(30);
  const begin = `import { readFile } from "node:fs/promises";\nimport { createClient } from "keyturn";\nconst keyturn = createClient({ apiKey: "", url: "" });\nvoid readFile;\n`;
  writeFileSync(path.join(folder, "samples.ts"), begin + samples.map(({ source }) => `{\n${source}\n}`).join("\n"));
  expect((await run([tsc, ...options, ...types, "samples.ts"], {})).out).toBe("");

  const ordered = await run(["order-a-report.ts"], env);
  expect(ordered.error).toBe("");
  expect(ordered.out).toMatch(/\d+ findings/);
  expect(readFileSync(path.join(folder, "report.pdf")).subarray(0, 5).toString()).toBe("%PDF-");

  const admin = await apiPerson("admin@example.com", { url: stand.url });
  const listed = await run(command("borrowers", "--search", "LOS-"), env);
  const [id, loanNumber = ""] = listed.out.split("\n")[0]!.split("\t");
  const { body: found } = await admin.send(listBorrowers, { loanNumber });
  expect(found.map((borrower) => borrower.id)).toEqual([id]);

  const downloaded = await run(command("download", loanNumber, "--out", "files", "--format", "pdf,mismo,json"), env);
  expect(downloaded).toMatchObject({ code: 0, error: "" });
  expect(downloaded.out.trim().split("\n")).toHaveLength(3);
  expect(
    readdirSync(path.join(folder, "files"))
      .map((name) => path.extname(name))
      .sort(),
  ).toEqual([".json", ".pdf", ".xml"]);

  const json = readdirSync(path.join(folder, "files")).find((name) => name.endsWith(".json"))!; // as was expected
  await expectRerun(await visitors.arrive(), path.join(folder, "files", json));

  const pushed = await run(["los-push.ts", loanNumber, "inbox"], env);
  expect(pushed.error).toBe("");
  expect(readdirSync(path.join(folder, "inbox"))).toHaveLength(3);

  const { verifyWebhook } = (await import(path.join(folder, "node_modules/keyturn/dist/keyturn.js"))) as {
    verifyWebhook(received: object): { loanNumber: string; name: string };
  };
  const received: { loanNumber: string; name: string }[] = [];
  const system = createServer((request, reply) => {
    void text(request).then((body) => {
      received.push(verifyWebhook({ headers: request.headers, body, secret: LOS_SECRET }));
      reply.end();
    });
  });
  await new Promise<void>((resolve) => system.listen(0, "localhost", resolve));
  const address = `http://localhost:${(system.address() as AddressInfo).port}`;
  const posted = await run(["los-push.ts", loanNumber, address], { ...env, LOS_WEBHOOK_SECRET: LOS_SECRET });
  system.close();
  expect(posted.error).toBe("");
  expect(received.map((one) => one.loanNumber)).toEqual([loanNumber, loanNumber, loanNumber]);

  if (SFTP_SERVER !== undefined) {
    // Without ssh between them, sftp's server writes into the folder that it is started in.
    const sent = await run(["los-push.ts", loanNumber, "sftp://los/"], { ...env, SFTP_OPTIONS: `-D ${SFTP_SERVER}` });
    expect(sent.error).toBe("");
    expect(readdirSync(folder).filter((name) => name.startsWith("asset-report")).length).toBe(3);
  }
});

/** The rules of a downloaded report run again, by command without a network and on the public page. */
async function expectRerun(page: Page, file: string): Promise<void> {
  const report = JSON.parse(readFileSync(file, "utf8")) as {
    parsedReport: { items: { accounts: { currentCents: number }[] }[] };
  };
  report.parsedReport.items[0]!.accounts[0]!.currentCents += 1; // the sandbox's bank has accounts
  const altered = path.join(folder, "altered.json");
  writeFileSync(altered, JSON.stringify(report));

  expect(await run(command("evaluate", file), {})).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Same: edition \w{12} /),
  });
  expect(await run(command("evaluate", altered), {})).toMatchObject({
    code: 1,
    out: expect.stringContaining("Changed since it was evaluated: the report"),
  });

  await page.goto("/verify");
  await untilOpen(page);
  await page.getByLabel("Report file").setInputFiles(file);
  await expect(page.getByText("The rules give the same evaluation")).toBeVisible();
  await expect(page.getByText(/^Issued by/)).toBeVisible();
  await page.getByLabel("Report file").setInputFiles(altered);
  await expect(page.getByText("The data in this file was changed")).toBeVisible();
  await expect(page.getByText("We can't verify this file")).toBeVisible();
}

test("the command says what is wrong and ends with a code for it", async ({ visitors, stand }) => {
  const key = await createKey(await visitors.arrive(), ["Read borrowers"]);
  const env = { KEYTURN_API_KEY: key, KEYTURN_URL: stand.url };
  const admin = await apiPerson("admin@example.com", { url: stand.url });
  await authorizedBorrower(admin);

  expect(await run(command("--help"), {})).toMatchObject({
    code: 0,
    out: expect.stringContaining("Usage: keyturn"),
  });
  const whoami = await run(command("whoami"), env);
  expect(whoami).toMatchObject({ code: 0, out: "Acme Lending, API key “Loan system”: borrowers:read\n" });

  for (const [args, settings, code, says] of [
    [["whoami"], {}, 2, "Set KEYTURN_API_KEY and KEYTURN_URL"],
    [["fly"], env, 2, "Unknown command: fly"],
    [["order"], env, 2, "order takes one loan number"],
    [["download", "1", "--format", "docx"], env, 2, "Unknown format: docx"],
    [["borrowers", "--speed"], env, 2, "Unknown option '--speed'"],
    [["whoami"], { ...env, KEYTURN_URL: "keyturn" }, 2, "KEYTURN_URL is not an address"],
    [["whoami"], { ...env, KEYTURN_API_KEY: "keyturn_sk_x" }, 1, "INVALID_API_KEY (401), request "],
    [["download", "no such loan"], env, 1, "No borrower has the loan number no such loan"],
    [["evaluate"], {}, 2, "evaluate takes one file"],
    [["evaluate", "none.json"], {}, 1, "There is no file none.json"],
    [["evaluate", "package.json"], {}, 1, "This isn't a report"],
  ] as const) {
    const ended = await run(command(...args), settings);
    expect(ended, args.join(" ")).toMatchObject({ code, out: "" });
    expect(ended.error).toContain(says);
  }
});
