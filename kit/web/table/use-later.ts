// Owns waiting until somebody has stopped typing.
import { useEffect, useState } from "react";

/** The value as it was when it last stayed the same for so long. */
export function useLater<T>(value: T, milliseconds: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
