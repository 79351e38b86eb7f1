import { useEffect, useEffectEvent, type ReactNode } from "react";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "#features/borrowers/web/test-borrower.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { type Answer, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AssetReportPage, type ConnectStepProps } from "./AssetReportPage.tsx";
import { aRetrieved } from "./test-report.ts";
import { vi } from "vitest";
import { loadConfig } from "#platform/web/config.ts";

// The pattern itself is the address here: the borrower's id is the text "$id".
const AT = "/borrower/asset-report/$id";
export const BORROWER = "GET /account/borrower/$id";
export const PROGRESS = "GET /account/asset-report-progress/$id";
export const RETRIEVE = "GET /account/retrieve-asset-report/$id";
export const DOWNLOAD = "GET /account/download-asset-report/$id";
export const TOKEN = "POST /plaid/create-link-token";
export const EXCHANGE = "POST /plaid/exchange-public-token";
export const GENERATE = "POST /plaid/generate-asset-report";
export const INVESTOR_COPIES = "GET /account/investor-copies/$id";
export const PRICE = "GET /account/report-price/$id";
export const FULL_PRICE = { type: "asset_report", amount: 2500, freeUntil: null, isOverCap: false, leftOfCap: null };

export const fresh = aBorrower({ id: "$id" });
export const connected = aBorrower({ id: "$id", status: "bank-connected", items: [aBank()] });
export const ready = withReport({ id: "$id" });

/** The step before the bank dialog where the borrower has given consent: nothing is asked. */
export function ConnectStep({ borrower, onConnect }: ConnectStepProps) {
  const connect = useEffectEvent(() => onConnect(borrower.email));
  useEffect(() => connect(), []);
  return null;
}

/** The step where something is asked. */
export function AskingStep({ onConnect, onClose }: ConnectStepProps) {
  return (
    <div role="dialog" aria-label="Before the bank">
      <button type="button" onClick={() => onConnect("ann@example.net")}>
        Go on for Ann
      </button>
      <button type="button" onClick={onClose}>
        Leave
      </button>
    </div>
  );
}

interface Scene {
  readonly borrower: Borrower;
  readonly report?: AssetReport | null;
  readonly accounts?: ReportAccount[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly connectStep?: (props: ConnectStepProps) => ReactNode;
}

/** The page of one borrower once it is usable, by default without a report under way. */
export async function show({ borrower, report = null, accounts, answers, connectStep }: Scene) {
  const server = answerHttp({
    [BORROWER]: borrower,
    [PROGRESS]: { report },
    [RETRIEVE]: aRetrieved(accounts),
    [PRICE]: FULL_PRICE,
    [INVESTOR_COPIES]: [],
    ...answers,
  });
  await renderAt(AT, <AssetReportPage connectStep={connectStep ?? ((props) => <ConnectStep {...props} />)} />);
  await screen.findByRole("button", { name: "Generate report" });
  return server;
}

export const button = (name: string) => screen.getByRole("button", { name });
export const press = (name: string) => userEvent.click(button(name));

const CONFIG = { environment: "local", scripts: { plaidLink: "http://link.test/dialog.js" } };
type Callbacks = Record<"onSuccess" | "onExit", (...facts: unknown[]) => void> & { token: string };
export const opened = { create: vi.fn<(callbacks: Callbacks) => object>() };

/** Acts as the provider's script: sets its global on the window and reports that it has loaded. */
export async function withDialog(): Promise<void> {
  await loadConfig(() => Promise.resolve(Response.json(CONFIG)));
  opened.create.mockReset().mockImplementation(() => ({ open: vi.fn(), destroy: vi.fn() }));
  Object.assign(window, { Plaid: opened });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).dispatchEvent(new Event("load"));
  });
}
