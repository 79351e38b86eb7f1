// The card form inside its frame. The page learns only whether the input is valid, never the input.
import type { CardField, cardRules } from "./card-rules.ts";
import type { frameCalls, frameDoor } from "./frames.ts";

type Name = "cardnumber" | "exp-date" | "cvc" | "postal";

interface CardOptions {
  disabled?: boolean;
  hidePostalCode?: boolean;
  hideIcon?: boolean;
  value?: { postalCode?: string };
  style?: Record<string, Record<string, unknown>>;
}

/** Self-contained: its source is sent to the browser. */
export function cardFrame(
  makeRules: typeof cardRules,
  makeStyle: typeof cardStyle,
  makeAsk: typeof frameCalls,
  makeDoor: typeof frameDoor,
): void {
  const rules = makeRules();
  const restyle = makeStyle();
  const ask = makeAsk();
  const field = (name: Name) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!; // in the page's markup
  const inputs = {
    cardnumber: field("cardnumber"),
    "exp-date": field("exp-date"),
    cvc: field("cvc"),
    postal: field("postal"),
  };
  const brandMark = document.querySelector("#brand");
  const left = new Set<Name>();
  let options: CardOptions = {};
  let focused = false;

  const names = (): Name[] =>
    options.hidePostalCode === true ? ["cardnumber", "exp-date", "cvc"] : ["cardnumber", "exp-date", "cvc", "postal"];
  const brand = () => rules.brandOf(rules.digitsOf(inputs.cardnumber.value, 19));

  function check(name: Name): CardField {
    const { value } = inputs[name];
    if (name === "cardnumber") return rules.number(value);
    if (name === "exp-date") return rules.expiry(value, new Date());
    return name === "cvc" ? rules.cvc(value, brand()) : rules.postal(value);
  }

  /** Keeps the caret after the same digit when spaces are added or removed. */
  function format(name: Name, isDeleting: boolean): void {
    const input = inputs[name];
    const digitsBefore = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, "").length;
    const wasAtEnd = input.selectionStart === input.value.length;
    // Deleting backwards over " / " must not bring it back.
    const { value } = check(name);
    if (isDeleting && value.startsWith(input.value)) return;
    input.value = value;
    if (wasAtEnd) return;
    let at = 0;
    for (let seen = 0; at < value.length && seen < digitsBefore; at += 1) if (/\d/.test(value[at] ?? "")) seen += 1;
    input.setSelectionRange(at, at);
  }

  function state(isAsked = false) {
    const checked = names().map((name) => ({ name, ...check(name) }));
    const faulty = checked.map(({ name, error, incomplete, value }) => ({
      name,
      error: error ?? (isAsked || (left.has(name) && value !== "") ? incomplete : null),
    }));
    for (const { name, error } of faulty) inputs[name].setAttribute("aria-invalid", String(error !== null));
    document.documentElement.classList.toggle(
      "invalid",
      faulty.some(({ error }) => error !== null),
    );
    return {
      elementType: "card",
      empty: checked.every(({ value }) => value === ""),
      complete: checked.every(({ isComplete }) => isComplete),
      brand: brand(),
      value: { postalCode: inputs.postal.value },
      error: faulty.find(({ error }) => error !== null)?.error ?? undefined,
    };
  }

  let last = "";
  function tellState(isAsked = false) {
    const now = state(isAsked);
    if (brandMark !== null) brandMark.textContent = now.brand === "unknown" ? "Card" : now.brand;
    if (JSON.stringify(now) === last) return now;
    last = JSON.stringify(now);
    tell({ kind: "change", event: now });
    return now;
  }

  function apply(changes: CardOptions) {
    options = { ...options, ...changes };
    for (const input of Object.values(inputs)) input.disabled = options.disabled === true;
    inputs.postal.hidden = options.hidePostalCode === true;
    if (brandMark instanceof HTMLElement) brandMark.hidden = options.hideIcon === true;
    if (changes.value?.postalCode !== undefined) inputs.postal.value = changes.value.postalCode;
    if (changes.style !== undefined) restyle(changes.style);
    // The first state is not sent as a change, because the page knows that a new form is empty.
    if (last === "") last = JSON.stringify(state());
    else tellState();
  }

  /** The card as the API asks for it, or what is wrong with it. */
  function card() {
    const { error } = tellState(true);
    if (error !== undefined) return { error };
    const [month, year] = inputs["exp-date"].value.split(" / ");
    return {
      card: {
        number: rules.digitsOf(inputs.cardnumber.value, 19),
        exp_month: Number(month),
        exp_year: Number(year),
        cvc: inputs.cvc.value,
      },
    };
  }

  async function createMethod(params: Record<string, unknown>) {
    const made = card();
    if (made.error !== undefined) return { ok: false, body: { error: made.error } };
    const billing = (params["billing_details"] ?? {}) as { address?: Record<string, unknown> };
    const zip = inputs.postal.value === "" ? {} : { postal_code: inputs.postal.value };
    const billing_details = { ...billing, address: { ...zip, ...billing.address } };
    return ask("POST", "/v1/payment_methods", { ...params, type: "card", card: made.card, billing_details });
  }

  async function createToken(params: Record<string, unknown>) {
    const made = card();
    if (made.error !== undefined) return { ok: false, body: { error: made.error } };
    const { key, ...data } = params;
    return ask("POST", "/v1/tokens", { key, card: { ...made.card, address_zip: inputs.postal.value, ...data } });
  }

  const tell = makeDoor(({ kind, options: given, params }) => {
    if (kind === "update") apply(given as CardOptions);
    if (kind === "focus") inputs.cardnumber.focus();
    if (kind === "blur") (document.activeElement as HTMLElement | null)?.blur();
    if (kind === "clear") {
      for (const input of Object.values(inputs)) input.value = "";
      left.clear();
      tellState();
    }
    if (kind === "createPaymentMethod") return createMethod(params as Record<string, unknown>);
    if (kind === "createToken") return createToken(params as Record<string, unknown>);
    return null;
  });

  for (const name of Object.keys(inputs) as Name[]) {
    const input = inputs[name];
    input.addEventListener("input", (event) => {
      const isDeleting = event instanceof InputEvent && event.inputType.startsWith("delete");
      format(name, isDeleting);
      left.delete(name);
      tellState();
      const order = names();
      const next = order[order.indexOf(name) + 1];
      if (!isDeleting && check(name).isComplete && next !== undefined && input === document.activeElement)
        inputs[next].focus();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") tell({ kind: "submit" });
      if (event.key === "Escape") tell({ kind: "escape" });
      const order = names();
      const before = order[order.indexOf(name) - 1];
      if (event.key === "Backspace" && input.value === "" && before !== undefined) inputs[before].focus();
    });
    input.addEventListener("focus", () => {
      if (!focused) tell({ kind: "focus" });
      focused = true;
    });
    input.addEventListener("blur", () => {
      left.add(name);
      tellState();
      // Moving from one field to the next does not count as leaving the form.
      setTimeout(() => {
        if (!focused || (document.hasFocus() && document.activeElement instanceof HTMLInputElement)) return;
        focused = false;
        tell({ kind: "blur" });
      });
    });
  }
  new ResizeObserver(() => {
    tell({ kind: "height", height: document.body.offsetHeight });
  }).observe(document.body);
  tell({ kind: "loaded" });
}

