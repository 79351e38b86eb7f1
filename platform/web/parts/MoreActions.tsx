import { Link } from "@tanstack/react-router";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useRef } from "react";
import { IconButton } from "./Button.tsx";
import styles from "./MoreActions.module.css";

interface MoreAction {
  readonly label: string;
  /** What it does; absent for a link. */
  readonly onPress?: () => void;
  /** Where it leads. */
  readonly to?: string;
}

interface MoreActionsProps {
  /** The accessible name of the button that opens them. */
  readonly label: string;
  readonly actions: readonly MoreAction[];
  /** Of the buttons beside it: `large` is as high as a medium button. */
  readonly size?: "medium" | "large";
}

/** Actions below a button, in the browser's own popover: it closes by Escape or a click elsewhere, and gives the focus back. */
export function MoreActions({ label, actions, size = "medium" }: MoreActionsProps) {
  const id = useId();
  const panel = useRef<HTMLUListElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <IconButton label={label} icon={ChevronDown} size={size} isOutlined popoverTarget={id} />
      <ul ref={panel} id={id} role="list" popover="auto" className={styles.panel}>
        {actions.map(({ label, to, onPress }) => (
          <li key={label}>
            {to === undefined ? (
              <button
                type="button"
                onClick={() => {
                  close();
                  onPress?.();
                }}
              >
                {label}
              </button>
            ) : (
              <Link to={to} onClick={close}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
