import { Button } from "#platform/web/parts/Button.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { SectionBorder } from "#platform/web/parts/SectionBorder.tsx";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import styles from "./ShapeSamples.module.css";
import { Specimen } from "./Specimen.tsx";

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
          <Row title="A row that says no more" />
        </RowList>
      </Specimen>
    </>
  );
}
