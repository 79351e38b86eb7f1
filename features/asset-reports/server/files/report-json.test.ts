import fastify from "fastify";
import { expect, test } from "vitest";
import { StoredEvaluation } from "#features/underwriting/contract.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { documentOf, sampleAccount, sampleReport, sampleTransactions } from "../document/test-documents.ts";
import { reportJson, reportJsonSchema } from "./report-json.ts";

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
