// Owns how programs are called, and which of them share a way.
import type { Loan } from "#features/loans/contract.ts";
import type { Program } from "#features/underwriting/contract.ts";

/** In the order in which they stand side by side. */
export const PROGRAMS = ["fannie", "freddie", "fha"] as const satisfies readonly Program[];

/** Those that share Fannie Mae's and Freddie Mac's way with deposits. */
export const CONVENTIONAL: readonly Program[] = ["fannie", "freddie"];

export const PROGRAM_NAMES: Readonly<Record<Program, string>> = {
  fannie: "Fannie Mae",
  freddie: "Freddie Mac",
  fha: "FHA",
};

/** One value for each program. */
export function byProgram<T>(make: (program: Program) => T): Record<Program, T> {
  return { fannie: make("fannie"), freddie: make("freddie"), fha: make("fha") };
}

/** The loan's own program; Fannie Mae's where it names none that is read here. */
export function ownProgramOf({ program }: Pick<Loan, "program">): Program {
  return program === "freddie" || program === "fha" ? program : "fannie";
}
