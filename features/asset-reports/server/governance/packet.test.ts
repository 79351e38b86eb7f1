import { execFile } from "node:child_process";
import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import {
  GovernancePacket,
  type GovernanceTestReport,
  type PacketFile,
  SignedPacket,
} from "#features/asset-reports/contract.ts";
import { changedParts, hashParts } from "#features/asset-reports/rules/packet-parts.ts";
import { RULES, type Rule } from "#features/underwriting/rules/rule-set.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { findCarriedSignature } from "#platform/contract/carried-signature.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { findPacket, problemsOfPacket, runningEdition, TEST_REPORT } from "./packet.ts";
import { packetJsonSchema } from "./packet-schema.ts";
import { RULE_OWNERS } from "./statements.ts";
import { aReported } from "#features/underwriting/server/test-evidence.ts";

const { confirmFact, downloadGovernancePacket, findGovernancePacket, findSigningKey, listAudit } = calls;
const { retrieveAssetReport, undoDecision, waiveFinding } = calls;
const { approveOverlay, createOverlay, listOverlays, proposeOverlay } = calls;

describe("a packet", () => {
  const edition = { ruleSetVersion: "2030-01-01", hash: "a".repeat(64) };
  const rule: Rule = { ...RULES.R1, sources: RULES.R1.sources };
  const report: GovernanceTestReport = {
    ...TEST_REPORT,
    edition,
    tests: 3,
    passed: 3,
    rules: [{ id: "A1", files: ["a.test.ts"], tests: 3, passed: 3 }],
    twins: { count: 10, same: 10, reasons: [], languages: [] },
  };
  const evidence = { report, edition, rules: { A1: rule }, owners: { A1: "Head of credit policy" } };

  test("can be made of the rules that run, with the test report that is stored", () => {
    expect(problemsOfPacket({ report: TEST_REPORT })).toEqual([]);
    expect(TEST_REPORT.edition).toEqual(runningEdition());
    expect(TEST_REPORT.rules.map(({ id }) => id).sort()).toEqual(Object.keys(RULES).sort());
    expect(Object.keys(RULE_OWNERS).sort()).toEqual(Object.keys(RULES).sort());
  });

  test.each<[string, Parameters<typeof problemsOfPacket>[0], string]>([
    ["a rule without a source", { ...evidence, rules: { A1: { ...rule, sources: [] } } }, "A1 has no source."],
    ["a rule without an owner", { ...evidence, owners: {} }, "A1 has no owner."],
    ["a rule that no test names", { ...evidence, report: { ...report, rules: [] } }, "A1 has no test."],
    [
      "a rule whose tests did not run",
      { ...evidence, report: { ...report, rules: [{ id: "A1", files: [], tests: 0, passed: 0 }] } },
      "A1 has no test.",
    ],
    ["a failed test", { ...evidence, report: { ...report, passed: 2 } }, "1 of 3 tests of the rules failed."],
    [
      "no tests at all",
      { ...evidence, report: { ...report, tests: 0, passed: 0 } },
      "0 of 0 tests of the rules failed.",
    ],
    [
      "no twins",
      { ...evidence, report: { ...report, twins: { ...report.twins, count: 0 } } },
      "No twins were compared.",
    ],
    [
      "a test report of another version",
      { ...evidence, edition: { ...edition, ruleSetVersion: "2030-01-02" } },
      "The test report is of edition 2030-01-01 (aaaaaaaaaaaa), and 2030-01-02 (aaaaaaaaaaaa) runs.",
    ],
    [
      "a test report of another hash",
      { ...evidence, edition: { ...edition, hash: "b".repeat(64) } },
      "The test report is of edition 2030-01-01 (aaaaaaaaaaaa), and 2030-01-01 (bbbbbbbbbbbb) runs.",
    ],
  ])("is not made with %s", (_what, wanting, problem) => {
    expect(problemsOfPacket(evidence)).toEqual([]);
    expect(problemsOfPacket(wanting)).toEqual([problem]);
  });
});

const PERIOD = { from: addDays(utcToday(), -30), to: utcToday() };

/** The raw key as SPKI (RFC 8410). */
function publicKeyOf(base64: string) {
  const key = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(base64, "base64")]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

function isSigned({ statement, signature, publicKey }: SignedPacket, content: Uint8Array | string): boolean {
  const isOfContent = statement.sha256 === createHash("sha256").update(content).digest("hex");
  const text = Buffer.from(canonicalJson(statement), "utf8");
  return isOfContent && verify(null, text, publicKeyOf(publicKey), Buffer.from(signature, "base64"));
}

