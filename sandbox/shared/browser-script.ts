// Builds the classic script that loads a provider's browser code.

/**
 * Writes `main(...parts)` as a script. Node has blanked the types out of a function's source, so that its text is plain
 * JavaScript; each function must therefore be self-contained and gets what it needs handed in. Everything else is
 * written as JSON.
 */
export function browserScript<Parts extends unknown[]>(main: (...parts: Parts) => void, ...parts: Parts): string {
  const args = parts.map((part) => (typeof part === "function" ? `(${String(part)})` : JSON.stringify(part)));
  return `"use strict";\n(${String(main)})(${args.join(", ")});\n`;
}
