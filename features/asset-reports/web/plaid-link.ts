import { currentConfig } from "#platform/web/config.ts";
import { loadScript } from "#platform/web/scripts/load-script.ts";

interface LinkMetadata {
  readonly institution?: unknown;
  readonly accounts?: unknown;
}

interface LinkHandler {
  open(): void;
  destroy(): void;
}

interface PlaidGlobal {
  create(config: {
    readonly token: string;
    readonly onSuccess: (publicToken: string, metadata: LinkMetadata) => void;
    readonly onExit: (error: { readonly error_code?: string } | null) => void;
  }): LinkHandler;
}

/** What a user shared: a token to exchange, and hints about the connection. */
export interface SharedBank extends LinkMetadata {
  readonly publicToken: string;
}

/** The user left the dialog after the bank refused; `providerCode` is the bank-data provider's own code. */
export class LinkFailure extends Error {
  readonly providerCode: string;

  constructor(providerCode: string) {
    super(`LINK_FAILED ${providerCode}`);
    this.name = "LinkFailure";
    this.providerCode = providerCode;
  }
}

/** Rejects with SCRIPT_BLOCKED. */
export async function loadPlaidLink(): Promise<void> {
  const url = currentConfig().scripts.plaidLink;
  await loadScript(url);
  if (plaid() === undefined) throw new Error(`SCRIPT_BLOCKED ${url}`);
}

/** Opens the dialog; `null` if the user left it without a connection. Rejects with LinkFailure if the bank refused. */
export function openPlaidLink(token: string): Promise<SharedBank | null> {
  return new Promise((resolve, reject) => {
    const handler = plaid()?.create({
      token,
      onSuccess(publicToken, { institution, accounts }) {
        handler?.destroy();
        resolve({ publicToken, institution, accounts });
      },
      onExit(error) {
        handler?.destroy();
        if (error?.error_code) reject(new LinkFailure(error.error_code));
        else resolve(null);
      },
    });
    handler?.open();
  });
}

function plaid(): PlaidGlobal | undefined {
  return (window as { Plaid?: PlaidGlobal }).Plaid; // what the provider's script leaves behind
}
