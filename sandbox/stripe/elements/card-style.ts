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
