import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { type GovernancePacket, PACKET_FORMATS } from "#features/asset-reports/contract.ts";
import {
  FORMAT_LABELS,
  HUMAN_ACTION_LABELS,
  humanRoleLabel,
  overlaySpan,
  TWIN_LANGUAGES,
} from "#features/asset-reports/labels.ts";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import { shortHash } from "#features/underwriting/rules/editions.ts";
import { overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { utcToday } from "#platform/dates/days.ts";
import { formatNumber } from "#platform/money/money.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import { FormRow } from "#platform/web/form/Field.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { governancePacket, useDownloadPacket } from "../api.ts";
import styles from "./Governance.module.css";
import { type Period, problemOf, quartersBefore } from "./periods.ts";

const CUSTOM = "custom";

// What an admin files about the vendor: a preview, and the same as a signed file.
export function GovernancePage() {
  const today = utcToday();
  const quarters = quartersBefore(today);
  const [chosen, setChosen] = useState(quarters[0]!.label); // there are several
  const [custom, setCustom] = useState<Period>(quarters[0]!.period);
  const period = quarters.find(({ label }) => label === chosen)?.period ?? custom;
  const problem = problemOf(period, today);
  return (
    <Page
      title="Governance Packet"
      lead="What is automated, by which rules, how they are tested, and what your people decided. For your vendor file under Fannie Mae LL-2026-04 and Freddie Mac Guide 1302.8."
    >
      <div className={styles.period}>
        <FormRow>
          <Select
            label="Period"
            options={[
              ...quarters.map(({ label }) => ({ value: label, label })),
              { value: CUSTOM, label: "Other dates" },
            ]}
            value={chosen}
            onChange={(value) => {
              if (value === CUSTOM) setCustom(period);
              setChosen(value);
            }}
          />
          {chosen === CUSTOM && (
            <>
              <Day label="From" value={custom.from} max={today} onChange={(from) => setCustom({ ...custom, from })} />
              <Day label="To" value={custom.to} max={today} onChange={(to) => setCustom({ ...custom, to })} />
            </>
          )}
        </FormRow>
      </div>
      {problem ? <Alert tone="stop">{problem}</Alert> : <Packet period={period} />}
    </Page>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly onChange: (value: string) => void;
}

function Day({ label, value, max, onChange }: DayProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={fieldStyles.control}
        value={value}
        max={max}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function Packet({ period }: { readonly period: Period }) {
  const { data: packet, error, refetch } = useQuery(governancePacket(period));
  if (!packet && error)
    return (
      <Alert
        tone="stop"
        title="We couldn't make the packet"
        action={
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {explain(error, MESSAGES.packet)}
      </Alert>
    );
  if (!packet) return <Skeleton lines={6} />;
  return (
    <>
      <Downloads period={period} />
      <Preview packet={packet} />
    </>
  );
}

function Downloads({ period }: { readonly period: Period }) {
  const download = useDownloadPacket();
  return (
    <div className={styles.downloads}>
      {PACKET_FORMATS.map((format) => (
        <Button
          key={format}
          variant={format === "pdf" ? "primary" : "secondary"}
          isBusy={download.isPending && download.variables.format === format}
          onClick={() => !download.isPending && download.mutate({ ...period, format })}
        >
          Download {FORMAT_LABELS[format].short}
        </Button>
      ))}
      <span>
        Both files are signed. Anyone can check them on <Link to="/verify">the verify page</Link>.
      </span>
      {download.error && <Alert tone="stop">{explain(download.error, MESSAGES.packet)}</Alert>}
    </div>
  );
}

function Preview({ packet }: { readonly packet: GovernancePacket }) {
  const { edition, testReport, twins, rules, automated, notAutomated, models, changes, reproduce } = packet;
  const id = useId();
  return (
    <div className={styles.preview}>
      <dl className={styles.facts}>
        <div>
          <dt>Edition of the rules</dt>
          <dd>
            {edition.ruleSetVersion}, {shortHash(edition.hash)}
          </dd>
        </div>
        <div>
          <dt>Tests passed</dt>
          <dd>
            {formatNumber(testReport.passed)} of {formatNumber(testReport.tests)}
          </dd>
        </div>
        <div>
          <dt>Twins with the same answer</dt>
          <dd>
            {formatNumber(twins.same)} of {formatNumber(twins.count)}
          </dd>
        </div>
        <div>
          <dt>Tests run</dt>
          <dd>
            <DateText at={testReport.madeOn} />
          </dd>
        </div>
      </dl>
      <section aria-labelledby={`${id}-people`}>
        <h2 id={`${id}-people`}>Decisions by people</h2>
        <HumanActions packet={packet} />
      </section>
      <section aria-labelledby={`${id}-overlays`}>
        <h2 id={`${id}-overlays`}>Overlays in force</h2>
        <Overlays packet={packet} />
      </section>
      <section aria-labelledby={`${id}-automated`}>
        <h2 id={`${id}-automated`}>What is automated</h2>
        <List items={automated} />
      </section>
      <section aria-labelledby={`${id}-not`}>
        <h2 id={`${id}-not`}>What is not automated</h2>
        <List items={notAutomated} />
        <p>{models}</p>
      </section>
      <section aria-labelledby={`${id}-changes`}>
        <h2 id={`${id}-changes`}>Changes of the rules</h2>
        <List items={changes.map(({ edition: { ruleSetVersion }, text }) => `${ruleSetVersion}: ${text}`)} />
      </section>
      <section aria-labelledby={`${id}-twins`}>
        <h2 id={`${id}-twins`}>Twin test</h2>
        <p>
          Each file was evaluated again with other names, addresses and banks, and with its data in another order. Where
          the answer differed, one of these is the reason.
        </p>
        <Table
          caption="Twins with another answer"
          head={["Reason", "Twins"]}
          rows={twins.reasons.map(({ text, count }) => [text, formatNumber(count)])}
        />
        <Table
          caption="Twins by names"
          head={["Names", "Twins", "Same answer"]}
          rows={twins.languages.map(({ language, count, same }) => [
            TWIN_LANGUAGES[language] ?? language,
            formatNumber(count),
            formatNumber(same),
          ])}
        />
      </section>
      <section aria-labelledby={`${id}-rules`}>
        <h2 id={`${id}-rules`}>Rules</h2>
        <p>
          The files have each rule&apos;s text, parameters and sources. They are also on{" "}
          <Link to="/rules">the rules page</Link>.
        </p>
        <Table
          caption="Rules"
          head={["Rule", "Owner", "Sources", "Tests"]}
          rows={rules.map(({ id: ruleId, title, owner, sources, tests }) => [
            `${ruleId} ${title}`,
            owner,
            formatNumber(sources.length),
            formatNumber(tests.count),
          ])}
        />
      </section>
      <section aria-labelledby={`${id}-reproduce`}>
        <h2 id={`${id}-reproduce`}>How to reproduce an answer</h2>
        <List items={reproduce} />
      </section>
    </div>
  );
}

function HumanActions({ packet: { humanActions, period } }: { readonly packet: GovernancePacket }) {
  if (humanActions.length === 0)
    return (
      <p>
        No one waived, confirmed, accepted or rejected anything from <DateText at={period.from} /> to{" "}
        <DateText at={period.to} />.
      </p>
    );
  return (
    <Table
      caption="Decisions by people"
      head={["What", "Role today", "Count"]}
      rows={humanActions.map(({ action, role, count }) => [
        HUMAN_ACTION_LABELS[action],
        humanRoleLabel(role),
        formatNumber(count),
      ])}
    />
  );
}

function Overlays({ packet: { overlays } }: { readonly packet: GovernancePacket }) {
  if (overlays.length === 0)
    return <p>No overlay of your organization was in force. The rules below applied as they are.</p>;
  return (
    <Table
      caption="Overlays in force"
      head={["Overlay", "In force", "Approved by"]}
      rows={overlays.map((overlay) => [
        overlayLabel({ ...overlay, version: overlay.number }),
        overlaySpan(overlay),
        overlay.approvedBy,
      ])}
    />
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul>
      {items.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Table({ caption, head, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={`${first} ${cells[0]}`}>
            <th scope="row">{first}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
