import fc from "fast-check";
import type { Question } from "./evaluate.ts";
import { OVERLAY_LIMITS, type Overlay, type OverlayLimit, type OverlaySettings } from "./evaluation.ts";
import { NEVER_WAIVABLE } from "./finding.ts";
import { FINDING_CODES, LIMITS } from "./overlay.ts";

// Random overlays of a lender.

const NONE: OverlaySettings = { limits: {}, atLeast: [], atMost: [], documents: [], programsOff: [] };

export function overlayOf(settings: Partial<OverlaySettings>, programName: string | null = null): Overlay {
  return {
    ...{ id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Lakeside overlay", version: 3, programName },
    settings: { ...NONE, ...settings },
  };
}

export const underOverlay = (question: Question, overlay: Overlay): Question => ({
  ...question,
  policy: { ...question.policy, overlay },
});

function tighterValue(name: OverlayLimit): fc.Arbitrary<number> {
  const { guide, tighter, least, most, unit } = LIMITS[name];
  if (guide === null) return fc.integer({ min: least, max: unit === "cents" ? 2_000_000 : most });
  return tighter === "lower"
    ? fc.integer({ min: least, max: guide })
    : fc.integer({ min: guide, max: Math.min(most, guide + 120) });
}

const someCode = fc.constantFrom(...FINDING_CODES);

export const someTighterOverlay: fc.Arbitrary<Overlay> = fc
  .record({
    limits: fc.record(
      Object.fromEntries(OVERLAY_LIMITS.map((name) => [name, tighterValue(name)])) as Record<
        OverlayLimit,
        fc.Arbitrary<number>
      >,
      { requiredKeys: [] },
    ),
    atLeast: fc.uniqueArray(fc.record({ code: someCode, severity: fc.constantFrom("blocker", "review") }), {
      selector: ({ code }) => code,
      maxLength: 4,
    }),
    documents: fc.uniqueArray(someCode, { maxLength: 6 }),
  })
  .map(({ limits: { nsfReview, nsfBlocker, ...limits }, ...settings }) =>
    overlayOf({
      ...settings,
      limits: {
        ...limits,
        ...(nsfReview !== undefined &&
          nsfBlocker !== undefined &&
          nsfReview <= nsfBlocker && { nsfReview, nsfBlocker }),
      },
    }),
  );

const LOWERABLE = FINDING_CODES.filter((code) => !NEVER_WAIVABLE.has(code));
/** They decide what terms close, so every third program of a lender's own lowers one. */
const OF_TERMS = ["MRI_SHORT", "DOWN_PAYMENT_SHORT", "OWN_FUNDS_SHORT", "OCCUPANCY_NOT_FHA"] as const;

/** A program of the lender's own, which may also ask for less than the guides. */
const someOwnProgram: fc.Arbitrary<Overlay> = fc
  .record({
    tighter: someTighterOverlay,
    incomePercent: fc.integer({ min: 50, max: 100 }),
    atMost: fc.uniqueArray(
      fc.record({
        code: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...LOWERABLE) }, fc.constantFrom(...OF_TERMS)),
        severity: fc.constantFrom("info", "review"),
      }),
      { selector: ({ code }) => code, maxLength: 3 },
    ),
  })
  .map(({ tighter: { settings }, incomePercent, atMost }) =>
    overlayOf(
      {
        ...settings,
        limits: { ...settings.limits, incomePercent },
        // A floor below the ceiling would contradict it.
        atLeast: settings.atLeast.filter(({ code }) => !atMost.some((one) => one.code === code)),
        atMost,
      },
      "Lakeside Portfolio",
    ),
  );

export const someOverlay: fc.Arbitrary<Overlay> = fc.oneof(someTighterOverlay, someOwnProgram);
