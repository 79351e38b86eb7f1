import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { answerWords } from "#features/borrowers/columns.ts";
import { evaluate, type Question } from "#features/underwriting/rules/evaluate.ts";
import type { Overlay } from "#features/underwriting/rules/evaluation.ts";
import { summarize } from "#features/underwriting/rules/summary.ts";
import {
  bank,
  BASE,
  cashIn,
  checking,
  gift,
  loanWith,
  NORA,
  reportOf,
  waiver,
} from "#features/underwriting/rules/test-report.ts";
import type { DocumentInput } from "../document/schema.ts";
import { documentOfQuestion } from "../document/test-documents.ts";
import { writeDocument } from "../document/write-document.ts";
import { mismoReport } from "./mismo-report.ts";
import { reportCsv, reportJson } from "./report-formats.ts";

const LOOSER: Overlay = {
  ...{ id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Lakeside overlay", version: 3 },
  programName: "Lakeside Portfolio",
  settings: { limits: { incomePercent: 90 }, atLeast: [], atMost: [], documents: [], programsOff: [] },
};

/** Enough under Fannie Mae, Freddie Mac and FHA. */
const item = bank({ accounts: [checking({ cents: 90_000_00 })] });
const inputUnder = (overlay: Overlay | null): DocumentInput =>
  documentOfQuestion({
    ...{ report: reportOf([item]), loan: BASE, borrowers: [NORA], evidence: [], confirmations: [], waivers: [] },
    policy: { nsfReview: 3, nsfBlocker: 5, ...(overlay && { overlay }) },
  } satisfies Question);

async function pdfText(input: DocumentInput, order: "-layout" | "-raw" = "-layout"): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "overlay-"));
  const file = path.join(folder, "report.pdf");
  const parts: Buffer[] = [];
  for await (const part of writeDocument(input)) parts.push(part);
  await writeFile(file, Buffer.concat(parts));
  const { stdout } = await promisify(execFile)("pdftotext", [order, file, "-"], { maxBuffer: 1e8 });
  await rm(folder, { recursive: true });
  return stdout.replaceAll(/\s+/g, " ");
}

/** Every output that says how the funds were evaluated. */
async function outputsOf(input: DocumentInput) {
  const { evaluation } = input;
  return {
    pdf: await pdfText(input),
    json: [...reportJson(input)].join(""),
    csv: [...reportCsv(input)].join(""),
    mismo: mismoReport(input),
    list: answerWords(summarize(evaluation, evaluation.inputs.loan)),
  };
}

const GUIDE = "(?:Fannie Mae|Freddie Mac|FHA)";
/** `Lakeside Portfolio, not Fannie Mae or FHA`, and its second line in a narrow column. */
const NOT_A_GUIDE = new RegExp(`not ${GUIDE}(?:,? (?:or )?${GUIDE})*`, "gi");
/** What a guide itself says, and the terms of the loan. */
const CITED = new RegExp(
  `${GUIDE} (?:Selling Guide|Guide|Bulletin|asks|requires|adjusted value)|of Fannie Mae and Freddie Mac`,
  "g",
);

const GUIDE_ENOUGH =
  /(?:enough|close) (?:to close )?under (?:Fannie Mae|Freddie Mac|FHA)|(?<!not )(?:Fannie Mae|Freddie Mac|FHA):? Enough|"outcome":"enough(?:ToClose)?"/i;

test("no output of a program of the lender's own reads as a guide's answer", async () => {
  const own = await outputsOf(inputUnder(LOOSER));
  for (const [name, text] of Object.entries(own)) {
    expect(text, name).not.toMatch(GUIDE_ENOUGH);
    expect(text, name).toContain("Lakeside Portfolio");
  }
  expect(own.pdf).toContain("Enough for own program");
  expect(own.pdf).toContain("Lakeside overlay, version 3");
  expect(own.list).toBe("Lakeside Portfolio, not Fannie Mae: Enough for own program");
});

test("headings and findings of the PDF name the lender's own program", async () => {
  const deposit = cashIn("MOBILE DEPOSIT", 60_000_00, "2026-11-03");
  const given = cashIn("WIRE FROM INES QUIST", 10_000_00, "2026-11-02");
  const accounts = [checking({ cents: 90_000_00, lines: [deposit, given] })];
  const question = {
    ...{ report: reportOf([bank({ accounts })]), loan: loanWith({ emd: 5_000_00 }), borrowers: [NORA], waivers: [] },
    ...{ evidence: [gift("sister", 10_000_00, given)], confirmations: [] },
    policy: { nsfReview: 3, nsfBlocker: 5, overlay: LOOSER },
  } satisfies Question;
  const found = evaluate(question).findings.find(({ code }) => code === "ABOVE_AVERAGE");
  const text = await pdfText(documentOfQuestion({ ...question, waivers: [waiver(found!)] }), "-raw");
  expect(text).toContain(
    "ABOVE_AVERAGE under Lakeside Portfolio, not Fannie Mae, Freddie Mac, or FHA. Waived under Lakeside",
  );
  const left = text.replaceAll(NOT_A_GUIDE, "").replaceAll(CITED, "");
  expect(left).not.toMatch(new RegExp(GUIDE));
});

test("without an overlay the same outputs give the guide's answer", async () => {
  const { pdf, json, list } = await outputsOf(inputUnder(null));
  for (const text of [pdf, json, list]) expect(text).toMatch(GUIDE_ENOUGH);
});
