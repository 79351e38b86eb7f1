// What the check of replies found in this test file. Apart from the check, so that tests without a product stay light.
const mismatches: string[] = [];
let checked = 0;

export function countReply(): void {
  checked++;
}

export function reportMismatch(mismatch: string): void {
  mismatches.push(mismatch);
}

/** Those since the last time. */
export function takeMismatches(): string[] {
  return mismatches.splice(0);
}

export function repliesChecked(): number {
  return checked;
}
