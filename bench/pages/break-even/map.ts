import { mapOf, prepareTrial } from "../../../features/underwriting/rules/break-even.ts";
import { evaluate, type Question } from "../../../features/underwriting/rules/evaluate.ts";

declare global {
  interface Window {
    /** Milliseconds of each map, after the first of a report: as many as asked for, each with other closing costs. */
    mapTimes: (question: Question, times: number) => number[];
  }
}

window.mapTimes = (question, times) =>
  Array.from({ length: times + 1 }, (_time, at) => {
    const loan = { ...question.loan, closingCosts: question.loan.closingCosts! + at }; // entered
    const asked = { ...question, loan };
    const base = evaluate(asked); // the page has it already
    const before = performance.now();
    const map = mapOf(prepareTrial(asked, base.programs[at % base.programs.length]!, base));
    const took = performance.now() - before;
    if (map === null) throw new Error("no map");
    return took;
  }).slice(1);
