// Shown when the site cannot load its configuration. Uses no other modules, since they may not load either.
import styles from "./cannot-start.module.css";

export function showCannotStart(container: HTMLElement): void {
  const page = document.createElement("main");
  page.className = styles["page"] ?? "";
  const again = element("a", "Try again");
  again.href = "/";
  page.append(
    element("h1", "The site cannot start"),
    element("p", "Its server did not give a usable configuration. Nothing you saved is lost."),
    element("p", "Reload the page in a minute. If the problem continues, contact the administrator of this site."),
    again,
  );
  container.replaceChildren(page);
}

function element<Tag extends "h1" | "p" | "a">(tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
