// What it costs to test other rules on 10,000 stored reports, from the database to the stored changes, against a bare loop
// of evaluate() over the same reports in memory. Each round goes on with the one back-test for a few seconds.
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { openProductDatabase } from "../app/server/database.ts";
import { NEWEST_EDITION } from "../features/underwriting/rules/editions.ts";
import { evaluate } from "../features/underwriting/rules/evaluate.ts";
import type { EvaluationInputs } from "../features/underwriting/rules/evaluation.ts";
import type { ParsedReport } from "../features/underwriting/rules/parsed-report.ts";
import { runBackTest } from "../features/underwriting/server/back-tests/run-back-test.ts";
import { openBackTestThreads } from "../features/underwriting/server/back-tests/threads.ts";
import type { Context } from "../platform/server/context.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import { withPostgresOwner } from "../platform/server/database/postgres-engine.ts";
import { readPlaidReport } from "../providers/plaid/report.ts";
import { root } from "../tools/settings.ts";
import { lender, onPostgres } from "./databases.ts";
import { quantile, timed } from "./harness.ts";
import { aLongReport, PURCHASE_INPUTS } from "./long-report.ts";

const REPORTS = 10_000;
/** Reports that differ; the stored ones are copies of them. */
const KINDS = 20;
/** Of a typical borrower: two months of three accounts. */
const LINES = 200;
const PIECE_MS = 4_000;
const AIM_SECONDS = 60;
/** After these every thread has all that it needs; the most memory at the end is compared with the most until then. */
const FIRST_REPORTS = 2_000;
const AIM_GROWTH = 1.1;
/** The bare loop runs over this share of a round's reports. */
const BARE_SHARE = 0.25;

interface Kind {
  readonly report: ParsedReport;
  readonly inputs: EvaluationInputs;
}

/** What is tested. Most of the reports were evaluated under it, so that few change. */
const POLICY = { nsfReview: 1, nsfBlocker: 1 };

const kinds: readonly Kind[] = Array.from({ length: KINDS }, (_kind, at) => ({
  report: readPlaidReport(aLongReport(LINES + at)),
  inputs: {
    ...PURCHASE_INPUTS,
    loan: { ...PURCHASE_INPUTS.loan, monthlyIncome: 400_000 + at * 50_000 },
    policy: at % 10 === 0 ? PURCHASE_INPUTS.policy : POLICY,
  },
}));

async function insertReports(owner: OwnerSession): Promise<void> {
  const { organizationId, userId } = lender(1);
  for (const [at, { report, inputs }] of kinds.entries()) {
    const { ruleSetVersion, programs, ...answer } = evaluate({ report, ...inputs });
    const columns = [answer.findings, answer.notEvaluated, answer.verdicts, answer.funds];
    await owner.query(
      `with made as (
         insert into borrowers (organization_id, id, first_name, last_name, email, loan, created_by, status)
         select $1, gen_random_uuid(), 'Nora', 'No ' || n, 'nora@example.net', '{}', $2, 'report-ready'
         from generate_series(1, ${REPORTS / KINDS}) n returning id),
       ready as (
         insert into asset_reports (organization_id, id, borrower_id, state, step, days_requested, item_ids, requested_by, ready_at)
         select $1, gen_random_uuid(), id, 'ready', 'ready', 60, array[gen_random_uuid()], $2, now() - interval '${at + 1} hours'
         from made returning id),
       contents as (
         insert into asset_report_contents (organization_id, report_id, parsed_report) select $1, id, $3 from ready)
       insert into evaluations (organization_id, id, report_id, number, rule_set_version, edition_hash, cause, inputs,
         printed, programs, findings, not_evaluated, verdicts, funds, least_documentation, figures, conditions)
       select $1, gen_random_uuid(), id, 1, $4, $5, 'report', $6, '{}', $7, $8, $9, $10, $11, $12, $13, '[]' from ready`,
      [
        ...[
          organizationId,
          userId,
          JSON.stringify(report),
          ruleSetVersion,
          NEWEST_EDITION.hash,
          JSON.stringify(inputs),
        ],
        programs,
        ...columns.map((one) => JSON.stringify(one)),
        ...[answer.leastDocumentation, answer.figures].map((one) => JSON.stringify(one)),
      ],
    );
  }
  await owner.execute("analyze");
}

/** The most that the process had in memory so far. */
const highWaterMb = () => process.resourceUsage().maxRSS / 1000;