describe.each(FEATURE_ENGINES)("the packet of a lender on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
  });
  afterAll(() => product.close());

  const download = async (format: "pdf" | "json") => {
    const query = new URLSearchParams({ ...PERIOD, format }).toString();
    const reply = await fetch(`${product.url}/api/latest${downloadGovernancePacket.path}?${query}`, {
      headers: { authorization: `bearer ${admin.token}` },
    });
    expect(reply.status).toBe(200);
    return Buffer.from(await reply.arrayBuffer());
  };

  test("has every rule with its sources, owner and tests, and no decision where none was made", async () => {
    const { body } = await admin.send(findGovernancePacket, PERIOD);
    expect(body.rules.map(({ id }) => id)).toEqual(Object.keys(RULES));
    for (const { id, sources, owner, tests, checks } of body.rules) {
      expect(sources.length, id).toBeGreaterThan(0);
      expect(owner, id).not.toBe("");
      expect(tests.count, id).toBeGreaterThan(0);
      expect(tests.passed, id).toBe(tests.count);
      expect(checks, id).not.toBe("");
    }
    expect(body.humanActions).toEqual([]);
    expect(body.edition).toEqual(runningEdition());
  });

  test.each([
    ["ends in the future", { from: utcToday(), to: addDays(utcToday(), 1) }, { field: "to", code: "TOO_BIG" }],
    ["is reversed", { from: utcToday(), to: addDays(utcToday(), -1) }, { field: "from", code: "TOO_BIG" }],
    [
      "is longer than two years",
      { from: addDays(utcToday(), -731), to: utcToday() },
      { field: "from", code: "TOO_SMALL" },
    ],
  ])("is refused for a period that %s", async (_what, period, error) => {
    for (const call of [findGovernancePacket, downloadGovernancePacket])
      expect(await admin.send(call, period)).toMatchObject({ status: 400, body: { errors: [error] } });
    const longest = { from: addDays(utcToday(), -730), to: utcToday() };
    expect((await admin.send(findGovernancePacket, longest)).status).toBe(200);
  });

  test.each(["root", "editor", "observer", "registered"] as const)("is for admins: a %s", async (role) => {
    const person = await lender.as(role);
    for (const call of [findGovernancePacket, downloadGovernancePacket])
      expect((await person.send(call, PERIOD)).status, call.path).toBe(role === "root" ? 200 : 403);
  });

  test.each([
    ["a rule without a source", { rules: { ...RULES, R1: { ...RULES.R1, sources: [] } } }],
    ["a rule without an owner", { owners: { ...RULE_OWNERS, R1: "" } }],
    ["a rule without a test", { report: { ...TEST_REPORT, rules: TEST_REPORT.rules.filter(({ id }) => id !== "R1") } }],
    ["a test report of other rules", { edition: { ...runningEdition(), hash: "0".repeat(64) } }],
  ])("cannot be made with %s", async (_what, wanting) => {
    const { ctx } = product.product;
    const actor = { scope: ctx.system.within(lender.organizationId) };
    const made = findPacket(ctx, actor, PERIOD, { report: TEST_REPORT, ...wanting });
    await expect(made).rejects.toMatchObject({ code: "EDITION_NOT_TESTED" });
    expect((await findPacket(ctx, actor, PERIOD)).lender).not.toBe("");
  });

  test("is signed as JSON, by the key that anyone can ask for", async () => {
    const file = JSON.parse((await download("json")).toString("utf8")) as PacketFile;
    const { statement, signature, publicKey, ...packet } = file;
    const signed = SignedPacket.parse({ statement, signature, publicKey });
    expect(GovernancePacket.parse(packet)).toEqual(packet);
    expect(isSigned(signed, canonicalJson(packet))).toBe(true);
    expect(isSigned(signed, canonicalJson({ ...packet, lender: "Someone else" }))).toBe(false);
    expect((await admin.send(findSigningKey)).body).toEqual({ publicKey });
    const [first, ...rules] = packet.rules;
    const parts = await hashParts({ ...packet, rules: [{ ...first, owner: "No one" }, ...rules] });
    expect(changedParts(statement.parts, parts)).toEqual([`rules.${first!.id}`]);
  });

  test("as JSON is valid under the schema that it names, which anyone can read", async () => {
    const file = JSON.parse((await download("json")).toString("utf8")) as PacketFile;
    const reply = await fetch(product.url + new URL(file.schema).pathname);
    const schema = (await reply.json()) as Record<string, unknown>;
    expect(schema).toEqual(packetJsonSchema(new URL(file.schema).origin));
    expect(schema["$id"]).toBe(file.schema);
    const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
    app.post("/", { schema: { body: schema } }, () => "valid");
    const answerTo = async (json: object) => (await app.inject({ method: "POST", url: "/", payload: json })).body;
    expect(await answerTo(file)).toBe("valid");
    for (const [name, value] of Object.entries({ version: 2, rules: {}, statement: { document: "other" } }))
      expect(await answerTo({ ...file, [name]: value }), name).toContain(`body/${name}`);
    await app.close();
  });

  test("is signed as a PDF that readers open, with the same content", async () => {
    const bytes = await download("pdf");
    const { signed, content } = findCarriedSignature(bytes)!;
    const parsed = SignedPacket.parse(signed);
    expect(isSigned(parsed, content)).toBe(true);
    expect(isSigned(parsed, Buffer.concat([content, Buffer.from(" ")]))).toBe(false);
    const folder = await mkdtemp(path.join(tmpdir(), "packet-"));
    try {
      const file = path.join(folder, "packet.pdf");
      await writeFile(file, bytes);
      const { stdout: text } = await promisify(execFile)("pdftotext", ["-layout", file, "-"]);
      expect(text).toContain("Governance packet");
      expect(text).toContain("No one waived, confirmed, accepted or rejected anything in this period.");
      for (const { title } of Object.values<Rule>(RULES)) expect(text).toContain(title.toUpperCase());
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("counts what people decided as the activity log has it, by role", async () => {
    const own = await aLender(product);
    const [chief, officer] = [await own.as("admin"), await own.as("registered")];
    const { id: borrowerId } = await aReported(product, own, officer);
    const { findings } = (await officer.send(retrieveAssetReport, { id: borrowerId })).body;
    const finding = findings.find(({ code }) => code === "LARGE_UNSOURCED")!;
    const waiver = { borrowerId, findingKey: finding.key, programs: [...finding.programs] };
    const reason = "Small against the reserves.";
    for (let time = 0; time < 2; time++) {
      const { status, body } = await chief.send(waiveFinding, { ...waiver, reason });
      expect(status).toBe(201);
      if (time === 0) expect((await chief.send(undoDecision, { id: body.id })).status).toBe(200);
    }
    const fact = { borrowerId, kind: "resubmitted", subject: {}, reason } as const;
    expect((await officer.send(confirmFact, fact)).status).toBe(201);
    const { humanActions } = (await chief.send(findGovernancePacket, PERIOD)).body;
    expect(humanActions).toEqual([
      { action: "waived", role: "admin", count: 2 },
      { action: "waiverUndone", role: "admin", count: 1 },
      { action: "confirmed", role: "registered", count: 1 },
    ]);
    for (const [action, count] of [
      ["finding.waived", 2],
      ["decision.undone", 1],
      ["finding.confirmed", 1],
    ] as const)
      expect((await chief.send(listAudit, { action })).body, action).toHaveLength(count);
    const yesterday = { from: addDays(utcToday(), -9), to: addDays(utcToday(), -1) };
    expect((await chief.send(findGovernancePacket, yesterday)).body.humanActions).toEqual([]);
    expect((await admin.send(findGovernancePacket, PERIOD)).body.humanActions).toEqual([]);
  });

  test("names the overlays that were in force, from when, and who approved them", async () => {
    const own = await aLender(product);
    const [author, approver] = [await own.as("admin"), await own.newcomer("admin")];
    const { today } = (await author.send(listOverlays)).body;
    const approve = async (name: string, effectiveFrom: string) => {
      const settings = { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [] };
      const draft = await author.send(createOverlay, { name, programName: null, effectiveFrom, settings });
      const { id, version } = draft.body;
      await author.send(proposeOverlay, { id, version });
      return (await approver.send(approveOverlay, { id, version: version + 1 })).body;
    };
    await author.send(createOverlay, {
      ...{ name: "Never approved", programName: null, effectiveFrom: today },
      settings: { limits: {}, atLeast: [], atMost: [], documents: [], programsOff: [] },
    });
    const inForce = await approve("Lakeside overlay", today);
    await approve("Next year", "2090-01-01");
    const { overlays } = (await author.send(findGovernancePacket, PERIOD)).body;
    expect(overlays).toEqual([
      {
        ...{ name: "Lakeside overlay", number: inForce.number, programName: null, settings: inForce.settings },
        ...{ since: today, until: "2090-01-01", proposedBy: inForce.proposedBy?.name },
        ...{ approvedBy: inForce.decidedBy?.name, approvedAt: inForce.decidedAt },
      },
    ]);
    expect(inForce.decidedBy?.id).toBe(approver.userId);
    expect((await admin.send(findGovernancePacket, PERIOD)).body.overlays).toEqual([]);
  });

  test("is recorded when it is downloaded", async () => {
    await download("json");
    const { body } = await admin.send(listAudit, { action: "organization.governance-packet-downloaded" });
    expect(body[0]).toMatchObject({ detail: { format: "json", periodFrom: PERIOD.from, periodTo: PERIOD.to } });
  });
});
