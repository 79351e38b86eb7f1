import { useState } from "react";
import styles from "./ProfilePicture.module.css";
import { identicon } from "../identicon.ts";

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
