// Owns who asks, with what a careful person needs to find out whether it is true.
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { phoneText } from "#kit/web/format/phone.ts";
import styles from "./WhoAsks.module.css";

const WORDS = PAGES.who;

interface WhoAsksProps {
  readonly lender: Visit["lender"];
}

export function WhoAsks({ lender: { name, nmlsId, phone, logoURL, officerName, replyTo } }: WhoAsksProps) {
  return (
    <section className={styles.who} aria-label={WORDS.title}>
      {logoURL !== null && <img src={logoURL} alt="" className={styles.logo} />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {officerName !== null && <p>{WORDS.officer(officerName)}</p>}
        {nmlsId !== null && (
          <p>
            {WORDS.nmls(nmlsId)} (
            <a href="https://www.nmlsconsumeraccess.org/" target="_blank" rel="noopener noreferrer">
              {WORDS.nmlsHelp}
            </a>
            )
          </p>
        )}
        {(phone !== null || replyTo !== null) && (
          <p className={styles.ways}>
            {phone !== null && <a href={`tel:${phone}`}>{phoneText(phone)}</a>}
            {replyTo !== null && <a href={`mailto:${replyTo}`}>{replyTo}</a>}
          </p>
        )}
        <p className={styles.careful}>{WORDS.notSure}</p>
      </div>
    </section>
  );
}
