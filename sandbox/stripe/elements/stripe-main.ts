// `Stripe(key)` as Stripe's own script has it: elements, and the calls that a page makes with its publishable key.
import type { CardElement, cardElements, PageFrame, pageFrames, threeDSecure } from "./elements.ts";
import type { ApiReply } from "./frames.ts";

interface Method {
  card?: CardElement | { token: string };
  billing_details?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
}

interface ConfirmData {
  payment_method?: string | Method;
  setup_future_usage?: string;
  receipt_email?: string;
}

type Result = Record<string, unknown>;

/** Self-contained: its source is sent to the browser. */
export function stripeMain(
  makeFrames: typeof pageFrames,
  makeElements: typeof cardElements,
  makeDialog: typeof threeDSecure,
  style: string,
): void {
  if ("Stripe" in window) return;
  const ELEMENTS_OPTIONS = ["appearance", "clientSecret", "customerSessionClientSecret", "fonts", "loader", "locale"];
  const CARD_OPTIONS = [
    ...["classes", "disableLink", "disabled", "hideIcon", "hidePostalCode", "iconStyle", "preferredNetwork", "style"],
    ...["value"],
  ];
  // The page knows where the script came from only while the script runs.
  const script = document.currentScript;
  const { origin } = new URL(script instanceof HTMLScriptElement ? script.src : location.href);
  const openFrame = makeFrames(origin);
  const createCard = makeElements(openFrame);
  const authenticate = makeDialog(openFrame, style);
  let controller: PageFrame | null = null;

  function refuse(message: string): Error {
    const error = new Error(message);
    error.name = "IntegrationError";
    return error;
  }

  function ask(method: string, path: string, params: Record<string, unknown>): Promise<ApiReply> {
    if (controller === null) {
      controller = openFrame("/v3/controller", "Stripe controller frame", () => undefined);
      controller.element.hidden = true;
      controller.element.setAttribute("aria-hidden", "true");
      controller.element.tabIndex = -1;
      document.body.append(controller.element);
    }
    return controller.ask("api", { method, path, params });
  }

  /** The part of a secret that is the intent's id. */
  function intentOf(secret: unknown, call: string): string {
    const [, id] = /^((?:pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(secret)) ?? [];
    if (id !== undefined) return id;
    throw refuse(
      `Invalid value for stripe.${call} intent secret: value should be a client_secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
    );
  }

  const isCard = (value: unknown): value is CardElement =>
    typeof value === "object" && value !== null && "_ask" in value;

  /** Stripe's script accepts a parameter that it does not know, but says so in the console. */
  function warnOfUnknown(what: string, given: Record<string, unknown>, known: readonly string[]): void {
    for (const name of Object.keys(given).filter((one) => !known.includes(one)))
      // eslint-disable-next-line no-console -- what Stripe's script says to the page's developer
      console.warn(
        `[Stripe.js] Unrecognized ${what} parameter: ${name} is not a recognized parameter. This may cause issues with your integration in the future.`,
      );
  }

  function Stripe(key: unknown, options: Record<string, unknown> = {}) {
    if (typeof key !== "string" || key === "") throw refuse("Missing value for Stripe(): apiKey should be a string.");
    if (/^[sr]k_/.test(key))
      throw refuse("You should not use your secret key with Stripe.js. Please pass a publishable key instead.");
    if (!key.startsWith("pk_"))
      throw refuse("Please call Stripe() with your publishable key. You used a key that is not one.");
    if (key.startsWith("pk_live_") && location.protocol !== "https:")
      throw refuse("Live Stripe.js integrations must use HTTPS.");
    warnOfUnknown("Stripe()", options, ["apiVersion", "betas", "developerTools", "locale", "stripeAccount"]);
    const withKey = (params: Record<string, unknown>) => ({ ...params, key });
    const reported = (reply: ApiReply, name: string): Result =>
      reply.ok ? { [name]: reply.body } : { error: reply.body["error"] };

    async function makeMethod(method: Method): Promise<ApiReply> {
      const { card, ...rest } = method;
      if (isCard(card)) return card._ask("createPaymentMethod", withKey(rest));
      return ask("POST", "/v1/payment_methods", withKey({ ...rest, type: "card", card }));
    }

    /** Confirms, lets the bank ask, and returns the result. */
    async function confirm(
      kind: "payment" | "setup",
      secret: unknown,
      data: ConfirmData,
      handles: boolean,
    ): Promise<Result> {
      const name = kind === "payment" ? "paymentIntent" : "setupIntent";
      const id = intentOf(secret, kind === "payment" ? "confirmCardPayment" : "confirmCardSetup");
      const path = `/v1/${kind}_intents/${id}`;
      const { payment_method: method, ...rest } = data;
      let chosen: unknown = method;
      if (typeof method === "object") {
        const made = await makeMethod(method);
        if (!made.ok) return reported(made, name);
        chosen = made.body["id"];
      }
      const params = withKey({ ...rest, payment_method: chosen, client_secret: secret });
      const reply = await ask("POST", `${path}/confirm`, params);
      if (!reply.ok || reply.body["status"] !== "requires_action" || !handles) return reported(reply, name);
      return finish(kind, id, String(secret));
    }

    async function finish(kind: "payment" | "setup", id: string, secret: string): Promise<Result> {
      await authenticate(id, secret);
      const reply = await ask("GET", `/v1/${kind}_intents/${id}`, withKey({ client_secret: secret }));
      if (!reply.ok) return reported(reply, "");
      const intent = reply.body;
      const error = intent[`last_${kind}_error`];
      if (intent["status"] === "succeeded") return { [`${kind}Intent`]: intent };
      return { error: { ...(error as object | null), [`${kind}_intent`]: intent } };
    }

    const retrieve = async (kind: "payment" | "setup", secret: unknown): Promise<Result> => {
      const id = intentOf(secret, `retrieve${kind === "payment" ? "Payment" : "Setup"}Intent`);
      return reported(
        await ask("GET", `/v1/${kind}_intents/${id}`, withKey({ client_secret: secret })),
        `${kind}Intent`,
      );
    };

    function elements(shared: Record<string, unknown> = {}) {
      warnOfUnknown("elements()", shared, ELEMENTS_OPTIONS);
      let card: CardElement | null = null;
      const typeOf = (type: unknown) =>
        typeof type === "string" ? type : (type as { __elementType?: string } | null)?.__elementType;
      return {
        create(type: string, given: Record<string, unknown> = {}) {
          if (type !== "card") throw refuse(`The sandbox has no Element of type ${type}.`);
          if (card !== null) throw refuse("Can't create more than one Element of type card.");
          warnOfUnknown("create()", given, CARD_OPTIONS);
          card = createCard(given, () => (card = null));
          return card;
        },
        getElement: (type: unknown) => (typeOf(type) === "card" ? card : null),
        update: (changes: Record<string, unknown>) => Object.assign(shared, changes),
        fetchUpdates: () => Promise.resolve({}),
        submit: () => Promise.resolve({}),
      };
    }

    return {
      _apiKey: key,
      _options: options,
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
      elements,
      async createToken(card: unknown, data: Record<string, unknown> = {}) {
        if (!isCard(card)) throw refuse("You must provide a Stripe Element to createToken.");
        return reported(await card._ask("createToken", withKey(data)), "token");
      },
      async createPaymentMethod(given: Method & { element?: unknown; params?: Method }) {
        return reported(await makeMethod(given), "paymentMethod");
      },
      confirmCardPayment: (secret: unknown, data: ConfirmData = {}, { handleActions = true } = {}) =>
        confirm("payment", secret, data, handleActions),
      confirmCardSetup: (secret: unknown, data: ConfirmData = {}, { handleActions = true } = {}) =>
        confirm("setup", secret, data, handleActions),
      handleCardAction: (secret: unknown) => finish("payment", intentOf(secret, "handleCardAction"), String(secret)),
      retrievePaymentIntent: (secret: unknown) => retrieve("payment", secret),
      retrieveSetupIntent: (secret: unknown) => retrieve("setup", secret),
    };
  }

  Object.assign(window, { Stripe: Object.assign(Stripe, { version: "endive" }) });
}