await onPostgres(async (url) => {
  await withPostgresOwner(url, insertReports);
  const { db, system } = await openProductDatabase(
    { databaseUrl: url, dataDir: "", migrationsDir: `${root}/migrations` },
    () => {},
  );
  const threads = openBackTestThreads();
  const jobs = { send: () => Promise.resolve() }; // the rounds below take the place of the queue
  const ctx = { db, replica: db, jobs, backTestThreads: threads } as unknown as Context;
  const { organizationId, userId } = lender(1);
  const scope = system.within(organizationId);
  const id = randomUUID();
  await withPostgresOwner(url, (owner) =>
    owner.query(
      `with overlay as (
         insert into overlays (organization_id, id, number, name, settings, effective_from, created_by, editors)
         values ($1, gen_random_uuid(), (random() * 1e9)::int, 'Lakeside overlay', '{}', '2090-01-01', $4, array[$4]::uuid[]) returning id
       )
       insert into back_tests (organization_id, id, overlay_id, policy, total, created_by)
       select $1, $2, id, $3, ${REPORTS}, $4 from overlay`,
      [organizationId, id, JSON.stringify(POLICY), userId],
    ),
  );
  const progress = async () => {
    const { rows } = await db.execute(scope, "select state, tested, changed from back_tests where id = $1", [id]);
    return rows[0] as { state: string; tested: number; changed: number };
  };

  const texts = kinds.map(({ report }) => JSON.stringify(report));
  const bareLoop = (count: number) => {
    for (let at = 0; at < count; at++)
      evaluate({ report: JSON.parse(texts[at % KINDS]!) as ParsedReport, ...kinds[at % KINDS]!.inputs });
  };
  bareLoop(KINDS * 5);

  const rounds: { ours: number; bare: number; cpu: number }[] = [];
  let slowestMs = 0;
  let firstMb = NaN;
  let [before, now] = [{ tested: 0 }, await progress()];
  while (now.state === "running") {
    let isOver = false;
    // How long a request of another person would wait for the event loop.
    const watch = (async () => {
      while (!isOver) {
        const began = performance.now();
        await sleep(5);
        slowestMs = Math.max(slowestMs, performance.now() - began - 5);
      }
    })();
    const used = process.cpuUsage();
    const ours = await timed(() => runBackTest(ctx, scope, id, { pieceMs: PIECE_MS }));
    const { user, system: kernel } = process.cpuUsage(used);
    isOver = true;
    await watch;
    [before, now] = [now, await progress()];
    const count = now.tested - before.tested;
    if (before.tested < FIRST_REPORTS && now.tested >= FIRST_REPORTS) firstMb = highWaterMb();
    const bare = (await timed(async () => bareLoop(Math.ceil(count * BARE_SHARE)))) / BARE_SHARE;
    rounds.push({ ours, bare, cpu: (user + kernel) / 1000 });
  }
  await threads.close();
  await db.close();

  const seconds = rounds.reduce((sum, { ours }) => sum + ours, 0) / 1000;
  const bareSeconds = rounds.reduce((sum, { bare }) => sum + bare, 0) / 1000;
  const cpuMs = rounds.reduce((sum, { cpu }) => sum + cpu, 0);
  const ratios = rounds.map(({ ours, bare }) => ours / bare);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(ratios, q).toFixed(2));
  const growth = highWaterMb() / firstMb;
  console.log(
    `back-test: ${middle} (${low} to ${high}) of a bare loop over the same reports on one core\n` +
      `  ${REPORTS} reports of ${LINES} lines under 3 programs in ${seconds.toFixed(1)} s on ${availableParallelism()} cores; aim ${AIM_SECONDS} s\n` +
      `  its processor time, without PostgreSQL's: ${(cpuMs / REPORTS).toFixed(1)} ms a report\n` +
      `  the bare loop ${bareSeconds.toFixed(1)} s, ${((bareSeconds * 1000) / REPORTS).toFixed(1)} ms a report; ${now.changed} reports change\n` +
      `  most memory: ${growth.toFixed(2)} times that of the first ${FIRST_REPORTS} reports, ${firstMb.toFixed(0)} MB with ${threads.size} threads; aim ${AIM_GROWTH}\n` +
      `  the event loop waited ${slowestMs.toFixed(0)} ms at most`,
  );
  if (seconds > AIM_SECONDS || growth > AIM_GROWTH || now.tested !== REPORTS) process.exitCode = 1;
});
