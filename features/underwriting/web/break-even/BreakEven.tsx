import { useDeferredValue, useMemo, useState } from "react";
import type { Loan } from "#features/borrowers/contract.ts";
import type { WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import { answerProgram } from "#features/underwriting/labels.ts";
import { mapOf, prepareTrial } from "#features/underwriting/rules/break-even.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { hasNoRules } from "#features/underwriting/rules/verdict.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { useLater } from "#platform/web/use-lazy.ts";
import { MissingTerms, type OnTerms } from "../NotEvaluated.tsx";
import { ProgramTabs } from "../ProgramTabs.tsx";
import { comparesReports, type RetrievedEvaluation, type ShownEvaluation } from "../use-evaluation.ts";
import styles from "./BreakEven.module.css";
import { BreakEvenFigures } from "./BreakEvenFigures.tsx";
import { stateLabelsUnder } from "./labels.ts";
import { TermsMapGrid } from "./TermsMapGrid.tsx";

/** A slider that is still moving computes nothing. */
const WAIT_MS = 200;

export interface BreakEvenProps {
  readonly retrieved: RetrievedEvaluation;
  readonly evaluation: ShownEvaluation;
  /** The program that the page shows. */
  readonly program: Program;
  readonly onTry: (terms: WhatIf) => void;
  readonly onTerms: OnTerms;
}

/** The terms at which the file just closes, for the terms that are being tried. */
export function BreakEven({ retrieved, evaluation, program: shown, onTry, onTerms }: BreakEvenProps) {
  const [chosen, setChosen] = useState<Program | null>(null);
  const { programs } = evaluation;
  const program = chosen !== null && programs.includes(chosen) ? chosen : shown;
  const settled = useLater(evaluation.loan, WAIT_MS);
  const loan = useDeferredValue<Loan | null>(settled, null); // the sliders are shown first
  return (
    <Section title="Break-even">
      <div className={styles.card} aria-busy={loan !== evaluation.loan}>
        <p className={styles.note}>
          How far one term can move before the file no longer closes. All other terms, the appraised value included,
          stay as entered.
        </p>
        {hasNoRules(evaluation.loan) ? (
          <p>Keyturn doesn&apos;t evaluate this loan&apos;s program, so there is no break-even.</p>
        ) : (
          <ProgramTabs
            label="Program of the break-even"
            program={program}
            programs={programs}
            verdicts={null}
            onProgram={setChosen}
          >
            {loan === null || !programs.includes(program) ? (
              <div className={styles.loading}>
                <Skeleton lines={8} />
              </div>
            ) : (
              <BreakEvenPanel retrieved={retrieved} loan={loan} program={program} onTry={onTry} onTerms={onTerms} />
            )}
          </ProgramTabs>
        )}
      </div>
    </Section>
  );
}

interface BreakEvenPanelProps extends Pick<BreakEvenProps, "retrieved" | "program" | "onTry" | "onTerms"> {
  readonly loan: Loan;
}

function BreakEvenPanel({ retrieved, loan, program, onTry, onTerms }: BreakEvenPanelProps) {
  const trial = useMemo(() => {
    const { inputs, parsedReport: report, findings } = retrieved;
    const question = { ...inputs, report, previous: null, loan };
    const base = evaluate(question);
    return prepareTrial(question, program, {
      ...base,
      findings: [...base.findings, ...findings.filter(comparesReports)],
    });
  }, [retrieved, loan, program]);
  const found = useMemo(() => trial.breakEvens(), [trial]);
  const map = useMemo(() => mapOf(trial, retrieved.inputs.loan.salesPrice), [trial, retrieved]);
  const { overlay } = retrieved.inputs.policy;
  const under = answerProgram(program, overlay);
  if (found.missing.length > 0)
    return (
      <div className={styles.missing}>
        <p>Not evaluated under {under} yet.</p>
        <MissingTerms missing={found.missing} onTerms={onTerms} />
      </div>
    );
  return (
    <>
      {overlay?.programName && <p className={styles.note}>Answers are under {under}.</p>}
      <BreakEvenFigures found={found} loan={loan} onTry={onTry} />
      {map && <TermsMapGrid map={map} loan={loan} under={under} labels={stateLabelsUnder(overlay)} onTry={onTry} />}
    </>
  );
}
