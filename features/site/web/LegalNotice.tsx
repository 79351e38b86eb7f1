import { currentConfig } from "#platform/web/config.ts";

/** Who operates this installation, and since when the page applies. */
export function LegalNotice() {
  const { entity, address, effectiveDate } = currentConfig().legal;
  return (
    <>
      <h2>Who we are</h2>
      <p>
        {currentConfig().productName} is operated by {entity}, {address}. Write to us at <ContactEmail />.
      </p>
      <p>Effective {effectiveDate}.</p>
    </>
  );
}

export function ContactEmail() {
  const { contactEmail } = currentConfig().legal;
  return <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;
}
