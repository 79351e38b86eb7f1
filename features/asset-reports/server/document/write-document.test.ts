import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reading } from "#features/asset-reports/contract.ts";
import type { DocumentInput } from "./document-input.ts";
import { sampleAccount, sampleCover, sampleDocument, sampleReading, sampleTransactions } from "./sample-reading.ts";
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
  return { info: info.stdout, text: text.stdout, pages: text.stdout.split("\f").slice(0, -1) };
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
  return { reading: sampleReading([sampleAccount({ transactions })]), cover: sampleCover() };
}

test("the borrower, the accounts, every transaction and the proof of source are in it", async () => {
  const savings = sampleAccount({ name: "Plaid Saving", mask: "1111", currentCents: 3_576_338, transactions: [] });
  const checking = sampleAccount({ transactions: sampleTransactions(1_500) });
  const { text, info, pages } = await readBack({ reading: sampleReading([checking, savings]), cover: sampleCover() });

  for (const words of ["Alberta Charleson", "Marcus Charleson", "Acme Lending", "2026-004417", "Mar 2, 2027"])
    expect(pages[0]).toContain(words);
  expect(pages[0]).toMatch(/Plaid Checking +0000 .*\$19,090\.32/);
  expect(pages[0]).toMatch(/Plaid Saving +1111 .*\$35,763\.38/);
  expect(pages[0]).toContain("$54,853.70");
  expect(pages[0]).toContain("It is not Form 1006 and does not claim");
  expect(text).toContain("ending in 0000");
  expect(text).toContain("Alberta Bobbeth Charleson");

  expect(transactionLines(text)).toHaveLength(1_500);
  expect(text).toMatch(/UBER TRIP HELP\.UBER\.COM +Transportation taxis and ride +Pending +−\$2\.50/);
  expect(text).toMatch(/ACH CREDIT MALAKOFF .* Income salary +\$3,120\.45/);

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
    /P \(block\)\s+"Nov 2, 2026 UBER TRIP HELP\.UBER\.COM Transportation taxis and ride shares Pending −\$2\.50/,
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
  const { text } = await readBack(withDescriptions(words));
  expect(text.normalize("NFC").replace(/\s/g, "")).toContain(words.normalize("NFC").replace(/\s/g, ""));
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

test("nothing at all is a document too", async () => {
  const reading: Reading = { ...sampleReading([]), items: [] };
  const bare = await readBack({ reading, cover: sampleCover({ coBorrowerNames: [], loanNumber: null }) });
  expect(bare.text).toContain("The provider gave no account.");

  const nothing = sampleAccount({
    ...{ officialName: null, mask: null, subtype: null, currency: null, ownershipType: null },
    ...{ currentCents: null, availableCents: null, limitCents: null, daysAvailable: 0 },
    ...{ owners: [], historicalBalances: [], transactions: [] },
  });
  const { text } = await readBack({
    reading: {
      ...sampleReading([nothing]),
      warnings: [{ code: "OWNERS_UNAVAILABLE", itemId: "item-1", message: null }],
    },
    cover: sampleCover(),
  });
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
  const { text } = await readBack({
    reading: sampleReading([account]),
    cover: sampleCover({ borrowerName: long, organizationName: long }),
  });
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
  const { text } = await readBack({ reading: sampleReading([account]), cover: sampleCover() });
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

test("any reading gives a valid document with as many lines as transactions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTransaction, { maxLength: 120 }),
      anyText,
      fc.option(anyText),
      async (lines, name, mask) => {
        const transactions = lines.map((line) => ({ ...sampleTransactions(1)[0]!, ...line })); // `!`: one was asked for
        const account = sampleAccount({ name, mask, transactions, historicalBalances: [] });
        const cover = sampleCover({ borrowerName: name });
        const { text, pages, info } = await readBack({ reading: sampleReading([account]), cover });
        expect(text.match(/^ *Nov 2, 2026 /gm) ?? []).toHaveLength(lines.length);
        expect(info).toMatch(new RegExp(`^Pages: +${pages.length}$`, "m"));
      },
    ),
    { numRuns: 25 },
  );
});
