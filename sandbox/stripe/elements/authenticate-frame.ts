// The bank's page inside the dialog: two buttons, each an answer of the bank.
import type { frameCalls } from "./frame-calls.ts";
import type { frameDoor } from "./frame-door.ts";

/** Self-contained: its source is sent to the browser. */
export function authenticateFrame(makeAsk: typeof frameCalls, makeDoor: typeof frameDoor): void {
  const ask = makeAsk();
  const buttons = [...document.querySelectorAll("button")];
  const answer = async (outcome: string) => {
    for (const button of buttons) button.disabled = true;
    await ask("POST", location.pathname, {
      client_secret: new URLSearchParams(location.search).get("secret"),
      outcome,
    });
    tell({ kind: "done" });
  };
  const tell = makeDoor(({ kind }) => (kind === "leave" ? answer("fail") : null));
  for (const button of buttons) button.addEventListener("click", () => void answer(button.value));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") void answer("fail");
  });
  tell({ kind: "loaded" });
  buttons[0]?.focus();
}
