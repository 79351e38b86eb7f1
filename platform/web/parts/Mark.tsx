// favicon.svg draws the same path.
interface MarkProps {
  /** Pixels. */
  readonly size?: number;
}

export function Mark({ size = 24 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" focusable="false">
      <path d="M9.5 13a7 7 0 1 1 0 14 7 7 0 1 1 0-14zm0 4.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6zM15 18.4h2.6v-3.6h3v3.6h1.6v-7.6h3v7.6h1.6V6h3v15.6H15z" />
    </svg>
  );
}
