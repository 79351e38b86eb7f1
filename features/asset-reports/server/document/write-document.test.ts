import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONSENT_PURPOSE } from "#features/borrowers/labels.ts";
import type { Exhibit } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { openFonts } from "#platform/server/document/fonts.ts";
import { isPrintablePicture, printableLogo } from "#platform/server/document/printable-picture.ts";
import type { DocumentInput } from "./schema.ts";
import {
  documentOf,
  sampleAccount,
  sampleDocument,
  sampleInputs,
  sampleReport,
  sampleTransactions,
} from "./test-documents.ts";
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

/**
 * Reads the document back with another program: its text page by page, and the output of pdfinfo. Fails on any warning.
 */
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

/** Lines that begin with a day and end with an amount: the rows of the transaction tables. */
function transactionLines(text: string): string[] {
  return text.split("\n").filter((line) => /^[A-Z][a-z]{2} \d{1,2}, \d{4} .*[\d,]\.\d\d$/.test(line));
}

function withDescriptions(...descriptions: string[]): DocumentInput {
  const transactions = sampleTransactions(descriptions.length).map((transaction, index) => ({
    ...transaction,
    description: descriptions[index] ?? "",
  }));
  return documentOf(sampleReport([sampleAccount({ transactions })]));
}

test("the borrower, the accounts, every transaction and the proof of source are in it", async () => {
  const savings = sampleAccount({
    id: "account-2",
    name: "Plaid Saving",
    mask: "1111",
    currentCents: 3_576_338,
    transactions: [],
    historicalBalances: [],
  });
  const checking = sampleAccount({ transactions: sampleTransactions(1_500) });
  const { text, info, pages } = await readBack(documentOf(sampleReport([checking, savings])));

  for (const words of ["Alberta Charleson", "Marcus Charleson", "Acme Lending", "2026-004417", "Mar 2, 2027"])
    expect(pages[0]).toContain(words);
  expect(text).toMatch(/^A1 +Plaid Checking, First Platypus.* 0000 .*\$19,090\.32/m);
  expect(text).toMatch(/^A2 +Plaid Saving, First Platypus.* 1111 .*\$35,763\.38/m);
  expect(text).toMatch(/Depository accounts +2 +\$54,853\.70/);
  expect(pages[0]).toContain("It is not Form 1006 and does not claim");
  expect(text).toContain("ending in 0000");
  expect(text).toContain("Alberta Bobbeth Charleson");

  expect(transactionLines(text)).toHaveLength(1_500);
  expect(text).toMatch(/UBER TRIP HELP\.UBER\.COM +Purchase · Uber +Pending +−\$2\.50/);
  expect(text).toMatch(/ACH CREDIT MALAKOFF .* Payroll · .*\$3,120\.45/);

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

test("it is generated page by page, and can be abandoned midway", async () => {
  const chunks = writeDocument(sampleDocument(500));
  const first = await chunks.next();
  expect(first.value?.length).toBeLessThan(10_000);
  expect(await chunks.return(undefined)).toEqual({ done: true, value: undefined });
});

test("each thing is tagged: headings, tables, lines, and the balance line described in words", async () => {
  const path = join(folder, "tagged.pdf");
  await writeFile(path, await bytesOf(sampleDocument(3)));
  const { stdout } = await run("pdfinfo", ["-struct-text", path]);
  expect(stdout).toMatch(/H1 \(block\)\s+"Asset report"/);
  expect(stdout).toMatch(/TR\s+TD \(block\)|TR\s+TH/);
  expect(stdout).toMatch(/P \(block\)\s+"Nov 2, 2026 UBER TRIP HELP\.UBER\.COM Purchase · Uber Pending −\$2\.50/);
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

test("the typeface is Inter with figures of one width, and another only for the letters that it lacks", async () => {
  const path = join(folder, "fonts.pdf");
  const facesOf = async (input: DocumentInput) => {
    await writeFile(path, await bytesOf(input));
    const { stdout } = await run("pdffonts", [path]);
    // Name, then type in two or three words, encoding, embedded, subset, mapped to Unicode.
    const faces = stdout.split("\n").slice(2, -1);
    expect(faces.filter((face) => !/ yes +yes +yes /.test(face))).toEqual([]);
    return faces.map((face) => face.replace(/^\w+\+(\S+).*$/, "$1")).sort();
  };
  expect(await facesOf(withDescriptions("Łukasz Nguyễn"))).toEqual(["Inter-Regular", "Inter-SemiBold"]);
  expect(await facesOf(withDescriptions("שלום"))).toEqual(["DejaVuSansCondensed", "Inter-Regular", "Inter-SemiBold"]);
  const { regular, bold } = openFonts();
  for (const { widthOf } of [regular, bold]) expect(widthOf("1111")).toBeCloseTo(widthOf("8080"));
});

test("what the font cannot show is named by its code points, and invisible characters are removed", async () => {
  const { text } = await readBack(withDescriptions("中文 PAY", "a\u202eb\u200b\0c", "שלום ACH 12", "\ud800", ""));
  expect(text).toContain("[U+4E2D U+6587] PAY");
  expect(text).toContain("ab c");
  expect(text).toContain("שלום");
  expect(text).toContain("ACH 12");
  expect(transactionLines(text)).toHaveLength(5);
});

test("names in other scripts can be distinguished on the cover", async () => {
  const { pages } = await readBack(documentOf(sampleReport(), { printed: { fullNames: ["张伟", "李娜", "Zoë 🧿"] } }));
  expect(pages[0]).toContain("[U+5F20 U+4F1F]");
  expect(pages[0]).toContain("with [U+674E U+5A1C], Zoë [U+1F9FF]");
  expect(pages[0]).not.toContain("□");
});

test("it claims PDF/UA, every header cell names its row or column, and every figure its place", async () => {
  const path = join(folder, "accessible.pdf");
  await writeFile(path, await bytesOf(sampleDocument(3)));
  const metadata = await run("pdfinfo", ["-meta", path]);
  expect(metadata.stdout).toMatch(/xmlns:pdfuaid="http:\/\/www.aiim.org\/pdfua\/ns\/id\/"[^>]*>\s*<pdfuaid:part>1</);
  const { stdout } = await run("pdfinfo", ["-struct", path]);
  const headers = stdout.match(/^ +TH\b.*\n.*/gm) ?? [];
  expect(headers.length).toBeGreaterThan(68);
  expect(headers.filter((header) => !/Scope \/(?:Column|Row)/.test(header))).toEqual([]);
  const figures = stdout.match(/^ +Figure\b.*\n.*\n.*/gm) ?? [];
  expect(figures.length).toBeGreaterThan(0);
  for (const figure of figures) {
    const box = /BBox \[([-\d. ]+)\]/.exec(figure)?.[1]?.trim().split(" ").map(Number);
    const [left = NaN, bottom = NaN, right = NaN, top = NaN] = box ?? [];
    expect(left >= 0 && bottom >= 0 && left < right && bottom < top && right <= 612 && top <= 792, figure).toBe(true);
  }
  // Skipping a heading level is an error in PDF/UA-1, 7.4.2.
  const levels = [...stdout.matchAll(/^ +H([1-6])\b/gm)].map(([, level]) => Number(level));
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
});

interface Tag {
  readonly role: string;
  readonly alt?: string;
  readonly children: readonly (Tag | { readonly type: string; readonly id: string })[];
}

/** What pdf.js hands to a screen reader: each page's tags, and its text by the tag's content or outside of any. */
async function readAloud(input: DocumentInput) {
  const loading = getDocument({ data: new Uint8Array(await bytesOf(input)), verbosity: 0 });
  const document = await loading.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const words = new Map<string, string>();
    const open: string[] = [];
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    for (const item of items) {
      if ("str" in item) {
        const place = open.findLast((one) => one !== "") ?? "";
        words.set(place, (words.get(place) ?? "") + item.str);
      } else if (item.type === "endMarkedContent") open.pop();
      else open.push("tag" in item && item.tag === "Artifact" ? "Artifact" : item.id);
    }
    pages.push({ root: (await page.getStructTree()) as unknown as Tag, words });
  }
  const { info } = await document.getMetadata();
  const preferences = await document.getViewerPreferences();
  await loading.destroy();
  return { pages, info, preferences };
}

const partsOf = (tag: Tag) => tag.children.filter((child): child is Tag => "role" in child);
const allTags = (tag: Tag): Tag[] => [tag, ...partsOf(tag).flatMap(allTags)];
const contentsOf = (tag: Tag): string[] =>
  tag.children.flatMap((child) => ("role" in child ? contentsOf(child) : child.type === "content" ? [child.id] : []));

test("pdf.js reads every word aloud once, in order, as what it is", async () => {
  const exhibits = [LETTER, aDocumentExhibit(2, "shown", "check.png")];
  const shown = { isPicture: true, read: () => Promise.resolve(aPicture()) };
  const input = documentOf(sampleReport(), {
    inputs: { loan: {} },
    printed: { exhibits },
    files: new Map([["shown", shown]]),
  });
  const { pages, info, preferences } = await readAloud(input);
  expect(info).toMatchObject({ Language: "en-US", Title: "Asset report for Alberta Charleson" });
  expect(Object.fromEntries((preferences as unknown as Map<string, unknown> | null) ?? [])).toEqual({
    DisplayDocTitle: true,
  });
  const roles = new Set<string>();
  for (const [at, { root, words }] of pages.entries()) {
    const read = contentsOf(root);
    expect(new Set(read).size, `page ${at + 1}`).toBe(read.length);
    expect([...words.keys()].filter((place) => place !== "Artifact" && !read.includes(place))).toEqual([]);
    if (at === 0)
      expect(read.map((place) => words.get(place)?.trim()).join(" ")).toMatch(
        /^ ?Acme Lending.*Robin Vale.*Asset report Alberta Charleson with Marcus.*ANSWER UNDER/,
      );
    expect(words.get("Artifact"), "header and footer are not read").toContain(`Page ${at + 1} of ${pages.length}`);
    for (const tag of allTags(root)) {
      roles.add(tag.role);
      const parts = partsOf(tag).map(({ role }) => role);
      if (tag.role === "Figure") expect(tag.alt).toMatch(/\w/);
      if (tag.role === "L") expect(new Set(parts)).toEqual(new Set(["LI"]));
      if (tag.role === "LI") expect(parts).toEqual(["Lbl", "LBody"]);
      if (tag.role === "TR") expect(parts.filter((role) => role !== "TH" && role !== "TD")).toEqual([]);
      if (tag.role !== "Table") continue;
      expect(new Set(parts)).toEqual(new Set(["TR"]));
      const rows = partsOf(tag).map((row) => partsOf(row));
      expect(rows.filter((cells) => cells.every(({ role }) => role === "TD") && rows[0]?.[0]?.role !== "TH")).toEqual(
        [],
      );
    }
  }
  const expected = ["H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure", "Link"];
  expect([...roles]).toEqual(expect.arrayContaining(expected));
});

test("the outline lists each section once, and the address that checks the file is a link", async () => {
  const bytes = String(await bytesOf(sampleDocument(400)));
  const outline = [...bytes.matchAll(/\/Dest \[(\d+) 0 R \/XYZ 0 [\d.]+ 0\]\n[^>]*\/Title \(([^)]*)\)/g)];
  const titles = outline.map(([, , title]) => title);
  expect(titles).toEqual(expect.arrayContaining(["Verify this report", "Findings", "Conditions", "Transactions, A1"]));
  expect(titles.filter((title) => title === "Transactions, A1")).toHaveLength(1);
  expect(new Set(outline.map(([, page]) => page)).size).toBeGreaterThan(5);
  const path = join(folder, "linked.pdf");
  await writeFile(path, await bytesOf(sampleDocument(3)));
  const links = await run("pdfinfo", ["-url", path]);
  expect(links.stdout).toMatch(/Annotation +https:\/\/keyturn\.example\/verify/);
  expect(bytes).toContain("/Contents (https://keyturn.example/verify)");
});

test("names and codes from outside cannot break the document's own data", async () => {
  const borrowerName = 'Ann <b>&amp;"</b> )(\\ \0 Łukasz';
  const input = documentOf(sampleReport(), { printed: { fullNames: [borrowerName], lender: "Smith & Sons" } });
  const { info } = await readBack(input);
  expect(info).toContain('Title:           Asset report for Ann <b>&amp;"</b> )(\\');
  expect(info).toContain("Author:          Smith & Sons");
  expect(String(await bytesOf(input))).toContain("<rdf:li>Smith &#38; Sons</rdf:li>");
});

test("the cover answers under the loan's own program and shows its conditions as recorded or not", async () => {
  const deposit = {
    ...sampleTransactions(1)[0]!, // one was asked for
    id: "big",
    pending: false,
    description: "COUNTER DEPOSIT",
    amountCents: -1_250_000,
  };
  const report = sampleReport([sampleAccount({ transactions: [deposit, ...sampleTransactions(5)] })]);
  const sale = {
    id: "evidence-1",
    transactionId: "big",
    kind: "sale_of_personal_asset" as const,
    sourcedCents: 500_000,
    hasDocument: true,
    reason: null,
  };
  const inputs = { loan: { ...sampleInputs().loan, program: "freddie" as const }, evidence: [sale] };
  const { text, pages } = await readBack(documentOf(report, { inputs }));

  expect(pages[0]).toContain("ANSWER UNDER FREDDIE MAC");
  for (const program of ["Fannie Mae", "Freddie Mac", "FHA"])
    expect(pages[0]).toMatch(new RegExp(`^ *${program} `, "m"));
  expect(pages[0]).toMatch(/Borrower's authorization +Alberta Charleson: not recorded\. The lender must hold/);
  expect(pages[0]).toMatch(/Same content as a statement +No element missing from 1 account that counts/);
  expect(pages[0]).toMatch(
    /Age under Fannie Mae +Data of Nov 2, 2026, valid through Mar 2, 2027\. Note date Dec 1, 2026/,
  );
  expect(pages[0]).toMatch(/Lender is responsible for the data +Not recorded/);
  expect(text.replaceAll(/\s+/g, " ")).toContain("does not claim Day 1 Certainty. It is not underwriting advice.");
  expect(text).toContain("https://keyturn.example/verify");

  expect(text).toMatch(/Available to close +\$11,567\.14 +\$11,567\.14 +\$19,067\.14/);
  expect(text).toMatch(/F\d+ Blocks closing: Large deposit/);
  expect(text).toMatch(/Rule R3 LARGE_UNSOURCED under .*Freddie Mac/);
  expect(text).toMatch(/Sources: .*B3-4\.2-02, 12\/14\/2022 \(V\)/);
  expect(text).toMatch(/A1 Plaid Checking …0000 +Nov 2, 2026 +COUNTER DEPOSIT +\$12,500\.00/);
  expect(text).toMatch(/Nov 2, 2026 +COUNTER DEPOSIT .* F\d.* +\$12,500\.00/);
  expect(text).toMatch(/E1 +Sale of a personal asset +A1, Nov 2, 2026, \$12,500\.00 .*\$5,000\.00/);
  expect(text).toContain("Data view, not Form 1006");
  expect(text).toMatch(/At least Aug/);
});

test("a recorded consent says how it was given, by whom, when in the lender's zone, and to which text", async () => {
  const consent = {
    method: "in_person" as const,
    recordedBy: "Pat Rivera",
    at: "2026-11-01T15:30:00.000Z",
    textVersion: "2026-10",
    sha256: "ab12",
    purpose: CONSENT_PURPOSE,
    days: 90,
    keptDays: 1095,
    signedOn: null,
    documentId: null,
    withdrawnAt: "2026-11-03T16:00:00.000Z",
  };
  const authorizations = [
    { person: "Alberta Charleson", consent },
    { person: "Ann Lee", consent: null },
  ];
  const { pages } = await readBack(
    documentOf(sampleReport(), { printed: { authorizations, timeZone: "America/Denver" } }),
  );
  const printed = pages[0]!.replaceAll(/\s+/g, " ");
  expect(printed).toContain(
    "Borrower's authorization Alberta Charleson: given in person, recorded by Pat Rivera, Nov 1, 2026, 8:30 AM MST, text version 2026-10, SHA-256 ab12, withdrawn Nov 3, 2026, 9:00 AM MST",
  );
  expect(printed).toContain("Co-borrower's authorization Ann Lee: not recorded.");
});

test("data that is too old at the note date is marked as too old", async () => {
  const inputs = { loan: { ...sampleInputs().loan, noteDate: "2027-03-23" } };
  const { pages } = await readBack(documentOf(sampleReport(), { inputs }));
  expect(pages[0]).toMatch(/Age under Fannie Mae .*valid through Mar 2, 2027\. Note date Mar 23, 2027: after it\./);
});

test("the cover is on the lender's letterhead, and each further page names lender, borrowers and loan", async () => {
  const logo = PNG.sync.write(new PNG({ width: 190, height: 44, fill: true })); // transparent
  const printed = printableLogo(logo);
  expect(printed && isPrintablePicture(printed)).toBe(true);
  expect(printed && PNG.sync.read(printed).data.subarray(0, 4)).toEqual(Buffer.from([255, 255, 255, 255]));
  const { pages } = await readBack(sampleDocument(60));
  const cover = pages[0]!.replaceAll(/ +/g, " "); // there is a page
  for (const words of [
    "Acme Lending Robin Vale, loan officer",
    "NMLS ID 1234567 NMLS ID 7654321",
    "500 Congress Avenue (512) 555-0142",
    "Austin, TX 78701 robin@acme.example",
    "(512) 555-0100",
    "2026-004417 $199,000.00 Fannie Mae Purchase",
  ])
    expect(cover).toContain(words);
  for (const page of pages.slice(1))
    expect(page.trimStart().split("\n")[0]).toMatch(
      /^Acme Lending +Asset report for Alberta Charleson and Marcus Charleson, loan 2026-004417$/,
    );
  const input = { ...sampleDocument(3), logo: () => Promise.resolve(printed!) }; // checked above
  await readBack(input);
  const pictures = await run("pdfimages", ["-list", join(folder, "report.pdf")]);
  expect(pictures.stdout.split("\n").slice(2, -1)).toEqual([expect.stringMatching(/^ +1 +0 image +190 +44 +rgb/)]);
  expect(String(await bytesOf(input))).toContain("/Alt (Logo of Acme Lending)");
});

test("the cover names the copies that investors read, and their tokens", async () => {
  const investorCopies = [
    { investor: "fannie", token: "a-production-3TAU2CWVYBDVRHUCAAAI27ULU4" },
    { investor: "freddie", token: "a-production-KOL4XB5Y4NF2ZECQALB2D55MZE" },
  ] as const;
  const { pages } = await readBack(documentOf(sampleReport(), { meta: { investorCopies } }));
  expect(pages[0]).toContain("Fannie Mae token (Plaid audit copy): a-production-3TAU2CWVYBDVRHUCAAAI27ULU4");
  expect(pages[0]).toContain("Freddie Mac token (Plaid audit copy): a-production-KOL4XB5Y4NF2ZECQALB2D55MZE");
});

test("an evaluation from before letterheads names its lender alone", async () => {
  const { pages } = await readBack(documentOf(sampleReport(), { printed: { letterhead: undefined } }));
  expect(pages[0]!.trimStart()).toMatch(/^Acme Lending\n/); // there is a page
  expect(pages[0]).not.toContain("NMLS");
});

test("no account's last words are alone on a page", async () => {
  const savings = sampleAccount({ id: "account-2", name: "Plaid Saving", mask: "1111", transactions: [] });
  for (let lines = 60; lines < 120; lines += 10) {
    const checking = sampleAccount({ transactions: sampleTransactions(lines) });
    const { pages } = await readBack(documentOf(sampleReport([checking, savings])));
    const page = pages.find((words) => words.includes("No transactions provided."));
    expect(page, `${lines} lines`).toContain("Plaid Saving");
  }
});

test("every loan term is listed, entered or missing", async () => {
  const { text } = await readBack(documentOf(sampleReport()));
  expect(text).toMatch(/^Closing costs +Entered +\$4,200\.00$/m);
  expect(text).toMatch(/^Appraised value +Entered +\$215,000\.00$/m);
  expect(text).toMatch(/^Payoff +Missing$/m);
  expect(text).toMatch(/^Disclosed debts +Missing$/m);
});

test("no sentence claims what the data does not show", async () => {
  const { text } = await readBack(sampleDocument(40));
  const words = text.replaceAll(/\s+/g, " ");
  for (const claim of [
    "nothing is guessed",
    "holds the borrower's authorization",
    "stays accountable",
    "guaranteed",
    "approved",
  ])
    expect(words).not.toContain(claim);
});

test("the order of the provider's lists changes no byte", async () => {
  const savings = sampleAccount({
    id: "account-2",
    mask: "1111",
    name: "Plaid Saving",
    transactions: sampleTransactions(9).map((line) => ({ ...line, id: `b-${line.id}` })),
  });
  const report = sampleReport([sampleAccount(), savings]);
  const turned: ParsedReport = {
    ...report,
    items: report.items.map((item) => ({
      ...item,
      accounts: [...item.accounts].reverse().map((account) => ({
        ...account,
        transactions: [...account.transactions].reverse(),
        historicalBalances: [...account.historicalBalances].reverse(),
      })),
    })),
  };
  expect(await bytesOf(documentOf(turned))).toEqual(await bytesOf(documentOf(report)));
});

test("lines beyond what a finding lists are marked among the transactions", async () => {
  const fees = Array.from({ length: 20 }, (_, index) => ({
    ...sampleTransactions(1)[0]!, // `!`: one was asked for
    id: `fee-${index}`,
    pending: false,
    description: "NSF FEE",
    amountCents: 3_500,
  }));
  const { text } = await readBack(documentOf(sampleReport([sampleAccount({ transactions: fees })])));
  expect(text).toMatch(/And 8 more, marked F\d+ among the transactions\./);
  expect(text.match(/^Nov 2, 2026 +NSF FEE .* F\d/gm)).toHaveLength(20);
});

test("an empty report is a document too", async () => {
  const report: ParsedReport = { ...sampleReport([]), items: [] };
  const bare = await readBack(
    documentOf(report, { inputs: { loan: {} }, printed: { fullNames: ["Ann Bell"], loanNumber: null } }),
  );
  expect(bare.text).toContain("No accounts provided.");

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
  expect(text).toContain("No transactions provided.");
  expect(text).toContain("No owner provided.");
  expect(text).toContain("First Platypus Bank: Owners unavailable");
  expect(text).not.toContain("null");
  expect(text).not.toContain("undefined");
});

test("text of any length wraps, over several pages if needed", async () => {
  const long = "Very Long Name ".repeat(40).trim();
  const account = sampleAccount({
    name: long,
    owners: [{ names: [long], emails: [], phones: [], addresses: [] }],
    transactions: sampleTransactions(2).map((transaction) => ({ ...transaction, description: "W".repeat(8_000) })),
  });
  const { text } = await readBack(
    documentOf(sampleReport([account]), { printed: { fullNames: [long], lender: long } }),
  );
  expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(16_000);
  expect(transactionLines(text)).toHaveLength(2);
});

test("another currency shows its code, holdings what is vested", async () => {
  const account = sampleAccount({
    currency: "EUR",
    currentCents: -123_456,
    holdings: [
      {
        name: "Fund",
        ticker: null,
        securityType: "mutual fund",
        currency: null,
        quantity: 2505.652,
        valueCents: 6_214_018,
        vestedValueCents: 4_971_214,
      },
    ],
    transactions: sampleTransactions(1).map((transaction) => ({ ...transaction, currency: "EUR" })),
  });
  const { text } = await readBack(documentOf(sampleReport([account])));
  expect(text).toContain("EUR −1,234.56");
  expect(text).toContain("EUR −2.50");
  expect(text).toMatch(/Fund +Mutual fund +2,505\.652 +EUR 49,712\.14 +EUR 62,140\.18/);
});

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 200 }));
const anyTransaction = fc.record({
  description: anyText,
  merchantName: fc.option(anyText),
  categoryDetailed: fc.option(anyText),
  amountCents: fc.integer({ min: -1e13, max: 1e13 }),
  currency: fc.option(fc.constantFrom("USD", "EUR")),
  pending: fc.boolean(),
});

test("any report gives a valid document with as many lines as transactions", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTransaction, { maxLength: 120 }),
      anyText,
      fc.option(anyText),
      async (lines, name, mask) => {
        const [sample] = sampleTransactions(1);
        const transactions = lines.map((line, at) => ({ ...sample!, ...line, id: `line-${at}` })); // `!`: one was asked for
        const account = sampleAccount({ name, mask, transactions, historicalBalances: [] });
        const { text, pages, info } = await readBack(
          documentOf(sampleReport([account]), { printed: { fullNames: [name] } }),
        );
        // Findings above quote lines too.
        const table = text.slice(text.search(/^TRANSACTIONS, A1\b/m));
        expect(table.match(/^Nov 2, 2026 /gm) ?? []).toHaveLength(lines.length);
        expect(info).toMatch(new RegExp(`^Pages: +${pages.length}$`, "m"));
      },
    ),
    {
      numRuns: 25,
      examples: [
        [
          [
            {
              description: "",
              merchantName: null,
              categoryDetailed: null,
              amountCents: -210_001,
              currency: null,
              pending: false,
            },
          ],
          "",
          null,
        ],
      ],
    },
  );
});

