import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { sha256Hex } from "#platform/text/sha256.ts";

/**
 * SHA-256 of each part of a packet as canonical JSON. A part is a field, and of a list also each entry: `rules.R3` by its id,
 * `humanActions.2` by its place from 1. The list itself has the hash of its length.
 */
export async function hashParts(packet: object): Promise<Record<string, string>> {
  const parts = Object.entries(packet).flatMap(([field, value]): [string, unknown][] =>
    Array.isArray(value)
      ? [[field, value.length], ...value.map((item, at): [string, unknown] => [`${field}.${nameOf(item, at)}`, item])]
      : [[field, value]],
  );
  return Object.fromEntries(
    await Promise.all(parts.map(async ([part, value]) => [part, await sha256Hex(canonicalJson(value))] as const)),
  );
}

function nameOf(item: unknown, at: number): string {
  const id = typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
  return typeof id === "string" ? id : String(at + 1);
}

/** The parts that differ, are missing or were added, in the order of the packet. */
export function changedParts(
  signed: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  const all = [...new Set([...Object.keys(found), ...Object.keys(signed)])];
  const changed = all.filter((part) => signed[part] !== found[part]);
  // The length of a list says nothing more where its entries are named.
  return changed.filter((part) => part.includes(".") || !changed.some((other) => other.startsWith(`${part}.`)));
}
