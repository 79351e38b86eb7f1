// The frame's side of the messages with the page. It accepts and answers only the page that opened the frame.

export interface PageMessage {
  stripe: true;
  /** Set when an answer is awaited. */
  call?: number;
  kind: string;
  [part: string]: unknown;
}

/** Self-contained: its source is sent to the browser. */
export function frameDoor(hear: (message: PageMessage) => unknown) {
  const origin = new URLSearchParams(location.search).get("origin") ?? "";
  const tell = (message: Record<string, unknown>) => {
    if (origin !== "") parent.postMessage({ stripe: true, ...message }, origin);
  };
  window.addEventListener("message", (event: MessageEvent<PageMessage>) => {
    if (event.source !== parent || event.origin !== origin || event.data?.stripe !== true) return;
    const { call } = event.data;
    void Promise.resolve(hear(event.data)).then((answer) => {
      if (call !== undefined) tell({ kind: "answer", call, answer });
    });
  });
  return tell;
}
