/**
 * How many kills, rows and repeats a test makes: with `npm run e2e` as many as the specification names, with `npm test`
 * fewer, so that CI on a slow machine ends in time.
 */
export function sized({ whole, inCi }: { readonly whole: number; readonly inCi: number }): number {
  return process.env["E2E_SIZE"] === "ci" ? inCi : whole;
}
