import { readFileSync } from "node:fs";
import { classify, type Classification, type LineToClassify } from "./classify.ts";

export interface LabeledLine extends LineToClassify {
  readonly label: string;
  readonly isHard: boolean;
}

export function readLabeledLines(name: string): LabeledLine[] {
  return readFileSync(new URL(name, import.meta.url), "utf8")
    .split("\n")
    .filter((row) => row !== "" && !row.startsWith("#") && !row.startsWith("description\t"))
    .map((row) => {
      const [description = "", sign = "", amount = "", primary = "", detailed = "", label = "", note = ""] =
        row.split("\t");
      return {
        description,
        merchantName: null,
        amountCents: Math.round(Number(amount) * 100) * (sign === "in" ? -1 : 1),
        categoryPrimary: primary || null,
        categoryDetailed: detailed || null,
        checkNumber: null,
        label,
        isHard: note.startsWith("hard"),
      };
    });
}

/** Even lines of each class and direction for development, odd ones held. */
export function halves(lines: readonly LabeledLine[]): { development: LabeledLine[]; held: LabeledLine[] } {
  const seen = new Map<string, number>();
  const result = { development: [] as LabeledLine[], held: [] as LabeledLine[] };
  for (const line of lines) {
    const key = `${line.amountCents < 0 ? "in" : "out"} ${line.label}`;
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    (index % 2 === 0 ? result.development : result.held).push(line);
  }
  return result;
}

export interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly count: number;
}

export interface Measured {
  readonly figuresOf: (...classes: readonly string[]) => Figures;
  readonly classes: readonly string[];
  readonly wrong: readonly { readonly line: LabeledLine; readonly found: Classification }[];
}

export function measure(lines: readonly LabeledLine[]): Measured {
  const results = lines.map((line) => ({ line, found: classify(line) }));
  return {
    classes: [...new Set(lines.map(({ label }) => label))].sort(),
    wrong: results.filter(({ line, found }) => found.class !== line.label),
    figuresOf: (...classes) => {
      const found = results.filter((result) => classes.includes(result.found.class));
      const labeled = results.filter(({ line }) => classes.includes(line.label));
      const right = labeled.filter((result) => result.found.class === result.line.label).length;
      return {
        precision: found.length === 0 ? 1 : right / found.length,
        recall: labeled.length === 0 ? 1 : right / labeled.length,
        count: labeled.length,
      };
    },
  };
}
