declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** @param method `password`, or the social provider's name */
export function trackLogIn(method: string): void {
  gtag("event", "login", { method });
}

export function trackSignUp(): void {
  gtag("event", "sign_up", {});
}

/** @param path without query and hash: they may hold a token or an address */
export function trackPageView(path: string): void {
  gtag("event", "page_view", { page_path: path });
}

/** @param price of the plan, in cents */
export function trackSubscribe(price: number): void {
  gtag("event", "subscribe", { value: price / 100, currency: "USD" });
}

function gtag(_command: "event", _name: string, _facts: Readonly<Record<string, string | number>>): void {
  window.dataLayer ??= [];
  // eslint-disable-next-line prefer-rest-params -- Google's script takes commands as `arguments` and overlooks arrays
  window.dataLayer.push(arguments);
}
