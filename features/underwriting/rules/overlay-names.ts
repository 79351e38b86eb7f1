import type { AppliedOverlay, Overlay, UnderwritingPolicy } from "./evaluation.ts";

/** What an evaluation says of the overlay that it was made under; empty without one. */
export function appliedOverlay({ overlay }: Pick<UnderwritingPolicy, "overlay">): { overlay?: AppliedOverlay } {
  if (!overlay) return {};
  const { name, version, programName } = overlay;
  return { overlay: { name, version, programName } };
}

/** `Lakeside overlay, version 3`. */
export function overlayLabel({ name, version }: Pick<Overlay, "name" | "version">): string {
  return `${name}, version ${version}`;
}

/**
 * Under what an answer holds: `Fannie Mae`, or `Lakeside Portfolio, not Fannie Mae`. An answer under a program of the
 * lender's own must never read as a guide's.
 */
export function answerName(
  guide: string,
  overlay: { readonly programName?: string | null | undefined } | null | undefined,
): string {
  return overlay?.programName ? `${overlay.programName}, not ${guide}` : guide;
}
