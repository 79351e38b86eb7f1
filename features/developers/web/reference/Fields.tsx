import { useState } from "react";
import { fieldsOf, resolve, typeText, type Description, type Schema } from "./description.ts";
import styles from "./Developers.module.css";

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

interface FieldListProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly description: Description;
}

export function FieldList({ label, fields, description }: FieldListProps) {
  return (
    <dl className={styles.fields} aria-label={label}>
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} description={description} />
      ))}
    </dl>
  );
}

interface ObjectFieldsProps {
  readonly label: string;
  readonly schema: Schema;
  readonly description: Description;
  /** Of a request, where a field may be left out. */
  readonly marksRequired?: boolean;
}

export function ObjectFields({ label, schema, description, marksRequired = false }: ObjectFieldsProps) {
  const whole = fieldsOf(schema, description);
  if (!whole) return <p>{typeText(schema)}</p>;
  const fields = Object.entries(whole.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: marksRequired && (whole.required ?? []).includes(name),
    description: field.description,
  }));
  return <FieldList label={label} fields={fields} description={description} />;
}

function FieldItem({ field, description }: { readonly field: Field; readonly description: Description }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, schema, isRequired } = field;
  const inner = fieldsOf(schema, description);
  const text = field.description ?? resolve<Schema>(schema, description).description;
  return (
    <div>
      <dt>
        <code>{name}</code> <span className={styles.type}>{typeText(schema)}</span>
        {isRequired && <strong className={styles.required}>required</strong>}
      </dt>
      {text && (
        <dd>
          <Plain text={text} />
        </dd>
      )}
      {inner && (
        <dd>
          <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary>Fields of {name}</summary>
            {isOpen && <ObjectFields label={`Fields of ${name}`} schema={schema} description={description} />}
          </details>
        </dd>
      )}
    </div>
  );
}

/** Text with `code` and [links](https://…) in it. */
export function Plain({ text }: { readonly text: string }) {
  return text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <Linked key={at} text={part} />));
}

function Linked({ text }: { readonly text: string }) {
  return text.split(/\[([^\]]+)\]\((https:[^)]+)\)/).map((part, at, parts) => {
    if (at % 3 === 2) return null;
    return at % 3 === 1 ? (
      <a key={at} href={parts[at + 1]} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    );
  });
}
