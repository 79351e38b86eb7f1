import { useState } from "react";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import styles from "./Gallery.module.css";
import { Specimen } from "./Specimen.tsx";

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
      <Specimen name="Money" about="Cents in, dollars out; cents dimmed; a minus sign that is one.">
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
