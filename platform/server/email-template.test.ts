import { expect, test } from "vitest";
import { renderEmail } from "./email-template.ts";

const CONTENT = {
  product: "Keyturn",
  sender: { name: "Smith & Sons", logo: null, details: ["NMLS ID 1234", "Equal Housing Opportunity"] },
  subject: "Smith & Sons: verify your funds",
  greeting: "Hello Nora,",
  paragraphs: ["Robin of Smith & Sons asks you to connect your bank.", "It takes <five> minutes."],
  action: { label: "Get started", url: "https://keyturn.example/b?t=1&u=2" },
  closing: "Not expecting this? You can ignore it.",
};

/** The words of the HTML, as a reader shows them. */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const shown = body.replaceAll(/<[^>]+>/g, "\n");
  return shown.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

test("the plain text says what the HTML says, in the same order", () => {
  const { text, html } = renderEmail(CONTENT);
  const lines = wordsOf(html)
    .split("\n")
    .filter((line) => line !== "");
  expect(lines[0], "the header").toBe("Smith & Sons");
  const plain = text.split("\n").filter((line) => line !== "" && line !== CONTENT.action.url);
  expect(plain.map((line) => (line === "Get started:" ? "Get started" : line))).toEqual(lines.slice(1));
  expect(html).toContain('href="https://keyturn.example/b?t=1&amp;u=2"');
  expect(plain.at(-1)).toBe("Sent with Keyturn");
});

test("a reader in dark mode gets dark colors, and a logo stays on white", () => {
  const logo = { mediaType: "image/png", bytes: Buffer.from("logo") };
  const { html, images } = renderEmail({ ...CONTENT, sender: { ...CONTENT.sender, logo } });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ""] = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/s.exec(html) ?? [];
  const named = [...html.matchAll(/ class="(\w+)"/g)].map(([, name]) => name);
  for (const name of named) expect(dark).toContain(`.${name}{`);
  expect(html).toMatch(/<img src="cid:logo" alt="Smith &amp; Sons"[^>]*background:#fff/);
  expect(images).toEqual([{ id: "logo", ...logo }]);
});
