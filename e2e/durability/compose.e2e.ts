// From nothing to a signed report, as compose.yaml does it: each service with its command and its environment, with the
// image's files in place of the image, an address of its own in place of a network, and the sandbox as providers.
import { execFileSync } from "node:child_process";
import { createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { parse } from "yaml";
import { downloadAssetReport, generateAssetReport, verifyReportFile } from "../../features/asset-reports/contract.ts";
import { confirmEmail, register } from "../../features/auth/contract.ts";
import { writeCertificate } from "../../tools/certificate.ts";
import { assembleImage } from "../../tools/image.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { findBinaries, type Postgres, startPostgres } from "../../tools/postgres.ts";
import { plainEnv, root } from "../../tools/settings.ts";
import { anybody, apiPerson, bodyOf } from "../api.ts";
import { type AtEnd, test } from "../fixtures.ts";
import { linkIn, newestMailTo, somebodyNew, tokenIn } from "../new-person.ts";
import { ENGINES, withServer } from "./databases.ts";
import { canIsolate, writeLauncher } from "./container.ts";
import { aConnectedBorrower, progressOf } from "./lender.ts";
import { elsewhere } from "./processes.ts";

/** From the compose file to a signed report. Printed, not enforced: another load of the machine would fail the test. */
const AIM_SECONDS = 120;
/** What the operator writes into deploy/compose.env. */
const PASSWORDS = { KEYTURN_OWNER_PASSWORD: "ownerpassword1", KEYTURN_SERVE_PASSWORD: "servepassword2" };
const HOST = "keyturn.example";
/** Every service has an address; the whole of 127.0.0.0/8 is this machine's. */
const [POSTGRES, KEYTURN, PROXY] = [2, 3, 4].map(
  (last) => `127.${process.pid % 200}.${20 + (process.pid % 199)}.${last}`,
);
const WITHIN = { timeout: 300_000, intervals: [200] };

interface Service {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly volumes?: readonly string[];
}

test("from compose.yaml to a signed report", async ({ atEnd }) => {
  test.setTimeout(600_000);
  test.skip(!canIsolate, "only root on Linux can make the root read-only for one process");
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  const began = performance.now();
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-compose-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [image, data] = [path.join(folder, "image"), path.join(folder, "data")];
  assembleImage(image);
  execFileSync("sh", ["-c", `chmod 755 ${folder} && mkdir -m 777 ${data}`]);

  const { services } = compose();
  const server = (await startPostgres())!; // ENGINES says that there is one
  atEnd(() => server.stop());
  await setUpAs(services["postgres"]!.environment, server);
  await forward(atEnd, POSTGRES!, 5432, server.port);

  const certificate = writeCertificate(folder, HOST);
  const hostsFile = path.join(folder, "hosts");
  writeFileSync(hostsFile, `127.0.0.1 localhost\n${POSTGRES} postgres\n${PROXY} ${HOST}\n`);
  const ports = { sandbox: await freePort(3), mail: await freePort(1) };
  const settings = keyturnEnv(ports);

  const start = (name: string, command: readonly string[], env: NodeJS.ProcessEnv, at = image) => {
    const launcher = path.join(folder, `${name}.mjs`);
    writeLauncher(launcher, { folder: at, data, hostsFile, command });
    const lines: string[] = [];
    const child = startChild({
      name,
      args: [launcher],
      env: { ...plainEnv(), NODE_EXTRA_CA_CERTS: certificate.certificate, ...env },
      onLine: (line) => lines.push(line),
    });
    atEnd(() => child.stop());
    return { child, lines };
  };
  const startService = (name: string) => {
    const { command, environment, env_file: file, volumes = [] } = services[name]!;
    expect(file).toBe(name === "keyturn" ? "deploy/keyturn.env" : undefined);
    const env = { ...imageEnv(), ...(file && settings), ...environment, DATA_DIR: path.join(data, "keyturn") };
    return start(
      name,
      (command ?? imageCommand()).map((word) => onThisMachine(word, volumes)),
      {
        ...env,
        HOST: KEYTURN,
      },
    );
  };
  const runService = async (name: string) => {
    const { child, lines } = startService(name);
    expect(await child.ended, lines.join("\n")).toMatchObject({ code: 0 });
  };

  await runService("migrate");
  await runService("serve-role");
  const sandboxUrl = `http://localhost:${ports.sandbox}`;
  const sandbox = start(
    "sandbox",
    [process.execPath, "sandbox/start-sandbox.ts"],
    sandboxEnv(settings, ports, data),
    root,
  );
  await untilUp(sandbox, sandboxUrl);
  const url = await openProxies(atEnd, certificate, ports);
  const keyturn = startService("keyturn");
  await untilUp(keyturn, `${url}/health`);
  const up = seconds(began);

  const person = somebodyNew();
  bodyOf(await anybody(url).send(register, person));
  const mail = await newestMailTo(person.email, "", `http://localhost:${ports.mail}`);
  bodyOf(await anybody(url).send(confirmEmail, { token: tokenIn(linkIn(mail)) }));
  const officer = await apiPerson(person.email, { password: person.password, url });
  const keys = { clientId: settings["PLAID_CLIENT_ID"]!, secret: settings["PLAID_SECRET"]! };
  const { id: borrowerId } = await aConnectedBorrower(officer, sandboxUrl, keys);
  bodyOf(await officer.send(generateAssetReport, { borrowerId }));
  await expect.poll(async () => (await progressOf(officer, borrowerId))?.state, WITHIN).toBe("ready");
  const pdf = bodyOf(await officer.send(downloadAssetReport, { id: borrowerId })) as unknown as Buffer;
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const sha256 = createHash("sha256").update(pdf).digest("hex");
  const { file } = bodyOf(await anybody(url).send(verifyReportFile, { sha256 }));
  expect(file?.statement).toMatchObject({ sha256, bytes: pdf.length });
  expect(isSigned(file!), "the signature is that of the statement").toBe(true);
  process.stdout.write(
    `compose: ${up} s until /health was 200, ${seconds(began)} s until a signed report was downloaded; aim ${AIM_SECONDS} s\n`,
  );
});

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

async function untilUp({ child, lines }: { child: Child; lines: readonly string[] }, url: string): Promise<void> {
  expect(await untilItAnswers(child, url), lines.join("\n")).toBe(true);
}

function compose(): { services: Record<string, Service> } {
  const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => PASSWORDS[name as keyof typeof PASSWORDS]);
  return parse(filled, { merge: true }) as { services: Record<string, Service> };
}