// The look of the card form: the page's own, as far as `style` of the options says it.

/** Self-contained: its source is sent to the browser. */
export function cardStyle() {
  const ALLOWED = new Set([
    "backgroundColor",
    "color",
    "fontFamily",
    "fontSize",
    "fontSmoothing",
    "fontStyle",
    "fontVariant",
    "fontWeight",
    "iconColor",
    "letterSpacing",
    "lineHeight",
    "padding",
    "textAlign",
    "textDecoration",
    "textShadow",
    "textTransform",
  ]);
  const PARTS: Record<string, string> = {
    base: "",
    invalid: "[aria-invalid=true]",
    complete: "",
    empty: ":placeholder-shown",
  };
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  function add(selector: string, looks: Record<string, unknown>): void {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    // The mark is marked as wrong only while a field is.
    const isOfFault = selector.includes("aria-invalid");
    const mark = isOfFault ? `body:has(${selector}) #brand` : "#brand";
    const icon = sheet.cssRules[sheet.insertRule(`${mark} {}`, sheet.cssRules.length)];
    for (const [name, value] of Object.entries(looks)) {
      if (typeof value === "object" && value !== null && /^::?[a-z-]+$/.test(name))
        add(selector + name, value as Record<string, unknown>);
      if (typeof value !== "string" || !ALLOWED.has(name)) continue;
      const property = name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
      // Set as values: a value can never begin a rule of its own.
      if (name === "color" && selector === "input" && looks["iconColor"] === undefined && icon instanceof CSSStyleRule)
        icon.style.setProperty("color", value);
      if (name === "iconColor" && icon instanceof CSSStyleRule) icon.style.setProperty("color", value);
      else if (rule instanceof CSSStyleRule) rule.style.setProperty(property, value);
    }
  }

  return function restyle(style: Record<string, Record<string, unknown>>): void {
    while (sheet.cssRules.length > 0) sheet.deleteRule(0);
    for (const part of ["base", "empty", "invalid"]) {
      const looks = style[part];
      if (looks !== undefined) add(`input${PARTS[part] ?? ""}`, looks);
    }
  };
}
