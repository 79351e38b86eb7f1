// Whether the side nav is open: beside the content from 992 px on, a drawer over it below.
import { useEffect, useState } from "react";

const DESKTOP = "(min-width: 992px)";

export function useSideNav() {
  const [isOpen, setOpen] = useState(() => window.matchMedia(DESKTOP).matches);

  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    const follow = () => setOpen(desktop.matches);
    desktop.addEventListener("change", follow);
    return () => desktop.removeEventListener("change", follow);
  }, []);

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    /** After a click on the content, or on a link: a drawer has done its work. */
    closeIfNarrow: () => {
      if (!window.matchMedia(DESKTOP).matches) setOpen(false);
    },
  };
}
