// The map of prices and down payments in Chromium: from an evaluated question to the state of every cell, in turn under
// each program, on a usual report and on a very long one. Also at a quarter of the speed, which no limit holds.
import path from "node:path";
import { evaluate, type Question } from "../features/underwriting/rules/evaluate.ts";
import type { EvidenceSource } from "../features/underwriting/rules/evaluation.ts";
import { readPlaidReport } from "../providers/plaid/report.ts";
import { root } from "../tools/settings.ts";
import { withFolder } from "./bare-pages.ts";
import { SLOWDOWN, visit, withBrowser } from "./browser.ts";
import { quantile } from "./harness.ts";
import { aLongReport, PURCHASE_INPUTS } from "./long-report.ts";

const TIMES = 30;
const LIMIT_MS = 100;
const LENGTHS = [1_000, 20_000];

/** With a gift every cell is evaluated whole under Fannie Mae and Freddie Mac: the slowest case. */
function withGiftAndWaivers(question: Question): Question {
  const given: Question = { ...question, evidence: [GIFT] };
  const waivers = evaluate(given).findings.map(({ key, factsHash, programs }) => ({
    id: key,
    findingKey: key,
    factsHash,
    programs,
    reason: "Accepted",
  }));
  return { ...given, waivers };
}

const GIFT: EvidenceSource = {
  ...{
    transactionId: null,
    kind: "gift",
    sourcedCents: 500_000,
    amountCents: 500_000,
    hasDocument: true,
    reason: null,
  },
  ...{ noRepayment: true, transferEvidence: true },
  donor: { name: "Ines Charleson", address: "12 Alder Street", phone: "512 555 0119", relationship: "mother" },
};

await withFolder(
  async (folder) => {
    const { build } = await import("vite");
    await build({
      root: path.join(root, "bench/pages/break-even"),
      configFile: false,
      logLevel: "error",
      build: { outDir: folder, emptyOutDir: true },
    });
  },
  (url) =>
    withBrowser(async (browser) => {
      for (const lines of LENGTHS)
        for (const slowdown of [1, SLOWDOWN]) {
          const question = withGiftAndWaivers({ report: readPlaidReport(aLongReport(lines)), ...PURCHASE_INPUTS });
          const times = await visit(browser, { slowdown }, async (page) => {
            await page.goto(url);
            await page.waitForFunction(() => "mapTimes" in window);
            return page.evaluate(({ asked, number }) => window.mapTimes(asked, number), {
              asked: question,
              number: TIMES,
            });
          });
          const [middle, slow] = [quantile(times, 0.5), quantile(times, 0.95)];
          console.log(
            `break-even: map of ${lines} lines${slowdown === 1 ? "" : ` at 1/${slowdown} of the speed`}: ${middle.toFixed(1)} ms in the middle, ${slow.toFixed(1)} ms at the 95th percentile${slowdown === 1 ? `; limit ${LIMIT_MS} ms` : ""}`,
          );
          if (slowdown === 1 && middle > LIMIT_MS) process.exitCode = 1;
        }
    }),
);
