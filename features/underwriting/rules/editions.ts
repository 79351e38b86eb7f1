/** One sealed set of rules: code, parameters and payees. It never changes once it is released. */
export interface Edition {
  /** SHA-256 of its file in hexadecimal, which is also the file's name in `editions/`. */
  readonly hash: string;
  readonly ruleSetVersion: string;
  /** Applications from this day on (`YYYY-MM-DD`) are evaluated under it. A correction has the day of what it corrects. */
  readonly effectiveFrom: string;
  /** The day of its release. `null`, which only the last may be: each change of the rules still seals it again. */
  readonly sealedOn: string | null;
  /** What differs from the edition before, in a sentence or two. */
  readonly changes: string;
}

/** In the order in which they were sealed. `npm run edition` writes this list. */
export const EDITIONS: readonly Edition[] = [
  {
    hash: "a21eaf1e952aaf3fb2f5aeba4524c352a8225643e531dce0686db7ad5bd9a6a6",
    ruleSetVersion: "2026-11-27",
    effectiveFrom: "2026-11-23",
    sealedOn: "2026-11-28",
    changes: "The first sealed edition. The largest bank fee on a gift's way is a parameter of R9.",
  },
  {
    hash: "349d2e08760074ff2cc029a139b669fed950eed4076eab4fa19553a0b9f045ec",
    ruleSetVersion: "2026-11-28",
    effectiveFrom: "2026-11-23",
    sealedOn: "2026-11-28",
    changes:
      "A report from uploaded files blocks until the bank's own statements show the same days, and no one can waive that.",
  },
  {
    hash: "588378248bd8efa2d046c3ba81aaebde1a6040dd733b0cf60afa23d4053a64a9",
    ruleSetVersion: "2026-11-29",
    effectiveFrom: "2026-11-23",
    sealedOn: "2026-11-28",
    changes:
      "Fraud alerts and data that the consumer disputes block (R30), securities of a consumer report count only once a statement shows that no margin loan is on them, and banks or holdings that are missing from a report are named.",
  },
  {
    hash: "1654b9f20ab4b3c38bd9bd80bf7f21230fdd0f142ae8d1b3b450986d4bec68b2",
    ruleSetVersion: "2026-11-30",
    effectiveFrom: "2026-11-23",
    sealedOn: "2026-11-28",
    changes:
      "Corrects how a margin loan is read: the newest statement decides, at any age, and missing holdings block only what counts by them.",
  },
  {
    hash: "993bcd95a246b73ef44c66bb1c8e2eb6bba775590fd29f9cd7595aed91078825",
    ruleSetVersion: "2026-12-02",
    effectiveFrom: "2026-11-23",
    sealedOn: null,
    changes:
      "A fraud alert is answered for each connection, and a statement shows what a plan has vested. A lender's overlay may tighten a guide's figure, or loosen one under a program name of the lender's own, and findings that rest on it cite it. Names with accents, apostrophes and hyphens are matched as people write them. A gift that is said to come does not count beside like deposits from its donor, proof of one sale releases no other account's money, and conventional loan-to-value is computed without the credits above the limit. Money that may have moved, or been sold, after its bank was read counts once, and money from an account whose owner is not confirmed waits with it. One payment, sale or gift counts once, whatever papers show it, and the borrower's own part of a purchase rests on money that is certain. Pay, a benefit or a refund in another person's name is tested as a deposit, an advance of an unknown company is borrowed money, and a receipt counts only near the contract.",
  },
];

/** The rules of the source. */
export const NEWEST_EDITION = EDITIONS.at(-1)!; // the list is never empty

/** An edition by its hash, or by the beginning of it that people read. */
export function findEdition(hash: string, editions: readonly Edition[] = EDITIONS): Edition | undefined {
  return editions.find((one) => one.hash === hash || shortHash(one.hash) === hash);
}

/**
 * The edition that an application is evaluated under: of those in effect on its day, the last correction of the latest.
 * Without an application date the day is `today`. Days are `YYYY-MM-DD`; one before every edition has the first.
 */
export function editionFor(
  applicationDate: string | null,
  today: string,
  editions: readonly Edition[] = EDITIONS,
): Edition {
  const days = editions.map(({ effectiveFrom }) => effectiveFrom).sort();
  const from = days.findLast((day) => day <= (applicationDate ?? today)) ?? days[0];
  return editions.findLast(({ effectiveFrom }) => effectiveFrom === from)!; // one of them has that day
}

/** Enough of a hash for people to tell editions apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
