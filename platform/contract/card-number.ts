import * as z from "zod/mini";

/** Digits of a number, by themselves or in groups. */
const DIGITS = /(?<!\d\.?)\d(?:[ -]?\d){12,18}(?!\.?\d)/g;
/**
 * By prefix and length: Visa, Mastercard, American Express, Discover, JCB, Diners. Without them one number of ten would
 * pass for a card's, the 18 digits of a loan in MERS among them, which end in the same check digit.
 */
const BRANDS =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11})$/;

/** Whether a text holds what is in all likelihood the number of a payment card, which is never to be stored. */
export function holdsCardNumber(text: string): boolean {
  return (text.match(DIGITS) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, "");
    return BRANDS.test(digits) && passesLuhn(digits);
  });
}

/** For a text that people write freely. */
export const withoutCardNumber = z.refine<string | null>(
  (value) => value === null || !holdsCardNumber(value),
  "CARD_NUMBER",
);

// ISO/IEC 7812-1, annex B.
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
