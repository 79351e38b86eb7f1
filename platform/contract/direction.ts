const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without the characters that turn the reading direction of what follows (embeddings, overrides, isolates): with
 * them a bank line can show other words than it holds. Letters keep the direction of their script.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(MARKS, "");
}
