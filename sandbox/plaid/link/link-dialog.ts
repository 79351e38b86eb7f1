// The frame of the Link dialog: opens over the page, holds the focus, closes on Escape, shows one screen at a time.

interface LinkScreen {
  title: HTMLElement;
  words: string;
  form: HTMLElement;
  /** Where the focus goes; the title when there is nothing to fill in. */
  first?: HTMLElement;
}

/** Self-contained: its source is sent to the browser. `onLeave` is called when the person closes the dialog. */
export function linkFrame(parts: LinkParts, style: string, onLeave: () => void) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const before = document.activeElement;
  const close = parts.make("button", { class: "link-close", type: "button", "aria-label": "Close" }, "×");
  const bar = parts.make(
    "div",
    { class: "link-bar" },
    parts.make("span", { class: "link-mark" }, "Bank connection · sandbox"),
    close,
  );
  const body = parts.make("div");
  const screen = parts.make("div", { class: "link-screen" }, bar, body);
  const dialog = parts.make("dialog", { class: "plaid-link-stand-in", role: "dialog", "aria-modal": "true" }, screen);

  close.addEventListener("click", onLeave);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onLeave();
  });
  dialog.addEventListener("keydown", (event) => {
    // The page must not act on keys that are meant for the dialog.
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
    if (event.key === "Tab") keepFocus(event);
  });

  function keepFocus(event: KeyboardEvent) {
    const stops = [...dialog.querySelectorAll<HTMLElement>("button, input, select")].filter(
      (stop) => !stop.hasAttribute("disabled"),
    );
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const other = event.shiftKey ? stops[stops.length - 1] : stops[0];
    const isOutside = !stops.some((stop) => stop === document.activeElement) && event.shiftKey;
    if (document.activeElement !== edge && !isOutside) return;
    event.preventDefault();
    other?.focus();
  }

  return {
    open() {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      document.body.append(dialog);
      dialog.showModal();
    },
    show(next: LinkScreen) {
      next.title.id = "plaid-link-title";
      dialog.setAttribute("aria-labelledby", next.title.id);
      body.replaceChildren(next.title, parts.make("p", {}, next.words), next.form);
      dialog.scrollTop = 0;
      (next.first ?? next.title).focus();
    },
    close() {
      dialog.close();
      dialog.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      // Back to the button that opened the dialog.
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

// The elements of the Link dialog, created one by one. No markup is written, so Trusted Types blocks nothing.

export interface LinkAccount {
  id: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string;
}

export interface LinkInstitution {
  institution_id: string;
  name: string;
}

type LinkParts = ReturnType<typeof linkParts>;

/** Self-contained: its source is sent to the browser. */
export function linkParts() {
  function make<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    settings: Record<string, string> = {},
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** The label is a sibling of its control, so that only its text becomes the control's name. */
  function field(label: string, control: HTMLInputElement | HTMLSelectElement): HTMLElement {
    control.id = `plaid-link-${control.name}`;
    return make("div", { class: "link-field" }, make("label", { for: control.id }, label), control);
  }

  function goButton(): HTMLButtonElement {
    return make("button", { class: "link-go", type: "submit" }, "Continue");
  }

  function logInForm(institutions: LinkInstitution[], clientName: string, repairs: boolean) {
    const institution = make(
      "select",
      { name: "institution" },
      ...institutions.map((one) => make("option", { value: one.institution_id }, one.name)),
    );
    const username = make("input", {
      name: "username",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      required: "",
    });
    const password = make("input", { name: "password", type: "password", autocomplete: "off", required: "" });
    const alert = make("div", { role: "alert" });
    const go = goButton();
    const title = make("h2", { tabindex: "-1" }, repairs ? "Log in to your bank again" : "Connect your bank");
    const words = repairs
      ? `Your bank asks you to log in once more, so that ${clientName} can keep reading your accounts.`
      : `${clientName} will see the accounts that you choose. Your password is not shared with ${clientName}.`;
    const note = make(
      "p",
      { class: "link-note" },
      "This is a practice bank: no real bank is contacted. Try ",
      make("code", {}, "user_good"),
      " with ",
      make("code", {}, "pass_good"),
      ".",
    );
    const form = make(
      "form",
      { novalidate: "" },
      field("Institution", institution),
      field("Username", username),
      field("Password", password),
      alert,
      go,
      note,
    );
    return { title, words, form, alert, go, institution, username, password, first: institution };
  }

  function accountsForm(accounts: LinkAccount[], institutionName: string, clientName: string) {
    const boxes = accounts.map((account) =>
      make("input", { type: "checkbox", name: "account", value: account.id, checked: "" }),
    );
    const rows = accounts.map((account, index) => {
      const words = make(
        "span",
        {},
        make("strong", {}, account.name),
        make("small", {}, account.mask === null ? account.subtype : `${account.subtype}, ends in ${account.mask}`),
      );
      return make("label", { class: "link-account" }, boxes[index] ?? "", words);
    });
    const alert = make("div", { role: "alert" });
    const go = goButton();
    const title = make("h2", { tabindex: "-1" }, "Choose your accounts");
    const words = `These are your accounts at ${institutionName}. ${clientName} will see only those that you leave on.`;
    const form = make(
      "form",
      { novalidate: "" },
      make("fieldset", {}, make("legend", {}, "Accounts"), ...rows),
      alert,
      go,
    );
    return { title, words, form, alert, go, chosen: () => boxes.filter((box) => box.checked).map((box) => box.value) };
  }

  return { make, logInForm, accountsForm };
}
