// How the Link dialog calls the sandbox, and what it shows for an error.

export interface LinkError {
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
