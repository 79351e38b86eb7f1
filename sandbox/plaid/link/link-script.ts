// Serves Link as Plaid does: one classic script at the address that its customers load it from.
import type { FastifyInstance } from "fastify";
import { browserScript } from "../../shared/browser-script.ts";
import { linkCalls, linkMain } from "./link-main.ts";
import { linkFrame, linkParts } from "./link-dialog.ts";

// The look of the Link dialog. It is adopted as a style sheet, which no Content-Security-Policy forbids.
// `all: revert` keeps the styles of the page that opens the dialog out of it.
const LINK_STYLE = `
.plaid-link-stand-in, .plaid-link-stand-in * { all: revert; }
.plaid-link-stand-in, .plaid-link-stand-in * { box-sizing: border-box; }
.plaid-link-stand-in {
  color-scheme: light; border: 0; padding: 0; margin: auto; width: min(400px, 100vw); max-width: none;
  max-height: min(680px, 100dvh); overflow: auto; border-radius: 14px; background: #fff; color: #1d1c1a;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; letter-spacing: normal; text-align: start;
  box-shadow: 0 24px 64px rgb(20 18 14 / 0.28);
}
.plaid-link-stand-in::backdrop { background: rgb(29 28 26 / 0.55); }
.plaid-link-stand-in .link-screen { padding: 20px 24px 24px; }
.plaid-link-stand-in .link-bar { display: flex; align-items: center; justify-content: space-between; margin: 0 0 12px; }
.plaid-link-stand-in .link-mark { font-size: 13px; font-weight: 600; color: #57534a; }
.plaid-link-stand-in .link-close {
  font: inherit; font-size: 22px; line-height: 1; width: 40px; height: 40px; margin: 0 -10px 0 0; padding: 0;
  border: 0; border-radius: 8px; background: none; color: #57534a; cursor: pointer;
}
.plaid-link-stand-in .link-close:hover { background: #f3f1ec; }
.plaid-link-stand-in h2 { margin: 0 0 6px; font-size: 22px; line-height: 1.25; font-weight: 650; outline: none; }
.plaid-link-stand-in p { margin: 0 0 16px; color: #57534a; font-size: 15px; }
.plaid-link-stand-in .link-field { margin: 0 0 14px; }
.plaid-link-stand-in .link-field label { font-size: 14px; font-weight: 600; }
.plaid-link-stand-in .link-field input, .plaid-link-stand-in .link-field select {
  display: block; width: 100%; height: 46px; margin: 5px 0 0; padding: 0 12px; font: inherit; font-size: 16px;
  font-weight: 400; color: inherit; background: #fff; border: 1px solid #8d877a; border-radius: 8px;
}
.plaid-link-stand-in fieldset { margin: 0 0 16px; padding: 0; border: 1px solid #dcd7cb; border-radius: 10px; min-width: 0; }
.plaid-link-stand-in legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.plaid-link-stand-in label.link-account { display: flex; gap: 12px; align-items: center; min-height: 60px; padding: 8px 14px; cursor: pointer; }
.plaid-link-stand-in label.link-account + label.link-account { border-top: 1px solid #e7e3d9; }
.plaid-link-stand-in .link-account input { width: 20px; height: 20px; margin: 0; accent-color: #1b5e43; flex: none; }
.plaid-link-stand-in .link-account strong { display: block; font-size: 15px; font-weight: 600; }
.plaid-link-stand-in .link-account small { color: #57534a; font-size: 13px; }
.plaid-link-stand-in .link-go {
  width: 100%; height: 48px; margin: 4px 0 0; font: inherit; font-weight: 600; color: #fff; background: #1b5e43;
  border: 0; border-radius: 8px; cursor: pointer;
}
.plaid-link-stand-in .link-go:hover { background: #154a35; }
.plaid-link-stand-in .link-go[aria-disabled="true"] { background: #6f857b; cursor: progress; }
.plaid-link-stand-in [role="alert"] { margin: 0; color: #8f1f17; font-size: 14px; }
.plaid-link-stand-in [role="alert"]:not(:empty) {
  margin: 0 0 14px; padding: 10px 12px; border: 1px solid #e7b9b4; border-radius: 8px; background: #fdf3f2;
}
.plaid-link-stand-in .link-note { margin: 16px 0 0; font-size: 13px; }
.plaid-link-stand-in .link-note code { font: 12px ui-monospace, monospace; }
.plaid-link-stand-in :focus-visible { outline: 2px solid #1b5e43; outline-offset: 2px; }
.plaid-link-stand-in h2:focus-visible { outline: none; }
@media (max-width: 480px) {
  .plaid-link-stand-in { width: 100vw; height: 100dvh; max-height: none; border-radius: 0; box-shadow: none; }
}
`;

const SCRIPT = browserScript(linkMain, linkCalls, linkParts, linkFrame, LINK_STYLE);

export function serveLinkScript(app: FastifyInstance): void {
  app.get("/link/v2/stable/link-initialize.js", (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .headers({
        "cache-control": "no-cache",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(SCRIPT),
  );
}
