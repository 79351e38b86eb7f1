import path from "node:path";
import { parseArgs } from "node:util";
import { ApiError } from "../platform/web/http/api-error.ts";
import { createClient, ReportError, type Keyturn } from "./client.ts";
import { readEnvironment } from "./config.ts";
import { editionLines, evaluateFile } from "./evaluate.ts";

const HELP = `Usage: keyturn COMMAND [options]

Commands
  whoami                 Show the organization and the scopes of the API key
  borrowers              List borrowers: id, loan number, status, name
  order LOAN_NUMBER      Order a report (charged), wait for it, and download it
  download LOAN_NUMBER   Download the newest ready report
  evaluate FILE          Rerun the rules on a report's JSON, offline and without an API key, and compare
  editions               List the editions of the rules that evaluate can run

Options
  --search TEXT     borrowers: names, email addresses, phone or loan number
  --format LIST     order, download: pdf, mismo, json, csv, freddie, signature, provider (default: pdf,mismo,json)
  --out FOLDER      order, download: where files go (default: the current folder)
  --days NUMBER     order: days of bank history (default: your organization's setting)
  --edition HASH    evaluate: another edition than the one that the file names
  --help            Show this text

Environment
  KEYTURN_API_KEY   API key, from Admin > API Keys
  KEYTURN_URL       Where Keyturn runs, such as https://keyturn.mortgage

Exit codes: 0 done, or the evaluation is the same; 1 refused, failed or different; 2 wrong usage.`;

const FORMATS = ["pdf", "mismo", "json", "csv", "freddie", "signature", "provider"] as const;
type Format = (typeof FORMATS)[number];

class UsageError extends Error {}

interface Options {
  readonly search?: string | undefined;
  readonly formats: readonly Format[];
  readonly out: string;
  readonly days: number | undefined;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

const COMMANDS: Readonly<Record<string, (keyturn: Keyturn, options: Options, loanNumber: string) => Promise<void>>> = {
  async whoami(keyturn) {
    const { organizationName, apiKey } = await keyturn.readCaller();
    print(`${organizationName}, API key “${apiKey?.name ?? ""}”: ${apiKey?.scopes.join(", ") ?? ""}`);
  },

  async borrowers(keyturn, { search }) {
    for await (const one of keyturn.listOrganizationBorrowers(search === undefined ? {} : { search }))
      print([one.id, one.loanNumber ?? "-", one.status, `${one.firstName} ${one.lastName}`].join("\t"));
  },

  async order(keyturn, options, loanNumber) {
    const borrowerId = await findBorrowerId(keyturn, loanNumber);
    await keyturn.generateAssetReport({
      borrowerId,
      ...(options.days !== undefined && { daysRequested: options.days }),
    });
    await keyturn.waitForReport(borrowerId);
    await saveReport(keyturn, borrowerId, options);
  },

  async download(keyturn, options, loanNumber) {
    await saveReport(keyturn, await findBorrowerId(keyturn, loanNumber), options);
  },
};

/** Commands that send nothing and need no API key. */
async function runOffline(name: "evaluate" | "editions", file: string, edition: string | undefined): Promise<void> {
  if (name === "editions") return editionLines().forEach(print);
  const { isSame, lines } = await evaluateFile(file, path.join(import.meta.dirname, "editions"), edition);
  lines.forEach(print);
  if (!isSame) process.exitCode = 1;
}

async function findBorrowerId(keyturn: Keyturn, loanNumber: string): Promise<string> {
  const [borrower] = await keyturn.listOrganizationBorrowers({ loanNumber });
  if (!borrower) throw new ReportError(`No borrower has the loan number ${loanNumber}`);
  return borrower.id;
}

async function saveReport(keyturn: Keyturn, id: string, { formats, out }: Options): Promise<void> {
  for (const format of formats) {
    const file = await keyturn.downloadAssetReport({ id, format });
    const place = path.join(out, path.basename(file.name)); // the server names a file, never a folder
    await file.saveTo(place);
    print(place);
  }
}

const TAKES: Readonly<Record<string, string>> = {
  order: "one loan number",
  download: "one loan number",
  evaluate: "one file",
};

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [name = "", argument, ...others] = positionals;
  if (values.help || args.length === 0) return print(HELP);
  const isOffline = name === "evaluate" || name === "editions";
  const command = COMMANDS[name];
  if (!isOffline && !command) throw new UsageError(`Unknown command: ${name}`);
  const takes = TAKES[name];
  if ((takes !== undefined) !== (argument !== undefined) || others.length > 0)
    throw new UsageError(`${name} takes ${takes ?? "no argument"}`);
  if (isOffline) return runOffline(name, argument ?? "", values.edition);
  const options = {
    search: values.search,
    out: values.out,
    formats: formatsIn(values.format),
    days: daysIn(values.days),
  };
  const { apiKey, url } = readEnvironment();
  if (!apiKey || !url) throw new UsageError("Set KEYTURN_API_KEY and KEYTURN_URL");
  if (!URL.canParse(url)) throw new UsageError(`KEYTURN_URL is not an address: ${url}`);
  await command?.(createClient({ apiKey, url }), options, argument ?? "");
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        search: { type: "string" },
        format: { type: "string", default: "pdf,mismo,json" },
        out: { type: "string", default: "." },
        days: { type: "string" },
        edition: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function formatsIn(list: string): Format[] {
  return list.split(",").map((one) => {
    const format = FORMATS.find((known) => known === one);
    if (!format) throw new UsageError(`Unknown format: ${one}`);
    return format;
  });
}

function daysIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--days takes a number: ${text}`);
  return Number(text);
}

/** What went wrong and what to do, on one line. */
function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.code === "NETWORK") return "Keyturn does not answer. Check KEYTURN_URL and the network.";
  const fields = error.errors.map(({ field, code }) => `${field} ${code}`);
  const request = error.requestId === null ? [] : [`request ${error.requestId}`];
  return `${[`${error.code} (${error.status})`, ...fields, ...request].join(", ")}`;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`keyturn: ${explain(error)}\n${isUsage ? "Run keyturn --help for usage.\n" : ""}`);
  process.exitCode = isUsage ? 2 : 1;
}
