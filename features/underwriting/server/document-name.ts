import type { EvidenceDocument } from "#features/underwriting/contract.ts";

const ENDINGS: Readonly<Record<EvidenceDocument["mediaType"], readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
};
const LONGEST = 150;

/** The ending of a file of this type. */
export function endingOf(mediaType: EvidenceDocument["mediaType"]): string {
  return ENDINGS[mediaType][0]!; // each has one or more
}

/** Without folders and invisible characters: a right-to-left mark can disguise the extension. */
export function cleanName(name: string, mediaType: EvidenceDocument["mediaType"]): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1)!; // a split has a last part
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>:|?*]/gu, "")
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .trim();
  const ending = ENDINGS[mediaType].find((each) => plain.toLowerCase().endsWith(`.${each}`));
  const stem = ending ? plain.slice(0, -ending.length - 1).trim() : plain;
  const short = [...stem].slice(0, LONGEST).join(""); // by characters: none is cut in two
  return `${short || "document"}.${ending ?? endingOf(mediaType)}`;
}
