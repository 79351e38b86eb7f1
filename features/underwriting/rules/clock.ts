import * as z from "zod/mini";
import { Day } from "#platform/contract/fields.ts";
import { PROGRAMS } from "./evaluation.ts";

/** What may run out in a file, in the order in which two of one day are listed. */
export const CLOCK_KINDS = ["data", "statement", "access", "link", "freeRefresh", "consent"] as const;
export type ClockKind = (typeof CLOCK_KINDS)[number];

/** Something that runs out. */
export const Clock = z.object({
  kind: z.enum(CLOCK_KINDS),
  /** The last good day, in UTC; `null`: no end is known. */
  day: z.nullable(Day),
  /** The bank or the person; empty for a free refresh. */
  subject: z.string(),
  /** Whose rule it is; empty: of no program. */
  programs: z.array(z.enum(PROGRAMS)),
});
export type Clock = z.infer<typeof Clock>;

/** Why no refresh can be planned, or not on a day. */
export const REFRESH_REFUSALS = [
  "NO_REPORT",
  "NO_BANK",
  "NO_PROGRAM",
  "NO_CLOSING_DAY",
  "CLOSING_PASSED",
  "DAY_PASSED",
  "AFTER_CLOSING",
  "ACCESS_ENDS",
  "NOT_SERVED",
] as const;
export type RefreshRefusal = (typeof REFRESH_REFUSALS)[number];
