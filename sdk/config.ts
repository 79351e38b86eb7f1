/** What the command reads of its environment. */
export function readEnvironment(): { readonly apiKey: string | undefined; readonly url: string | undefined } {
  return { apiKey: process.env["KEYTURN_API_KEY"], url: process.env["KEYTURN_URL"] };
}
