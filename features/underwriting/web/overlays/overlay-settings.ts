import * as z from "zod/mini";
import { OverlayDetails, type OverlayVersion } from "#features/underwriting/contract.ts";
import { overlayLines } from "#features/underwriting/labels.ts";
import { findingLabel, limitText } from "#features/underwriting/rules/overlay-texts.ts";
import type { OverlayLimit, OverlaySettings } from "#features/underwriting/rules/evaluation.ts";
import { directionOf, LIMITS, problemsOf } from "#features/underwriting/rules/overlay.ts";

export type OverlayValues = z.infer<typeof OverlayDetails>;

/** Fields that are left empty are as the guides have them. Refuses what the server would refuse. */
export function overlaySchema(today: string): z.ZodMiniType<unknown, OverlayValues> {
  return z.pipe(
    z.transform(withoutEmpty),
    OverlayDetails.check(({ value: input, issues }) => {
      const refuse = (path: string[], message: string) => issues.push({ code: "custom", message, path, input });
      for (const { field, code } of problemsOf(input)) refuse(["settings", ...field.split(".")], code);
      if (input.effectiveFrom < today) refuse(["effectiveFrom"], "IN_THE_PAST");
    }),
  ) as z.ZodMiniType<unknown, OverlayValues>;
}

function withoutEmpty(values: unknown): unknown {
  const { settings, ...rest } = values as OverlayValues;
  const limits = Object.entries(settings.limits).filter(([, value]) => value !== undefined && value !== null);
  return { ...rest, settings: { ...settings, limits: Object.fromEntries(limits) } };
}

/** What the guides have in its place. */
export function guideText(limit: OverlayLimit): string {
  const { guide, unit } = LIMITS[limit];
  if (guide === null) return "No guide sets one";
  if (unit === "months") return "As the guide requires";
  return `${unit === "items" ? "Usual" : "Guide"}: ${limitText(limit, guide)}`;
}

/** `tighter than the guide`, as typed. */
export function directionText(limit: OverlayLimit, value: number): string {
  const direction = directionOf(limit, value);
  return direction === "same" ? "Same as the guide" : direction === "tighter" ? "Tighter" : "Looser";
}

export interface SettingChange {
  readonly key: string;
  readonly label: string;
  /** `null`: as the guide has it. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two versions; each line once. */
export function changesBetween(before: OverlaySettings, after: OverlaySettings): SettingChange[] {
  const [old, now] = [before, after].map(
    (settings) => new Map(overlayLines(settings, { findingLabel, limitText }).map((line) => [line.key, line])),
  );
  return [...new Map([...old!, ...now!]).values()].flatMap(({ key, label }) => {
    const change = { key, label, before: old!.get(key)?.text ?? null, after: now!.get(key)?.text ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** The version that this one would replace: the newest approved one before it. */
export function versionBefore(all: readonly OverlayVersion[], { number }: OverlayVersion): OverlayVersion | undefined {
  return all.find(
    (one) => one.number < number && (one.state === "inForce" || one.state === "scheduled" || one.state === "replaced"),
  );
}