/** What the Dockerfile sets in the product's image. */
function imageEnv(): Record<string, string> {
  const [, line = ""] = readFileSync(path.join(root, "Dockerfile"), "utf8").match(/^ENV (.*PORT=.*)$/m) ?? [];
  return Object.fromEntries(line.split(" ").map((pair) => pair.split("=", 2) as [string, string]));
}

function imageCommand(): string[] {
  const commands = [...readFileSync(path.join(root, "Dockerfile"), "utf8").matchAll(/^CMD (\[.*\])$/gm)];
  return JSON.parse(commands.at(-1)?.[1] ?? "[]") as string[];
}

/** Programs by their paths here, and files that compose mounts from the repository by theirs. */
function onThisMachine(word: string, volumes: readonly string[]): string {
  if (word === "node") return process.execPath;
  if (word === "psql") return path.join(findBinaries()!, "psql");
  for (const [from = "", to = ""] of volumes.map((volume) => volume.split(":")))
    if (from.startsWith("./")) word = word.replace(to, path.join(root, from));
  return word;
}

/** deploy/keyturn.env.example with every "…" replaced, which the operator does by hand. */
function keyturnEnv(ports: { sandbox: number; mail: number }): Record<string, string> {
  const provider = `https://${HOST}:${ports.sandbox}`;
  const values: Record<string, string> = {
    ...elsewhere("prod"),
    PUBLIC_URL: `https://${HOST}`,
    BACKEND_URL: `https://${HOST}`,
    TRUSTED_PROXIES: "127.0.0.1",
    SMTP_URL: `smtp://${HOST}:${ports.mail + 1}`,
    MAIL_FROM: `Keyturn <no-reply@${HOST}>`,
    CLAMAV_URL: `tcp://${HOST}:${ports.sandbox + 1}`,
    PLAID_API_URL: `${provider}/plaid`,
    STRIPE_API_URL: provider,
    RECAPTCHA_VERIFY_URL: `${provider}/recaptcha/api/siteverify`,
    STRIPE_SECRET_KEY: `sk_${randomBytes(16).toString("hex")}`,
  };
  const lines = readFileSync(path.join(root, "deploy/keyturn.env.example"), "utf8").split("\n");
  const pairs = lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split(/=(.*)/s, 2));
  const settings = pairs.map(([name = "", value = ""]) => [name, values[name] ?? value] as const);
  expect(settings.filter(([, value]) => value.includes("…"))).toEqual([]);
  return Object.fromEntries(settings);
}

