// `Plaid.create` as in Plaid's own script: opens the dialog, calls the sandbox, then calls the page back.
import type { LinkAccount, linkFrame, LinkInstitution, linkParts } from "./link-dialog.ts";

interface Shared {
  public_token: string;
  metadata: { institution: LinkInstitution; accounts: LinkAccount[]; link_session_id: string };
}

interface LinkConfig {
  token: string;
  onSuccess: (publicToken: string, metadata: Shared["metadata"]) => void;
  onExit?: (error: LinkError | null, metadata: object) => void;
  onEvent?: (name: string, metadata: object) => void;
  onLoad?: () => void;
}

interface Started {
  link_session_id: string;
  client_name: string;
  repairs: boolean;
  institutions: LinkInstitution[];
}

/** Self-contained: its source is sent to the browser. */
export function linkMain(
  makeCalls: typeof linkCalls,
  makeParts: typeof linkParts,
  makeFrame: typeof linkFrame,
  style: string,
): void {
  // The page knows where the script came from only while the script runs.
  const script = document.currentScript;
  const { ask, errorOf, wordsOf } = makeCalls(script instanceof HTMLScriptElement ? script.src : location.href);

  function create(config: LinkConfig) {
    const parts = makeParts();
    let frame: ReturnType<typeof linkFrame> | null = null;
    let session: Started | null = null;
    let lastError: LinkError | null = null;
    let institution: LinkInstitution | null = null;
    let status = "requires_credentials";

    const event = (name: string, more: object = {}) => {
      const { link_session_id } = session ?? { link_session_id: null };
      config.onEvent?.(name, {
        link_session_id,
        timestamp: new Date().toISOString(),
        institution_id: institution?.institution_id ?? null,
        institution_name: institution?.name ?? null,
        ...more,
      });
    };

    function closeFrame() {
      frame?.close();
      frame = null;
    }

    function leave() {
      if (frame === null) return;
      closeFrame();
      const error_code = lastError?.error_code ?? "";
      if (session !== null) {
        ask("exit", { link_session_id: session.link_session_id, status, error_code }).catch(() => undefined);
      }
      event("EXIT", { error_code: lastError?.error_code ?? null, exit_status: status });
      config.onExit?.(lastError, {
        institution,
        status,
        link_session_id: session?.link_session_id ?? "",
        request_id: "",
      });
    }

    function succeed({ public_token, metadata }: Shared) {
      if (frame === null) return;
      closeFrame();
      event("HANDOFF");
      config.onSuccess(public_token, metadata);
    }

    /** Runs one step of a form at a time, and shows an error where the person can correct it. */
    async function step(form: { alert: HTMLElement; go: HTMLButtonElement }, work: () => Promise<void>) {
      if (form.go.getAttribute("aria-disabled") === "true") return;
      form.go.setAttribute("aria-disabled", "true");
      form.alert.textContent = "";
      try {
        await work();
        lastError = null;
      } catch (error) {
        lastError = errorOf(error);
        form.alert.textContent = wordsOf(lastError);
        event("ERROR", {
          error_type: lastError.error_type,
          error_code: lastError.error_code,
          error_message: lastError.error_message,
        });
      }
      form.go.removeAttribute("aria-disabled");
    }

    function showLogIn(started: Started) {
      const form = parts.logInForm(started.institutions, started.client_name, started.repairs);
      form.form.addEventListener("submit", (submitted) => {
        submitted.preventDefault();
        institution = started.institutions.find((one) => one.institution_id === form.institution.value) ?? null;
        void step(form, async () => {
          event("SUBMIT_CREDENTIALS");
          const reply = await ask<{ accounts?: LinkAccount[]; repaired?: Shared }>("login", {
            link_session_id: started.link_session_id,
            institution_id: form.institution.value,
            username: form.username.value,
            password: form.password.value,
          });
          if (reply.repaired !== undefined) succeed(reply.repaired);
          else showAccounts(started, reply.accounts ?? []);
        });
      });
      form.institution.addEventListener("change", () => {
        institution = started.institutions.find((one) => one.institution_id === form.institution.value) ?? null;
        event("SELECT_INSTITUTION");
      });
      frame?.show(form);
      event("TRANSITION_VIEW", { view_name: "CREDENTIAL" });
    }

    function showAccounts(started: Started, accounts: LinkAccount[]) {
      status = "requires_account_selection";
      const form = parts.accountsForm(accounts, institution?.name ?? "your bank", started.client_name);
      form.form.addEventListener("submit", (submitted) => {
        submitted.preventDefault();
        void step(form, async () => {
          succeed(await ask<Shared>("share", { link_session_id: started.link_session_id, account_ids: form.chosen() }));
        });
      });
      frame?.show(form);
      event("TRANSITION_VIEW", { view_name: "SELECT_ACCOUNT" });
    }

    function begin() {
      const title = parts.make("h2", { tabindex: "-1" }, "Connect your bank");
      const alert = parts.make("div", { role: "alert" });
      const again = parts.make("button", { class: "link-go", type: "button" }, "Try again");
      frame?.show({ title, words: "One moment…", form: parts.make("div", {}, alert) });
      ask<Started>("start", { link_token: config.token }).then(
        (started) => {
          session = started;
          event("OPEN");
          showLogIn(started);
        },
        (error: unknown) => {
          lastError = errorOf(error);
          again.addEventListener("click", begin);
          frame?.show({
            title,
            words: "The connection could not be opened.",
            form: parts.make("div", {}, alert, again),
          });
          alert.textContent = wordsOf(lastError);
          event("ERROR", { error_code: lastError.error_code });
        },
      );
    }

    // Plaid calls back once its handler can be opened, and never before `create` has returned.
    queueMicrotask(() => config.onLoad?.());
    return {
      open() {
        if (frame !== null) return;
        session = null;
        lastError = null;
        institution = null;
        status = "requires_credentials";
        frame = makeFrame(parts, style, leave);
        frame.open();
        begin();
      },
      exit: leave,
      destroy: closeFrame,
    };
  }

  Object.assign(window, { Plaid: { create, version: "2.0.0-stand-in" } });
}

// How the Link dialog calls the sandbox, and what it shows for an error.

interface LinkError {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
}

/** Self-contained because its source is sent to the browser. `scriptAddress` shows where the sandbox runs. */
export function linkCalls(scriptAddress: string) {
  const base = new URL("/plaid/link/session/", scriptAddress);
  const unreachable: LinkError = {
    error_type: "API_ERROR",
    error_code: "INTERNAL_SERVER_ERROR",
    error_message: "the bank connection service cannot be reached",
    display_message: "The bank connection cannot be reached right now. Please try again in a moment.",
  };

  class LinkFault extends Error {
    readonly link: LinkError;
    constructor(link: LinkError) {
      super(link.error_code);
      this.link = link;
    }
  }

  /** Posts one step. Rejects with a LinkFault on an error reply, and with another error when there is no reply. */
  async function ask<Reply>(step: string, body: object): Promise<Reply> {
    const response = await fetch(new URL(step, base), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const reply: unknown = await response.json();
    if (!response.ok) throw new LinkFault(reply as LinkError);
    return reply as Reply;
  }

  return {
    ask,
    errorOf: (error: unknown): LinkError => (error instanceof LinkFault ? error.link : unreachable),
    wordsOf: ({ display_message, error_message, error_code }: LinkError) =>
      `${display_message ?? error_message} (${error_code})`,
  };
}
