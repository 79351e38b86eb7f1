// What a card form accepts: formats what is typed and says, in Stripe's words, what is wrong with it.

export interface CardField {
  value: string;
  isComplete: boolean;
  /** Set as soon as what is typed cannot become right. */
  error: CardFormError | null;
  /** What is said when the field is left like this. */
  incomplete: CardFormError | null;
}

export interface CardFormError {
  type: "validation_error";
  code: string;
  message: string;
}

/** Self-contained: its source is sent to the browser. */
export function cardRules() {
  const wrong = (code: string, message: string): CardFormError => ({ type: "validation_error", code, message });
  const digitsOf = (text: string, most: number) => text.replace(/\D/g, "").slice(0, most);

  function brandOf(number: string): string {
    if (/^4/.test(number)) return "visa";
    if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
    if (/^3[47]/.test(number)) return "amex";
    if (/^(6011|65|64[4-9])/.test(number)) return "discover";
    return "unknown";
  }

  function hasCheckSum(number: string): boolean {
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  function number(typed: string): CardField {
    const isAmex = brandOf(digitsOf(typed, 19)) === "amex";
    const digits = digitsOf(typed, isAmex ? 15 : 16);
    const groups = isAmex ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/;
    const parts =
      groups
        .exec(digits)
        ?.slice(1)
        .filter((part) => part !== undefined) ?? [];
    const isFull = digits.length === (isAmex ? 15 : 16);
    const isGood = isFull && hasCheckSum(digits);
    return {
      value: parts.join(" "),
      isComplete: isGood,
      error: isFull && !isGood ? wrong("invalid_number", "Your card number is invalid.") : null,
      incomplete: isFull ? null : wrong("incomplete_number", "Your card number is incomplete."),
    };
  }

  function expiry(typed: string, today: Date): CardField {
    // A year of four digits, as browsers fill it in, is cut to two; a month above 1 stands for 0x.
    const filled = typed.replace(/(\d{1,2})\s*\/\s*20(\d\d)$/, "$1/$2").replace(/^([2-9])(?!\d)/, "0$1");
    const digits = digitsOf(filled.replace(/^(\d)\s*\//, "0$1"), 4);
    const month = Number(digits.slice(0, 2));
    const isFull = digits.length === 4;
    const year = 2000 + Number(digits.slice(2));
    const thisYear = today.getFullYear();
    let error: CardFormError | null = null;
    if (digits.length >= 2 && (month < 1 || month > 12))
      error = wrong("invalid_expiry_month", "Your card's expiration date is invalid.");
    else if (isFull && year < thisYear)
      error = wrong("invalid_expiry_year_past", "Your card's expiration year is in the past.");
    else if (isFull && year > thisYear + 50)
      error = wrong("invalid_expiry_year", "Your card's expiration year is invalid.");
    else if (isFull && year === thisYear && month < today.getMonth() + 1)
      error = wrong("invalid_expiry_month_past", "Your card's expiration date is in the past.");
    return {
      value: digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits,
      isComplete: isFull && error === null,
      error,
      incomplete: isFull ? null : wrong("incomplete_expiry", "Your card's expiration date is incomplete."),
    };
  }

  function cvc(typed: string, brand: string): CardField {
    const length = brand === "amex" ? 4 : 3;
    const value = digitsOf(typed, length);
    const isComplete = value.length === length;
    return {
      value,
      isComplete,
      error: null,
      incomplete: isComplete ? null : wrong("incomplete_cvc", "Your card's security code is incomplete."),
    };
  }

  function postal(typed: string): CardField {
    const value = digitsOf(typed, 5);
    const isComplete = value.length === 5;
    return {
      value,
      isComplete,
      error: null,
      incomplete: isComplete ? null : wrong("incomplete_zip", "Your postal code is incomplete."),
    };
  }

  return { number, expiry, cvc, postal, brandOf, digitsOf };
}