/** The providers accept the product's keys, and send their webhooks to its address. */
function sandboxEnv(settings: Record<string, string>, ports: { sandbox: number; mail: number }, data: string) {
  const own = {
    SANDBOX_PORT: String(ports.sandbox),
    MAIL_PORT: String(ports.mail),
    DATA_DIR: path.join(data, "sandbox"),
  };
  return { ...settings, ...own };
}

/** As the image of PostgreSQL does from its environment: a superuser with a password, and its database. */
async function setUpAs(environment: Service["environment"], server: Postgres): Promise<void> {
  const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = environment;
  await withServer(server.url, async (query) => {
    await query(`create role ${user} login superuser password '${password}'`);
    await query(`create database ${database} owner ${user}`);
    const rules = ["host all postgres 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256", ""];
    writeFileSync(path.join(server.dataDir, "pg_hba.conf"), rules.join("\n"));
    await query("select pg_reload_conf()");
  });
}

/** Connections to this address go to a port of localhost. */
async function forward(atEnd: AtEnd, address: string, port: number, to: number): Promise<void> {
  const server = net.createServer((client) => {
    const target = net.connect(to, "localhost");
    for (const [from, into] of [
      [client, target],
      [target, client],
    ] as const)
      from.on("error", () => into.destroy()).pipe(into);
  });
  await listen(atEnd, server, address, port);
}

/**
 * What terminates TLS: in front of the product, which the providers reach at its public address, and in front of the
 * providers. Resolves with an address of the product for this test, which does not know the names.
 */
async function openProxies(
  atEnd: AtEnd,
  { key, certificate }: ReturnType<typeof writeCertificate>,
  ports: { sandbox: number; mail: number },
): Promise<string> {
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  const toProduct = proxyTo(KEYTURN!, 3000);
  await listen(atEnd, https.createServer(tls, toProduct), PROXY!, 443);
  await listen(atEnd, https.createServer(tls, proxyTo("localhost", ports.sandbox)), PROXY!, ports.sandbox);
  for (const port of [ports.sandbox + 1, ports.mail + 1]) await forward(atEnd, PROXY!, port, port);
  const port = await freePort();
  await listen(atEnd, http.createServer(toProduct), "localhost", port);
  return `http://localhost:${port}`;
}

function proxyTo(host: string, port: number): http.RequestListener {
  return (request, response) => {
    const { method, url: path, headers } = request;
    const forwarded = { ...headers, "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1" };
    const asked = http.request({ host, port, method, path, headers: forwarded }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  };
}

async function listen(atEnd: AtEnd, server: net.Server, address: string, port: number): Promise<void> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, address, resolve));
}

const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

interface Signed {
  readonly statement: object;
  readonly signature: string;
  readonly publicKey: string;
}

function isSigned({ statement, signature, publicKey }: Signed): boolean {
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(statement).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, "base64")]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}
