import { phrase } from "#features/borrowers/labels.ts";

/**
 * An account that is left out, by its content key: bank, mask, type, subtype. `FIRST PLATYPUS|0000|DEPOSITORY|CHECKING`
 * is `Checking …0000, First Platypus`. The id of a report's account stays as it is.
 */
export function leftOutWords(key: string): string {
  const [bank, mask, type, subtype] = key.split("|");
  if (bank === undefined || type === undefined) return key;
  const kind = phrase((subtype || type).toLowerCase());
  const name = bank
    .toLowerCase()
    .split(" ")
    .map((word) => phrase(word))
    .join(" ");
  return `${mask ? `${kind} …${mask}` : kind}, ${name}`;
}
