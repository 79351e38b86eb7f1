/** Whether the page was served with its content, and not with the shell of a page that depends on its user. */
export function isWholePage(container: HTMLElement): boolean {
  return container.hasChildNodes() && container.dataset["shell"] === undefined;
}
