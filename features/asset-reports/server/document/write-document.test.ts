import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { DocumentInput } from "./document-input.ts";
import {
  documentOf,
  sampleAccount,
  sampleCover,
  sampleDocument,
  sampleInputs,
  sampleReport,
  sampleTransactions,
} from "./sample-report.ts";
import { writeDocument } from "./write-document.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "document-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function bytesOf(input: DocumentInput): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeDocument(input)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The document read back by another program: its text page by page, and what pdfinfo says; fails on any complaint. */
async function readBack(input: DocumentInput) {
  const path = join(folder, "report.pdf");
  await writeFile(path, await bytesOf(input));
  const info = await run("pdfinfo", [path]);
  const text = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 1e8 });
  expect(info.stderr + text.stderr).toBe("");
  const raw = await run("pdftotext", ["-raw", path, "-"], { maxBuffer: 1e8 }); // cell by cell
  const pages = text.stdout.split("\f").slice(0, -1);
  return { info: info.stdout, text: text.stdout, raw: raw.stdout, pages };
}

/** Lines that begin with a day and end with an amount: what the tables of transactions are made of. */
function transactionLines(text: string): string[] {
  return text.split("\n").filter((line) => /^ *[A-Z][a-z]{2} \d{1,2}, \d{4} .*[\d,]\.\d\d$/.test(line));
}

function withDescriptions(...descriptions: string[]): DocumentInput {
  const transactions = sampleTransactions(descriptions.length).map((transaction, index) => ({
    ...transaction,
    description: descriptions[index] ?? "",
  }));
  return documentOf(sampleReport([sampleAccount({ transactions })]));
}

