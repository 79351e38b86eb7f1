export interface Checks {
  accepted(): void;
  refused(call: string, reason: string): void;
  replied(call: string, wrong: string | null): void;
}
export const counts = { accepted: 0, refused: [] as string[], replied: 0, invalid: [] as string[] };
export function openChecks(): Checks {
  return {
    accepted: () => void counts.accepted++,
    refused: (call, reason) => void counts.refused.push(`${call}: ${reason}`),
    replied(call, wrong) {
      counts.replied++;
      if (wrong !== null) {
        counts.invalid.push(`${call}: ${wrong}`);
        console.log("INVALID", call, wrong);
      }
    },
  };
}
