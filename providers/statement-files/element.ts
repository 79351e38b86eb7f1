/** An element of an OFX or CAMT file. */
export interface Element {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** No statement nests deeper; a hostile file may. */
export const MAX_DEPTH = 40;

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first element along a path of names. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => childrenOf(found, name)[0], element);
}

/** The text at a path; `null` when it is absent or blank. */
export function textAt(element: Element | undefined, ...path: readonly string[]): string | null {
  return at(element, ...path)?.text.trim() || null;
}

/** Every element with this name, however deep. */
export function findAll(element: Element, name: string): Element[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => findAll(child, name))];
}
