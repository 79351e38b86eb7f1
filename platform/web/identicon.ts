export interface Identicon {
  /** Degrees. */
  readonly hue: number;
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

const SIZE = 5;
const HALF = 3; // columns that are drawn by chance; the other two mirror them

export function identicon(id: string): Identicon {
  const hash = fnv1a(id);
  const cells = Array.from({ length: SIZE * HALF }, (_, bit) => ({ x: bit % HALF, y: Math.floor(bit / HALF), bit }))
    .filter(({ bit }) => (hash >>> bit) & 1)
    .flatMap(({ x, y }) =>
      x === SIZE - 1 - x
        ? [{ x, y }]
        : [
            { x, y },
            { x: SIZE - 1 - x, y },
          ],
    );
  return { hue: (hash >>> 16) % 360, cells };
}

/** FNV-1a, 32 bits: not for secrets, only for spreading. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
