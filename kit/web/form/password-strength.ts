// Owns the sentence about a new password: length counts, variety helps, nothing is forbidden (NIST SP 800-63B-4).

/** The least that is taken, where the server was not told otherwise. */
export const USUAL_MIN_LENGTH = 12;
const LONG = 16;
/** What is left without the parts that everybody tries first has to be this long to count. */
const OWN_LENGTH = 6;
const TRIED_FIRST = ["password", "passwort", "qwerty", "qwertz", "letmein", "welcome", "iloveyou", "admin"];
const RUNS = ["012345678901234567890", "098765432109876543210", "abcdefghijklmnopqrstuvwxyz"];

/** Judges in code points after NFKC, as the server counts. */
export function strengthSentence(password: string, productName = ""): string {
  const letters = [...password.normalize("NFKC")];
  if (letters.length === 0)
    return `At least ${USUAL_MIN_LENGTH} characters. Several words in a row are easy to remember.`;
  if (letters.length < USUAL_MIN_LENGTH) return `${letters.length} of at least ${USUAL_MIN_LENGTH} characters.`;
  if (new Set(letters).size < 5) return "Easy to guess: it repeats the same few characters.";
  if (ownPart(letters.join(""), productName).length < OWN_LENGTH)
    return "Easy to guess: it is made of what everybody tries first. Several words in a row are better.";
  if (/^(?:[a-z]+|[A-Z]+)$/.test(password) && letters.length < LONG)
    return "Long enough. A few more words would make it much harder to guess.";
  return letters.length < LONG ? "Good. Longer would be better still." : "Strong.";
}

/** Without common words, the product's name, and characters that repeat or run on. */
function ownPart(password: string, productName: string): string {
  let left = password.toLowerCase().replaceAll(/\s/g, "");
  const name = productName.toLowerCase().replaceAll(/\s/g, "");
  for (const word of [...TRIED_FIRST, name]) if (word !== "") left = left.replaceAll(word, "");
  left = left.replaceAll(/(.)\1{2,}/gu, "");
  return left.replaceAll(/\d{3,}|[a-z]{4,}/g, (part) => (RUNS.some((run) => run.includes(part)) ? "" : part));
}
