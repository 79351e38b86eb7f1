import styles from "./ColorSamples.module.css";
import { Specimen } from "./Specimen.tsx";

const COLORS = [
  "ground",
  "surface",
  "raised",
  "sunken",
  "line",
  "edge",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "accent-hover",
  "accent-ink",
  "accent-soft",
  "ok",
  "ok-soft",
  "ask",
  "ask-soft",
  "stop",
  "stop-hover",
  "stop-ink",
  "stop-soft",
  "info",
  "info-soft",
];
const SIZES = ["34", "26", "20", "16", "14", "13", "12"];

export function ColorSamples() {
  return (
    <>
      <Specimen name="Colors">
        <div className={styles.themes}>
          {(["light", "dark"] as const).map((theme) => (
            <div key={theme} data-theme={theme} className={styles.theme}>
              <p className={styles.name}>{theme === "light" ? "Light" : "Dark"}</p>
              <ul role="list">
                {COLORS.map((color) => (
                  <li key={color}>
                    <Swatch color={color} />
                    {color}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Type">
        <ul role="list" className={styles.sizes}>
          {SIZES.map((size) => (
            <li key={size} className={styles[`size${size}`]}>
              {size} px: 20.6 months of reserves
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  );
}

/** Drawn as SVG, because the page may not contain inline styles. */
function Swatch({ color }: { readonly color: string }) {
  return (
    <svg width={24} height={24} aria-hidden="true">
      <rect x={0.5} y={0.5} width={23} height={23} rx={5} fill={`var(--${color})`} stroke="var(--edge)" />
    </svg>
  );
}
