// Owns the sentence about a new password: length counts, variety helps, nothing is forbidden (NIST SP 800-63B-4).

const SHORT = 12;
const LONG = 16;

/** Judges in code points after NFKC, as the server counts. */
export function strengthSentence(password: string): string {
  const letters = [...password.normalize("NFKC")];
  if (letters.length === 0) return `At least ${SHORT} characters. Several words in a row are easy to remember.`;
  if (letters.length < SHORT) return `${letters.length} of at least ${SHORT} characters.`;
  if (new Set(letters).size < 5) return "Long enough, but easy to guess: it repeats the same few characters.";
  if (/^(?:\d+|[a-z]+|[A-Z]+)$/.test(password) && letters.length < LONG)
    return "Long enough. A few more words would make it much harder to guess.";
  return letters.length < LONG ? "Good. Longer would be better still." : "Strong.";
}
