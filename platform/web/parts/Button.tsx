import { Link } from "@tanstack/react-router";
import { useId, type MouseEvent, type ReactNode, type Ref, type ComponentProps } from "react";
import type { LucideIcon } from "lucide-react";
import styles from "./Button.module.css";

type Variant = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  readonly variant?: Variant;
  readonly size?: "small" | "medium" | "large";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

interface ButtonProps extends Look {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly type?: "button" | "submit";
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Why it may not be pressed now; stays reachable and is read out. */
  readonly disabledReason?: string | undefined;
  /** The reason is always seen beside the button, and not only on it; for a button that a page is about. */
  readonly showsReason?: boolean;
  /** Disables the button natively, where that is required. Elsewhere use `disabledReason`, which stays focusable. */
  readonly isDisabled?: boolean;
  /** Work that this button started is going on; a second press does nothing. */
  readonly isBusy?: boolean;
  /** A press leaves the focus where it is: in a form, a field that is left may show an error and move the button away. */
  readonly leavesFocus?: boolean;
  /** The accessible name, if the text alone is not clear. */
  readonly label?: string;
}

export function Button({
  ref,
  type = "button",
  onClick,
  disabledReason,
  showsReason = false,
  isBusy = false,
  isDisabled = false,
  leavesFocus = false,
  label,
  ...look
}: ButtonProps) {
  const reasonId = useId();
  const isOff = disabledReason !== undefined || isBusy;
  return (
    <>
      <button
        ref={ref}
        type={isOff ? "button" : type}
        className={classOf(look)}
        onClick={isOff ? focusOn : onClick}
        onMouseDown={leavesFocus ? (event) => event.preventDefault() : undefined}
        disabled={isDisabled}
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={disabledReason === undefined ? undefined : reasonId}
        aria-label={label}
        title={showsReason ? undefined : disabledReason}
      >
        {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : look.icon}
        {look.children}
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} className={showsReason ? styles.shown : `visually-hidden ${styles.reason}`}>
          {disabledReason}
        </span>
      )}
    </>
  );
}

/** Not every browser focuses a button that is tapped; while it has the focus, the reason is seen. */
function focusOn({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.focus();
}

interface LinkButtonProps extends Look {
  readonly to: string;
}

export function LinkButton({ to, ...look }: LinkButtonProps) {
  return (
    <Link to={to} className={classOf(look)} activeOptions={{ exact: true }}>
      {look.icon}
      {look.children}
    </Link>
  );
}

function classOf({ variant = "secondary", size = "medium" }: Look): string {
  return [styles.button, styles[variant], styles[size]].join(" ");
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "className" | "aria-label" | "children"> {
  /** The action: "Close". */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: "small" | "medium" | "large";
  /** Draws an outline, for a button that is not part of a group. */
  readonly isOutlined?: boolean;
}

export function IconButton({ label, icon: Icon, size = "medium", isOutlined = false, ...button }: IconButtonProps) {
  const look = [
    styles.icon,
    { small: styles.iconSmall, medium: styles.iconMedium, large: styles.iconLarge }[size],
    isOutlined && styles.outlined,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <button {...button} type="button" className={look} aria-label={label}>
      <Icon aria-hidden="true" />
    </button>
  );
}
