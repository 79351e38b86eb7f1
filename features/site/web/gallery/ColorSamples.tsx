import styles from "./Gallery.module.css";
import { Specimen } from "./Specimen.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { PageCard } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { SectionBorder } from "#platform/web/parts/SectionBorder.tsx";
import { StatusPill, DateText, Money, type Tone } from "#platform/web/parts/Values.tsx";
import { useState } from "react";

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

const CARDS = [
  ["small", "360"],
  ["medium", "560"],
  ["large", "840"],
] as const;

export function ShapeSamples() {
  return (
    <>
      <Specimen name="Page cards">
        {CARDS.map(([size, width]) => (
          <PageCard key={size} size={size}>
            <p>
              A {size} card, at most {width} px wide.
            </p>
          </PageCard>
        ))}
      </Specimen>
      <Specimen name="Section borders">
        {(["rounded", "waves", "angled"] as const).map((border) => (
          <div key={border} className={styles.band}>
            <p>A section that ends {border}</p>
            <SectionBorder border={border} />
          </div>
        ))}
      </Specimen>
      <Specimen name="Row list">
        <RowList label="Sample accounts">
          <Row
            title="Everyday Checking"
            about="First Platypus Bank, ··4207"
            action={<StatusPill tone="green">Shared</StatusPill>}
          />
          <Row
            title="High-Yield Savings"
            about="Log in again by Feb 18, 2027"
            action={<Button size="small">Repair</Button>}
          />
          <Row title="A row without details" />
        </RowList>
      </Specimen>
    </>
  );
}

const SUMS = [0, 5, 100, 1_250_000, -150_000, 123_456_789, 100_000_000_000, null];
const TONES: readonly [Tone, string][] = [
  ["grey", "New"],
  ["blue", "Invited"],
  ["amber", "Bank connected"],
  ["green", "Report ready"],
  ["red", "Failed"],
  ["hollow", "Closed"],
];
const MOMENT = "2026-11-20T23:30:00Z";

export function ValueSamples() {
  const [hourAgo] = useState(() => new Date(Date.now() - 3_600_000).toISOString());
  return (
    <>
      <Specimen name="Money" about="Cents in, dollars out, with dimmed cents and a true minus sign.">
        <dl className={styles.values}>
          {SUMS.map((cents) => (
            <div key={String(cents)}>
              <dt className="numbers">{cents ?? "not known"}</dt>
              <dd>
                <Money cents={cents} />
              </dd>
            </div>
          ))}
          <div>
            <dt className="numbers">-1050, in euros</dt>
            <dd>
              <Money cents={-1050} currency="EUR" />
            </dd>
          </div>
        </dl>
      </Specimen>
      <Specimen name="Dates" about="The tooltip says how long ago.">
        <dl className={styles.values}>
          <div>
            <dt>A day</dt>
            <dd>
              <DateText at="2026-11-20" />
            </dd>
          </div>
          <div>
            <dt>A moment</dt>
            <dd>
              <DateText at={MOMENT} />
            </dd>
          </div>
          <div>
            <dt>With its time</dt>
            <dd>
              <DateText at={MOMENT} withTime zone="America/New_York" />
            </dd>
          </div>
          <div>
            <dt>The same in Tokyo</dt>
            <dd>
              <DateText at={MOMENT} withTime zone="Asia/Tokyo" />
            </dd>
          </div>
          <div>
            <dt>An hour ago</dt>
            <dd>
              <DateText at={hourAgo} withTime />
            </dd>
          </div>
          <div>
            <dt>Not known</dt>
            <dd>
              <DateText at={null} />
            </dd>
          </div>
        </dl>
      </Specimen>
      <Specimen name="Status" about="A dot and a word, never a color alone." isRow>
        {TONES.map(([tone, text]) => (
          <StatusPill key={tone} tone={tone}>
            {text}
          </StatusPill>
        ))}
      </Specimen>
    </>
  );
}
