import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { StoredEvaluation } from "#features/underwriting/contract.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import {
  documentOf,
  documentOfQuestion,
  sampleAccount,
  sampleReport,
  sampleTransactions,
} from "../document/test-documents.ts";
import { reportCsv, reportJson, reportJsonSchema } from "./report-formats.ts";
import {
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  evidence,
  NORA,
  reportOf,
  savings,
} from "#features/underwriting/rules/test-report.ts";
import type { DocumentInput } from "../document/schema.ts";

test("the JSON holds the whole evaluation and the parsed report, in the canonical form", () => {
  const input = documentOf(sampleReport());
  const text = [...reportJson(input)].join("");
  const json = JSON.parse(text) as Record<string, unknown>;
  expect(canonicalJson(json)).toBe(text);
  expect(json["report"]).toEqual(input.report);
  expect(StoredEvaluation.parse(json["evaluation"])).toMatchObject({
    id: input.evaluation.id,
    funds: input.evaluation.funds,
    findings: input.evaluation.findings,
    conditions: input.evaluation.conditions,
    inputs: input.evaluation.inputs,
  });
  expect(ParsedReport.parse(json["parsedReport"]).items).toHaveLength(1);
});

test("the JSON is valid under the schema that it names", async () => {
  const schema = reportJsonSchema("https://keyturn.example");
  const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  app.post("/", { schema: { body: schema } }, () => "valid");
  const answerTo = async (json: object) => (await app.inject({ method: "POST", url: "/", payload: json })).body;
  const json = JSON.parse([...reportJson(documentOf(sampleReport()))].join("")) as Record<string, unknown>;
  expect(await answerTo(json)).toBe("valid");
  expect(json["schema"]).toBe((schema as Record<string, unknown>)["$id"]);
  for (const [name, value] of Object.entries({ version: 2, parsedReport: {}, evaluation: { id: "x" } }))
    expect(await answerTo({ ...json, [name]: value }), name).toContain(`body/${name}`);
  await app.close();
});

test("the order of the provider's accounts and lines changes no byte", () => {
  const savings = sampleAccount({
    id: "account-2",
    mask: "1111",
    transactions: sampleTransactions(8).map((line) => ({ ...line, id: `savings-${line.id}` })),
  });
  const report = sampleReport([sampleAccount(), savings]);
  const turned = {
    ...report,
    items: report.items.map((item) => ({
      ...item,
      accounts: [...item.accounts]
        .reverse()
        .map((account) => ({ ...account, transactions: [...account.transactions].reverse() })),
    })),
  };
  expect([...reportJson(documentOf(turned))].join("")).toBe([...reportJson(documentOf(report))].join(""));
});

describe("report csv", () => {
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);

  const rowsOf = (input: DocumentInput) => {
    const [head = "", ...lines] = [...reportCsv(input)].join("").replace("\ufeff", "").split("\r\n").slice(0, -1);
    const names = head.split(",");
    return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at], cell])));
  };

  function aPurchase() {
    const car = cashIn("MOBILE CHECK DEPOSIT", 12_000_00, "2026-10-12");
    const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 6_200_00, "2026-10-22");
    const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 6_200_00, "2026-10-23");
    const formula = cashOut("=HYPERLINK(1)", 5_00, "2026-11-01");
    const accounts = [
      checking({ mask: "4471", cents: 40_000_00, lines: [car, out, formula], everyday: false }),
      savings({ mask: "8810", cents: 9_000_00, lines: [into], everyday: false }),
    ];
    const input = documentOfQuestion({
      report: reportOf([bank({ accounts })]),
      loan: BASE,
      borrowers: [NORA],
      evidence: [evidence("sale_of_personal_asset", car, 7_000_00)],
      confirmations: [],
      waivers: [],
      policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    });
    return { input, car, out, into };
  }

  test("each line has its class, its matched line, its outcome per program and its sourced amount", () => {
    const { input, car, out, into } = aPurchase();
    const rows = rowsOf(input);
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row["Transaction id"] === car.id)).toMatchObject({
      Report: input.report.id,
      Evaluation: input.evaluation.id,
      Account: "Checking",
      Number: "4471",
      Date: "2026-10-12",
      Amount: "12000.00",
      Currency: "USD",
      Status: "Posted",
      "Outcome Fannie Mae": "Large, unsourced",
      "Outcome FHA": "Document the source",
      Sourced: "7000.00",
      Unsourced: "5000.00",
    });
    expect(rows.find((row) => row["Transaction id"] === out.id)).toMatchObject({
      Class: "own_transfer",
      Amount: "-6200.00",
      "Matched transaction id": into.id,
    });
    expect(rows.find((row) => row["Transaction id"] === into.id)).toMatchObject({
      "Matched transaction id": out.id,
      "Outcome Fannie Mae": "Identified",
    });
  });

  test("no cell acts as a formula in a spreadsheet", () => {
    const text = [...reportCsv(aPurchase().input)].join("");
    expect(text).toContain("'=HYPERLINK(1)");
    for (const line of text.split("\r\n")) expect(line).not.toMatch(/(?:^|,)"?[=+@]/);
  });

  test("no cell changes the reading direction or hides a formula behind a mark", () => {
    const lines = [
      cashOut("PAY\u202eLLOR\u202c", 5_00, "2026-11-01"),
      cashOut("\u2066=HYPERLINK(1)\u2069", 6_00, "2026-11-02"),
    ];
    const input = documentOfQuestion({
      report: reportOf([bank({ accounts: [checking({ cents: 40_00, lines, everyday: false })] })]),
      loan: BASE,
      borrowers: [NORA],
      evidence: [],
      confirmations: [],
      waivers: [],
      policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    });
    expect(rowsOf(input).map(({ Description }) => Description)).toEqual(
      expect.arrayContaining(["PAYLLOR", "'=HYPERLINK(1)"]),
    );
  });

  test("a report without lines still identifies its borrower", () => {
    const [row] = rowsOf(documentOf({ ...sampleReport([]), items: [] }));
    expect(row).toMatchObject({ Report: "6f1c2b1e-92a4-4f0c-9d0e-5b7a0f3f1c55", Description: "No transactions" });
  });
});
