/** Whether the browser's own search in the page opens by this key. */
export function opensFind({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !altKey && (key === "F3" || ((ctrlKey || metaKey) && /^[fg]$/i.test(key)));
}
