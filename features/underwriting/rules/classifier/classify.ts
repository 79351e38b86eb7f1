import { IN_CLASSES, OUT_CLASSES, type LineClass } from "./classes.ts";
import { isSelf, looksLikeCompany } from "./names.ts";
import { classifyIn } from "./money-in.ts";
import { classifyOut } from "./money-out.ts";
import { findCreditor, findPayee, payeeOf, sameCreditor, type Payee } from "./payees.ts";
import { Reading } from "./reading.ts";
import { MAX_LENGTH } from "./words.ts";

export { findCreditor, findPayee, IN_CLASSES, OUT_CLASSES, sameCreditor, type LineClass, type Payee };

export interface LineToClassify {
  /** As the bank sent it. */
  readonly description: string;
  readonly merchantName: string | null;
  /** Above zero is money out, below zero money in (Plaid's sign). */
  readonly amountCents: number;
  /** Plaid's credit category: a hint, never a proof. */
  readonly categoryPrimary: string | null;
  readonly categoryDetailed: string | null;
  readonly checkNumber: string | null;
}

export interface Classification {
  readonly class: LineClass;
  readonly subclass: string | null;
  readonly payee: Payee | null;
  /** The other party as written, normalized, for grouping; "" when none. */
  readonly party: string;
  /** The named person of a person-to-person line. */
  readonly person: string | null;
  /** Last four digits of the accounts named on a transfer leg. */
  readonly masks: readonly string[];
  /** Creditors of the banks named on a transfer leg. */
  readonly banks: readonly string[];
  /** The words name a transfer between accounts, so the line may be a leg of a pair. */
  readonly hasTransferWords: boolean;
  readonly isWire: boolean;
  /** Foreign wire or remittance. */
  readonly isForeign: boolean;
  readonly confidence: "high" | "low";
  readonly why: string;
}

const SECURED = new Set(["home_equity", "auto_equity", "securities_line", "own_plan"]);

/** Whether proceeds of this subclass are borrowed against an asset of the borrower. */
export function isSecuredLoan(subclass: string | null): boolean {
  return subclass !== null && SECURED.has(subclass);
}

interface Known {
  readonly line: LineToClassify;
  readonly found: Classification;
}

// A bank repeats its lines month after month. Keyed by the description alone, since joining a longer key costs as much
// as a good part of the work it saves.
const CACHE_SIZE = 20_000;
const cache = new Map<string, Known>();

function isSame(a: LineToClassify, b: LineToClassify): boolean {
  return (
    a.amountCents < 0 === b.amountCents < 0 &&
    a.categoryDetailed === b.categoryDetailed &&
    a.categoryPrimary === b.categoryPrimary &&
    a.merchantName === b.merchantName &&
    hasCheckNumber(a) === hasCheckNumber(b)
  );
}

function hasCheckNumber(line: LineToClassify): boolean {
  return line.checkNumber !== null && line.checkNumber !== "";
}

/** The class of one bank line. Pairs of transfers and nets of returned deposits are found elsewhere. */
export function classify(line: LineToClassify): Classification {
  const description = line.description.slice(0, MAX_LENGTH);
  const known = cache.get(description);
  if (known !== undefined && isSame(known.line, line)) return known.found;
  const found = classifyUncached(line, description);
  if (cache.size >= CACHE_SIZE) cache.clear();
  const { merchantName, amountCents, categoryPrimary, categoryDetailed, checkNumber } = line;
  cache.set(description, {
    line: { description, merchantName, amountCents, categoryPrimary, categoryDetailed, checkNumber },
    found,
  });
  return found;
}

function classifyUncached(line: LineToClassify, description: string): Classification {
  const detailed = line.categoryDetailed ?? "";
  const reading = new Reading(description, line.merchantName, {
    primary: line.categoryPrimary ?? "",
    detailed,
  });
  const numbered = hasCheckNumber(line);
  const decision = line.amountCents < 0 ? classifyIn(reading, numbered) : classifyOut(reading, numbered);
  const isTransfer = decision.class === "own_transfer";
  const isWire = reading.has("wire") || (reading.has("reversal") && reading.words.includes("WIRE"));
  return {
    class: decision.class,
    subclass: decision.subclass,
    payee: reading.entry === null ? null : payeeOf(reading.entry),
    party: reading.partyText(),
    person: personOf(reading, decision.class),
    masks: isTransfer || decision.class === "other" ? reading.masks : [],
    banks: reading.banks,
    hasTransferWords: isTransfer || (decision.class === "other" && reading.has("transfer")),
    isWire,
    isForeign: reading.peer === "remittance" || (isWire && reading.has("foreign")),
    confidence: decision.confidence,
    why: decision.why,
  };
}

function personOf(line: Reading, name: LineClass): string | null {
  const { peerName } = line;
  if (name === "own_transfer" && isSelf(peerName)) return null;
  if (peerName.length > 0) return looksLikeCompany(peerName) ? null : peerName.join(" ");
  if (name !== "person_payment") return null;
  const party = line.partyWords();
  return party.length > 0 ? party.join(" ") : null;
}