test("the borrower, the accounts, every transaction and the proof of source are in it", async () => {
  const savings = sampleAccount({ name: "Plaid Saving", mask: "1111", currentCents: 3_576_338, transactions: [] });
  const checking = sampleAccount({ transactions: sampleTransactions(1_500) });
  const { text, info, pages } = await readBack(documentOf(sampleReport([checking, savings])));

  for (const words of ["Alberta Charleson", "Marcus Charleson", "Acme Lending", "2026-004417", "Mar 2, 2027"])
    expect(pages[0]).toContain(words);
  expect(pages[1]).toMatch(/Plaid Checking +0000 .*\$19,090\.32/);
  expect(pages[1]).toMatch(/Plaid Saving +1111 .*\$35,763\.38/);
  expect(pages[1]).toContain("$54,853.70");
  expect(pages[0]).toContain("It is not Form 1006 and does not claim");
  expect(text).toContain("ending in 0000");
  expect(text).toContain("Alberta Bobbeth Charleson");

  expect(transactionLines(text)).toHaveLength(1_500);
  expect(text).toMatch(/UBER TRIP HELP\.UBER\.COM +Transportation: taxis and ride +Pending +−\$2\.50/);
  expect(text).toMatch(/ACH CREDIT MALAKOFF .* Income: salary +\$3,120\.45/);

  const total = Number(/^Pages: +(\d+)$/m.exec(info)?.[1]);
  expect(pages).toHaveLength(total);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${total}`);
    expect(page).toContain("Report 6f1c2b1e-92a4-4f0c-9d0e-5b7a0f3f1c55");
    expect(page).toContain("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
  }
  expect(info).toMatch(/^Tagged: +yes$/m);
  expect(info).toMatch(/^Page size: +612 x 792 pts \(letter\)$/m);
  expect(info).toMatch(/^Title: +Asset report for Alberta Charleson$/m);
});

test("the same input gives the same bytes", async () => {
  expect(await bytesOf(sampleDocument(20))).toEqual(await bytesOf(sampleDocument(20)));
});

test("it comes a page at a time, and can be left in the middle", async () => {
  const chunks = writeDocument(sampleDocument(500));
  const first = await chunks.next();
  expect(first.value?.length).toBeLessThan(10_000);
  expect(await chunks.return(undefined)).toEqual({ done: true, value: undefined });
});

test("each thing is tagged: headings, tables, a list, lines, and the balance line told in words", async () => {
  const path = join(folder, "tagged.pdf");
  await writeFile(path, await bytesOf(sampleDocument(3)));
  const { stdout } = await run("pdfinfo", ["-struct-text", path]);
  expect(stdout).toMatch(/H1 \(block\)\s+"Asset report"/);
  expect(stdout).toMatch(/TR\s+TD \(block\)|TR\s+TH/);
  expect(stdout).toMatch(/LI \(block\)\s+LBody \(block\)\s+"1\. The lender holds/);
  expect(stdout).toMatch(
    /P \(block\)\s+"Nov 2, 2026 UBER TRIP HELP\.UBER\.COM Transportation: taxis and ride shares Pending −\$2\.50/,
  );
  expect(await bytesOf(sampleDocument(3)).then(String)).toContain("Daily balance from Aug 5, 2026 to Nov 2, 2026");
});

test.each([
  "Łukasz Nguyễn",
  "Ωμέγα ΑΘΗΝΑ",
  "Жанна Щукина",
  "endstream endobj )) (( \\ <</Type /Catalog>> %%EOF",
  "q\u0301 and e\u0301\u0302",
])("%s is read back whole", async (words) => {
  const { raw } = await readBack(withDescriptions(words));
  expect(raw.normalize("NFC").replace(/\s/g, "")).toContain(words.normalize("NFC").replace(/\s/g, ""));
});

test("what the face cannot show is a box, and what nobody can see is gone", async () => {
  const { text } = await readBack(withDescriptions("中文 PAY", "a\u202eb\u200b\0c", "שלום ACH 12", "\ud800", ""));
  expect(text).toContain("□□ PAY");
  expect(text).toContain("ab c");
  expect(text).toContain("שלום");
  expect(text).toContain("ACH 12");
  expect(transactionLines(text)).toHaveLength(5);
});

test("names and codes from outside cannot break the document's own data", async () => {
  const borrowerName = 'Ann <b>&amp;"</b> )(\\ \0 Łukasz';
  const input = { ...sampleDocument(1), cover: sampleCover({ borrowerName, organizationName: "Smith & Sons" }) };
  const { info } = await readBack(input);
  expect(info).toContain('Title:           Asset report for Ann <b>&amp;"</b> )(\\');
  expect(info).toContain("Author:          Smith & Sons");
  expect(String(await bytesOf(input))).toContain("<rdf:li>Smith &#38; Sons</rdf:li>");
});

test("R18 S3.22 the cover answers under the loan's own program and names its conditions, the rest follows", async () => {
  const deposit = {
    ...sampleTransactions(1)[0]!,
    id: "big",
    pending: false,
    description: "COUNTER DEPOSIT",
    amountCents: -1_250_000,
  }; // `!`: one was asked for
  const report = sampleReport([sampleAccount({ transactions: [deposit, ...sampleTransactions(5)] })]);
  const grounds = sampleInputs({
    loan: { ...sampleInputs().loan, program: "freddie" },
    evidence: [{ transactionId: "big", kind: "sale_of_personal_asset", sourcedCents: 500_000 }],
  });
  const { text, pages } = await readBack(documentOf(report, sampleCover(), grounds));

  expect(pages[0]).toContain("THE ANSWER UNDER FREDDIE MAC");
  for (const program of ["Fannie Mae", "Freddie Mac", "FHA"])
    expect(pages[0]).toMatch(new RegExp(`^ *${program} `, "m"));
  for (const words of [
    "holds the borrower's authorization",
    "what Form 1006 or the bank's own statements would give",
    "age limit of B1-1-03: Nov 2, 2026 to Mar 2, 2027",
    "The lender stays accountable",
    "does not claim Day 1 Certainty",
    "It is not underwriting advice",
    "https://keyturn.example/verify",
  ])
    expect(pages[0]!.replaceAll(/\s+/g, " ")).toContain(words);

  expect(text).toMatch(/Usable to close +\$11,567\.14 +\$11,567\.14 +\$19,067\.14/);
  expect(text).toMatch(/F1 +Blocks closing: .*arge deposit/);
  expect(text).toMatch(/Rule R3b? under .*Freddie Mac/);
  expect(text).toMatch(/Source: .*B3-4\.2-02/);
  expect(text).toMatch(/Plaid Checking …0000 +Nov 2, 2026 +COUNTER DEPOSIT +\$12,500\.00/);
  expect(text).toMatch(/Nov 2, 2026 +COUNTER DEPOSIT .* F\d.* +\$12,500\.00/);
  expect(text).toMatch(/Sale of a personal asset +Nov 2, 2026, COUNTER DEPOSIT, \$12,500\.00 +\$5,000\.00/);
  expect(text).toContain("NOT EVALUATED");
  expect(text).toContain("Data view, not Form 1006. No bank signed it.");
  expect(text).toMatch(/Nov 2, 2026 +or before|Aug 4, 2026/);
});

test("more lines than fit a finding stand among the transactions, marked", async () => {
  const fees = Array.from({ length: 20 }, (_, index) => ({
    ...sampleTransactions(1)[0]!, // `!`: one was asked for
    id: `fee-${index}`,
    pending: false,
    description: "NSF FEE",
    amountCents: 3_500,
  }));
  const { text } = await readBack(documentOf(sampleReport([sampleAccount({ transactions: fees })])));
  expect(text).toMatch(/And 8 more, marked F\d+ among the transactions\./);
  expect(text.match(/^ *Nov 2, 2026 +NSF FEE .* F\d/gm)).toHaveLength(20);
});

test("nothing at all is a document too", async () => {
  const report: ParsedReport = { ...sampleReport([]), items: [] };
  const bare = await readBack(
    documentOf(report, sampleCover({ coBorrowerNames: [], loanNumber: null }), sampleInputs({ loan: {} })),
  );
  expect(bare.text).toContain("The provider gave no account.");

  const nothing = sampleAccount({
    ...{ officialName: null, mask: null, subtype: null, currency: null, ownershipType: null },
    ...{ currentCents: null, availableCents: null, limitCents: null, daysAvailable: 0 },
    ...{ owners: [], historicalBalances: [], transactions: [] },
  });
  const { text } = await readBack(
    documentOf({
      ...sampleReport([nothing]),
      warnings: [{ code: "OWNERS_UNAVAILABLE", itemId: "item-1", message: null }],
    }),
  );
  expect(text).toContain("The bank gave no transaction for this account.");
  expect(text).toContain("The bank gave no owner for this account.");
  expect(text).toContain("First Platypus Bank: Owners unavailable");
  expect(text).not.toContain("null");
  expect(text).not.toContain("undefined");
});

test("words of any length wrap, over pages if they must", async () => {
  const long = "Very Long Name ".repeat(40).trim();
  const account = sampleAccount({
    name: long,
    owners: [{ names: [long], emails: [], phones: [], addresses: [] }],
    transactions: sampleTransactions(2).map((transaction) => ({ ...transaction, description: "W".repeat(8_000) })),
  });
  const { text } = await readBack(
    documentOf(sampleReport([account]), sampleCover({ borrowerName: long, organizationName: long })),
  );
  expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(16_000);
  expect(transactionLines(text)).toHaveLength(2);
});

test("another currency shows its code, holdings what is vested", async () => {
  const account = sampleAccount({
    currency: "EUR",
    currentCents: -123_456,
    holdings: [{ name: "Fund", ticker: null, quantity: 2505.652, valueCents: 6_214_018, vestedValueCents: 4_971_214 }],
    transactions: sampleTransactions(1).map((transaction) => ({ ...transaction, currency: "EUR" })),
  });
  const { text } = await readBack(documentOf(sampleReport([account])));
  expect(text).toContain("EUR −1,234.56");
  expect(text).toContain("EUR −2.50");
  expect(text).toMatch(/Fund +2,505\.652 +EUR 49,712\.14 +EUR 62,140\.18/);
});

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 200 }));
const anyTransaction = fc.record({
  description: anyText,
  category: fc.option(anyText),
  amountCents: fc.maxSafeInteger(),
  currency: fc.option(fc.constantFrom("USD", "EUR")),
  pending: fc.boolean(),
});

test("any reading gives a valid document with as many lines as transactions", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTransaction, { maxLength: 120 }),
      anyText,
      fc.option(anyText),
      async (lines, name, mask) => {
        const transactions = lines.map((line) => ({ ...sampleTransactions(1)[0]!, ...line })); // `!`: one was asked for
        const account = sampleAccount({ name, mask, transactions, historicalBalances: [] });
        const cover = sampleCover({ borrowerName: name });
        const { text, pages, info } = await readBack(documentOf(sampleReport([account]), cover));
        // Findings above quote lines too, after an account's name that may be empty here.
        const table = text.slice(text.search(/^ *TRANSACTIONS\b/m));
        expect(table.match(/^ *Nov 2, 2026 /gm) ?? []).toHaveLength(lines.length);
        expect(info).toMatch(new RegExp(`^Pages: +${pages.length}$`, "m"));
      },
    ),
    {
      numRuns: 25,
      examples: [
        [[{ description: "", category: null, amountCents: -210_001, currency: null, pending: false }], "", null],
      ],
    },
  );
});

test("a bank's name breaks at spaces alone in the fields of a verification of deposit", async () => {
  const report = sampleReport();
  const items = report.items.map((item) => ({ ...item, institutionName: "Houndstooth Bank" }));
  const { pages } = await readBack(documentOf({ ...report, items }));
  expect(pages.find((page) => page.includes("Two-month average"))).toMatch(/^ *Houndstooth Bank +Alberta/m);
});

test("the cover says whose program it answers under", async () => {
  const under = async (program?: "fannie" | "va") => {
    const { program: _own, ...loan } = sampleInputs().loan;
    const grounds = sampleInputs({ loan: program === undefined ? loan : { ...loan, program } });
    return (await readBack(documentOf(sampleReport(), sampleCover(), grounds))).pages[0];
  };
  expect(await under("fannie")).toContain("The loan's own program");
  expect(await under()).toContain("No program is chosen yet");
  expect(await under("va")).toContain("The loan names no program that is read here");
});
