// The documents that Stripe.js opens in frames. Each loads one script and one style sheet from the sandbox.
import { html } from "../../shared/html.ts";
import type { Html } from "../../shared/html.ts";

export function framePage(title: string, script: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/v3/frame.css" />
        <script src="/v3/${script}" defer></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

export const CARD_FORM = html`<div class="fields">
  <span id="brand" aria-hidden="true">Card</span>
  <input
    name="cardnumber"
    aria-label="Credit or debit card number"
    placeholder="Card number"
    autocomplete="cc-number"
    inputmode="numeric"
    aria-required="true"
  />
  <input
    name="exp-date"
    aria-label="Credit or debit card expiration date"
    placeholder="MM / YY"
    autocomplete="cc-exp"
    inputmode="numeric"
    aria-required="true"
  />
  <input
    name="cvc"
    aria-label="Credit or debit card CVC/CVV"
    placeholder="CVC"
    autocomplete="cc-csc"
    inputmode="numeric"
    aria-required="true"
  />
  <input
    name="postal"
    aria-label="ZIP"
    placeholder="ZIP"
    autocomplete="billing postal-code"
    inputmode="numeric"
    aria-required="true"
  />
</div>`;

export const BANK_PAGE = html`<main>
  <h1>3D Secure 2 Test Page</h1>
  <p>This is a sandbox. Your bank would ask here whether it is you who pays.</p>
  <p class="acts">
    <button value="complete" class="main">Complete</button>
    <button value="fail">Fail</button>
  </p>
</main>`;

export const FRAME_STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: transparent; font: 16px/1.5 system-ui, sans-serif; color: #211f1b; }
.fields { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; }
#brand { flex: none; width: 4.5em; font-size: 12px; text-transform: capitalize; color: inherit; }
#brand[hidden], input[hidden] { display: none; }
input {
  flex: 1 1 4.2em; min-width: 4.2em; max-width: 7em; padding: 0; margin: 0; border: 0; outline: 0;
  background: transparent; font: inherit; line-height: 24px; color: inherit;
}
input[name="cardnumber"] { flex: 4 1 12em; min-width: 11.5em; max-width: none; }
input::placeholder { color: #6d675c; opacity: 1; }
input[aria-invalid="true"] { color: #a3271d; }
input:disabled { cursor: not-allowed; opacity: 0.6; }
main { padding: 24px; background: #fff; min-height: 100vh; box-sizing: border-box; }
h1 { font-size: 20px; margin: 0 0 8px; }
.acts { display: flex; gap: 8px; }
button { font: inherit; padding: 8px 16px; min-height: 40px; border: 1px solid #5d574c; border-radius: 6px; background: #fff; color: #211f1b; }
button.main { background: #1b5e43; border-color: #1b5e43; color: #fff; }
:focus-visible { outline: 2px solid #1b5e43; outline-offset: 2px; }
input:focus-visible { outline: 0; }
`;

/** Put over the page by the script. */
export const DIALOG_STYLE = `
dialog.stripe-stand-in-bank { width: min(420px, calc(100vw - 32px)); height: 260px; padding: 0; border: 0; border-radius: 10px; overflow: hidden; }
dialog.stripe-stand-in-bank::backdrop { background: rgb(0 0 0 / 0.5); }
dialog.stripe-stand-in-bank iframe { width: 100%; height: 100%; border: 0; color-scheme: light; }
`;
