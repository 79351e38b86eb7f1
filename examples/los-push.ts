// What a loan origination system does with Keyturn: orders the report of a loan and hands PDF, MISMO and JSON on to a
// folder, a web address or an SFTP server. node los-push.ts LOAN_NUMBER TARGET
import { execFileSync } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, type Keyturn } from "keyturn";

const FORMATS = ["pdf", "mismo", "json"] as const;

const env = process.env;
const [loanNumber = "", target = ""] = process.argv.slice(2);
const keyturn = createClient({ apiKey: env["KEYTURN_API_KEY"] ?? "", url: env["KEYTURN_URL"] ?? "" });
console.log(await push(keyturn, loanNumber, target));

/** Returns where the files went. */
async function push(client: Keyturn, number: string, to: string): Promise<string[]> {
  const [borrower] = await client.listOrganizationBorrowers({ loanNumber: number });
  if (!borrower) throw new Error(`No borrower has the loan number ${number}`);
  await client.generateAssetReport({ borrowerId: borrower.id });
  await client.waitForReport(borrower.id);

  const isAddress = /^(https?|sftp):/.test(to);
  const folder = isAddress ? await mkdtemp(path.join(tmpdir(), "keyturn-")) : to;
  try {
    const files: string[] = [];
    for (const format of FORMATS) {
      const file = await client.downloadAssetReport({ id: borrower.id, format });
      files.push(path.join(folder, path.basename(file.name)));
      await file.saveTo(files.at(-1) ?? "");
    }
    if (!isAddress) return files;
    if (to.startsWith("sftp:")) return putBySftp(files, to);
    return await Promise.all(files.map((file) => post(file, number, to)));
  } finally {
    if (isAddress) await rm(folder, { recursive: true });
  }
}

/** Signed as https://www.standardwebhooks.com describes, with LOS_WEBHOOK_SECRET. */
async function post(file: string, number: string, to: string): Promise<string> {
  const content = (await readFile(file)).toString("base64");
  const body = JSON.stringify({ loanNumber: number, name: path.basename(file), content });
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from((env["LOS_WEBHOOK_SECRET"] ?? "").replace(/^whsec_/, ""), "base64");
  const signature = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  const signed = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  const reply = await fetch(to, { method: "POST", headers: { "content-type": "application/json", ...signed }, body });
  if (!reply.ok) throw new Error(`${to} answered ${reply.status}`);
  return to;
}

/** By the system's sftp, with its keys and known hosts. SFTP_OPTIONS: its further arguments. */
function putBySftp(files: readonly string[], to: string): string[] {
  const options = (env["SFTP_OPTIONS"] ?? "").split(" ").filter(Boolean);
  const puts = files.map((file) => `put "${file}"`).join("\n");
  execFileSync("sftp", ["-b", "-", ...options, to], { input: puts, stdio: ["pipe", "ignore", "inherit"] });
  return files.map((file) => `${to}/${path.basename(file)}`);
}