test("a bank's name breaks at spaces alone in the fields of a verification of deposit", async () => {
  const report = sampleReport();
  const items = report.items.map((item) => ({ ...item, institutionName: "Houndstooth Bank" }));
  const { pages } = await readBack(documentOf({ ...report, items }));
  expect(pages.find((page) => page.includes("FORM 1006 FIELDS"))).toMatch(/^A1 +Houndstooth Bank +Alberta/m);
});

test("the cover names the loan's program, and gives no answer under one without rules", async () => {
  const under = async (program?: "fannie" | "va" | "other" | "conventional") => {
    const { program: _own, ...loan } = sampleInputs().loan;
    const inputs = { loan: program === undefined ? loan : { ...loan, program } };
    return (await readBack(documentOf(sampleReport(), { inputs }))).pages[0];
  };
  expect(await under("fannie")).toContain("The loan's program is Fannie Mae");
  expect(await under()).toContain("The loan has no program yet");
  expect(await under("conventional")).toContain("the worse answer");
  expect(await under("va")).toContain("ANSWER UNDER VA");
  const other = await under("other");
  expect(other).toMatch(/NO ANSWER +No rules are evaluated for the loan's program/);
  expect(other).toMatch(/FHA +No answer +No answer: Keyturn does not evaluate/);
  expect(other).not.toMatch(/^ *Not evaluated|Enough/m);
  expect(other).not.toMatch(/(?:Fannie Mae|FHA) +Not evaluated/);
});

test("the cover of a loan without terms has one short answer, and names the missing terms below it", async () => {
  const inputs = { loan: { program: "fannie" as const } };
  const cover = (await readBack(documentOf(sampleReport(), { inputs }))).pages[0];
  expect(cover).toMatch(/^ *Not evaluated: loan terms are missing\n+ *Missing: [^\n]*sales price/m);
});

/** A PNG of one color; with `alpha` it is partly transparent. */
function aPicture({ alpha = false } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const [side, channels] = [8, alpha ? 4 : 3];
  const head = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, alpha ? 6 : 2, 0, 0, 0]);
  const lines = Buffer.concat(
    Array.from({ length: side }, () => Buffer.from([0, ...Array<number>(side * channels).fill(120)])),
  );
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const LETTER: Exhibit = {
  ...{ number: 1, evidenceId: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b011", transactionId: "transaction-3" },
  ...{
    sender: "Riley Fox",
    at: "2026-11-02T14:05:00.000Z",
    sha256: "ab".repeat(32),
    isReplaced: false,
    document: null,
  },
  letter: {
    ...{ text: "Sold my car, a 2015 Honda, to my neighbor.\nThe bill of sale follows.", signedName: "Riley Fox" },
    ...{ signedAt: "2026-11-02T14:05:00.000Z", kind: "sale_of_personal_asset", sourcedCents: 800_000, donor: null },
    ...{ amountCents: null, noRepayment: null, address: "203.0.113.7", consentVersion: "3" },
  },
  classification: { kind: "income", sourcedCents: 800_000, by: "Pat Rivera", at: "2026-11-02T15:00:00.000Z" },
};

function aDocumentExhibit(number: number, id: string, name: string): Exhibit {
  const mediaType = name.endsWith("pdf") ? "application/pdf" : "image/png";
  return {
    ...{ number, evidenceId: null, transactionId: null, sender: "Pat Rivera", at: "2026-11-02T14:10:00.000Z" },
    ...{ sha256: String(number).repeat(64), isReplaced: false, letter: null, classification: null },
    document: { id, name, mediaType, bytes: 1200 },
  };
}

test("every letter is printed in full beside the lender's classification, pictures as pages, and other files attached", async () => {
  const files = {
    shown: Buffer.from(aPicture()),
    clear: Buffer.from(aPicture({ alpha: true })),
    sale: Buffer.from("%PDF-1.4 a bill of sale"),
  };
  const exhibits = [
    LETTER,
    aDocumentExhibit(2, "shown", "check.png"),
    aDocumentExhibit(3, "clear", "screen.png"),
    aDocumentExhibit(4, "sale", "bill.pdf"),
    aDocumentExhibit(5, "gone", "old.pdf"),
  ];
  const input = documentOf(sampleReport(), {
    printed: { exhibits },
    files: new Map(
      Object.entries(files).map(([id, bytes]) => [
        id,
        { isPicture: id !== "sale" && isPrintablePicture(bytes), read: () => Promise.resolve(bytes) },
      ]),
    ),
  });
  const { text, info } = await readBack(input);
  const flat = text.replaceAll(/\s+/g, " ");
  for (const words of [
    "Exhibit 1 Signed letter",
    "Sold my car, a 2015 Honda, to my neighbor.",
    "Typed signature Riley Fox",
    "IP address 203.0.113.7",
    "Version of the consent text 3",
    "Signed as Sale of a personal asset, $8,000.00",
    "Classified by the lender Income, $8,000.00, by Pat Rivera, Nov 2, 2026",
    `SHA-256 of the letter in the JSON file ${LETTER.sha256}`,
    ...[2, 3, 4, 5].flatMap((number) => [
      `Exhibit ${number} ${exhibits[number - 1]!.document!.name}`, // each is a document
      `SHA-256 ${String(number).repeat(64)}`,
    ]),
    "1 Signed letter Riley Fox Nov 2, 2026, 9:05 AM EST",
    "4 bill.pdf Pat Rivera Nov 2, 2026, 9:10 AM EST",
    "Sent by Pat Rivera, Nov 2, 2026, 9:10 AM EST. 1 KB.",
    "It was deleted before this PDF was made.",
  ])
    expect(flat).toContain(words);
  expect(info).toMatch(/^Tagged: +yes$/m);

  const path = join(folder, "report.pdf");
  const images = await run("pdfimages", ["-list", path]);
  expect(images.stdout.split("\n").filter((line) => / image /.test(line))).toHaveLength(1);
  const listed = await run("pdfdetach", ["-list", path]);
  expect(listed.stdout).toContain("2 embedded files");
  await run("pdfdetach", ["-saveall", "-o", folder, path]);
  expect(await readFile(join(folder, "Exhibit 4 bill.pdf"))).toEqual(files.sale);
  expect(await readFile(join(folder, "Exhibit 3 screen.png"))).toEqual(files.clear);
});

test("a damaged picture is attached and not printed", () => {
  expect(isPrintablePicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(false);
  expect(isPrintablePicture(aPicture().subarray(0, 20))).toBe(false);
  expect(isPrintablePicture(aPicture())).toBe(true);
});
