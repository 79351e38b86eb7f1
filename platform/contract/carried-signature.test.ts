import { describe, expect, test } from "vitest";
import { crossReferencesIn, findCarriedSignature, signatureTrailer } from "./carried-signature.ts";

const PDF = "%PDF-1.7\n…\nstartxref\n1234\n%%EOF\n";
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("a PDF that carries its signature", () => {
  const signed = { statement: { lender: "Łęg & Söhne (100 %)\n%Signature {}" }, signature: "abc" };

  test("gives it back, and the bytes before it", () => {
    const trailer = signatureTrailer(signed, crossReferencesIn(PDF));
    expect(trailer).toMatch(/^%Signature [\x20-\x7e]+\nstartxref\n1234\n%%EOF\n$/);
    const found = findCarriedSignature(bytesOf(PDF + trailer))!;
    expect(found.signed).toEqual(signed);
    expect(new TextDecoder().decode(found.content)).toBe(PDF);
  });

  test.each([
    ["no signature", PDF],
    ["nothing", ""],
    ["broken JSON", `${PDF}%Signature {"a":\nstartxref\n1234\n%%EOF\n`],
    ["more after its end", `${PDF}${signatureTrailer({}, 1234)}more`],
    ["more objects after it", `${PDF}%Signature {}\n5 0 obj\n<<>>\nendobj\nstartxref\n1234\n%%EOF\n`],
    ["other cross-references after it", `${PDF}%Signature {}\nstartxref\n9\n%%EOF\n`],
    ["a signature in the middle of a line", `${PDF} ${signatureTrailer({}, 1234)}`],
    ["its JSON spaced otherwise", `${PDF}%Signature { }\nstartxref\n1234\n%%EOF\n`],
    ["a second comment after it", `${PDF}${signatureTrailer({}, 1234)}%more\nstartxref\n1234\n%%EOF\n`],
    ["a signature far from its end", `${PDF}%Signature {}\n${" ".repeat(20_000)}startxref\n1234\n%%EOF\n`],
  ])("is not read with %s", (_what, text) => {
    expect(findCarriedSignature(bytesOf(text))).toBeUndefined();
  });

  test("needs a finished PDF", () => {
    expect(() => crossReferencesIn("%PDF-1.7\n")).toThrow(RangeError);
  });
});
