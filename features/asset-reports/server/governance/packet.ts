import {
  type GovernancePacket,
  type GovernanceTestReport,
  PACKET_DAYS,
  PACKET_VERSION,
  type RulesEdition,
} from "#features/asset-reports/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { MARK_LABELS, PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { EDITIONS, NEWEST_EDITION, shortHash } from "#features/underwriting/rules/editions.ts";
import { type Rule, RULES, type RuleId } from "#features/underwriting/rules/rule-set.ts";
import { RULE_TEXTS } from "#features/underwriting/rules/rule-texts.ts";
import { AppError } from "#platform/contract/errors.ts";
import { addDays, daysBetween, utcToday } from "#platform/dates/days.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import { countHumanActions } from "./human-actions.ts";
import { readOverlaysOf } from "./overlays-in-force.ts";
import { PACKET_SCHEMA_PATH } from "./packet-schema.ts";
import { AUTOMATED, MODELS, NOT_AUTOMATED, REPRODUCE, RULE_OWNERS } from "./statements.ts";
import testReport from "./test-report.json" with { type: "json" };

export const TEST_REPORT: GovernanceTestReport = testReport;

/** The rules that run here. */
export function runningEdition(): RulesEdition {
  return editionOf(NEWEST_EDITION);
}

function editionOf({ ruleSetVersion, hash }: RulesEdition): RulesEdition {
  return { ruleSetVersion, hash };
}

interface Evidence {
  readonly report: GovernanceTestReport;
  readonly rules?: Readonly<Record<string, Rule>>;
  readonly owners?: Readonly<Record<string, string>>;
  readonly edition?: RulesEdition;
}

/** Why no packet can be made; empty when one can. */
export function problemsOfPacket({
  report,
  rules = RULES,
  owners = RULE_OWNERS,
  edition = runningEdition(),
}: Evidence): string[] {
  const { ruleSetVersion, hash } = report.edition;
  const isOther = ruleSetVersion !== edition.ruleSetVersion || hash !== edition.hash;
  return [
    ...(isOther ? [`The test report is of edition ${nameOf(report.edition)}, and ${nameOf(edition)} runs.`] : []),
    ...(report.tests === 0 || report.passed < report.tests
      ? [`${report.tests - report.passed} of ${report.tests} tests of the rules failed.`]
      : []),
    ...(report.twins.count === 0 ? ["No twins were compared."] : []),
    ...Object.entries(rules).flatMap(([id, { sources }]) => {
      const tests = report.rules.find((one) => one.id === id);
      return [
        ...(sources.length === 0 ? [`${id} has no source.`] : []),
        ...(owners[id] ? [] : [`${id} has no owner.`]),
        ...(tests === undefined || tests.tests === 0 ? [`${id} has no test.`] : []),
      ];
    }),
  ];
}

function nameOf({ ruleSetVersion, hash }: RulesEdition): string {
  return `${ruleSetVersion} (${shortHash(hash)})`;
}

export interface PacketPeriod {
  /** Days in UTC, both included. */
  readonly from: string;
  readonly to: string;
}

/** The packet of the actor's organization. Throws VALIDATION_ERROR, EDITION_NOT_TESTED. */
export async function findPacket(
  { db, settings }: Context,
  { scope }: Pick<Actor, "scope">,
  { from, to }: PacketPeriod,
  evidence: Evidence = { report: TEST_REPORT },
): Promise<GovernancePacket> {
  requirePeriod({ from, to });
  if (problemsOfPacket(evidence).length > 0) throw new AppError("EDITION_NOT_TESTED");
  const { report } = evidence;
  const { name, timeZone } = await readSettings(db, scope);
  const { madeOn, files, tests, passed, twins } = report;
  return {
    schema: settings.publicUrl + PACKET_SCHEMA_PATH,
    version: PACKET_VERSION,
    product: settings.productName,
    lender: name,
    period: { from, to },
    madeAt: new Date().toISOString(),
    edition: runningEdition(),
    automated: [...AUTOMATED],
    notAutomated: [...NOT_AUTOMATED],
    models: MODELS,
    rules: (Object.keys(RULES) as RuleId[]).map((id) => toPacketRule(id, report)), // RULES has exactly these keys
    overlays: await readOverlaysOf(db, scope, { from, to, timeZone }),
    changes: EDITIONS.toReversed().map(({ effectiveFrom, changes, ...edition }) => ({
      edition: editionOf(edition),
      effectiveFrom,
      text: changes,
    })),
    testReport: { madeOn, files, tests, passed },
    twins,
    humanActions: await countHumanActions(db, scope, {
      from: `${from}T00:00:00.000Z`,
      before: `${addDays(to, 1)}T00:00:00.000Z`,
    }),
    reproduce: [...REPRODUCE],
  };
}

function requirePeriod({ from, to }: PacketPeriod): void {
  const invalid = (field: string, code: string) => new AppError("VALIDATION_ERROR", { errors: [{ field, code }] });
  if (to > utcToday()) throw invalid("to", "TOO_BIG");
  if (to < from) throw invalid("from", "TOO_BIG");
  if (daysBetween(from, to) >= PACKET_DAYS) throw invalid("from", "TOO_SMALL");
}

function toPacketRule(id: RuleId, report: GovernanceTestReport): GovernancePacket["rules"][number] {
  const { title, effectiveFrom, parameters, sources }: Rule = RULES[id];
  const { checks, programs = [], clears } = RULE_TEXTS[id];
  const tests = report.rules.find((one) => one.id === id)!; // a rule without tests is a problem of the packet
  return {
    id,
    title,
    effectiveFrom,
    checks,
    programs: programs.map(([program, text]) => ({ program, text })),
    clears,
    parameters: parameters as Record<string, unknown>,
    sources: sources.map(({ programs: of, citation, date, mark }) => ({
      programs: of.map((program) => PROGRAM_NAMES[program]),
      citation,
      date,
      read: MARK_LABELS[mark],
    })),
    owner: RULE_OWNERS[id],
    tests: { files: tests.files, count: tests.tests, passed: tests.passed },
  };
}
