import { useState } from "react";
import styles from "./ProfilePicture.module.css";

interface ProfilePictureProps {
  readonly userId: string;
  readonly url: string | null;
  readonly size: 20 | 32 | 96;
}

/** Decoration beside a name: it has no name of its own. */
export function ProfilePicture({ userId, url, size }: ProfilePictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shared = { width: size, height: size, className: styles.picture, "data-testid": "profile-picture" };
  if (url !== null && url !== brokenUrl)
    return (
      <img
        {...shared}
        src={url}
        alt=""
        data-kind="image"
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(url)}
      />
    );
  const { hue, cells } = identicon(userId);
  return (
    <svg {...shared} viewBox="-1 -1 7 7" data-kind="identicon" aria-hidden="true" shapeRendering="crispEdges">
      <rect x={-1} y={-1} width={7} height={7} fill={`oklch(0.93 0.03 ${hue})`} />
      {cells.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={1} height={1} fill={`oklch(0.5 0.1 ${hue})`} />
      ))}
    </svg>
  );
}

interface Identicon {
  /** Degrees. */
  readonly hue: number;
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

const SIZE = 5;
const HALF = 3; // columns that are drawn by chance; the other two mirror them

function identicon(id: string): Identicon {
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
