import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import { resolve, type DescribedCall, type Description, type Parameter, type Response } from "./description.ts";
import { FieldList, ObjectFields, Plain } from "./Fields.tsx";
import styles from "./Developers.module.css";

interface CallItemProps {
  readonly call: DescribedCall;
  readonly description: Description;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** One call; what is in it is drawn when it is opened, for there are hundreds. */
export function CallItem({ call: { method, path, operation }, description, isOpen, onToggle }: CallItemProps) {
  const { operationId, summary } = operation;
  return (
    <details
      id={operationId}
      className={styles.call}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.summary}>{summary}</span>
        <code className={styles.address}>
          <span className={styles.method}>{method}</span> {path}
        </code>
      </summary>
      {isOpen && <CallBody call={{ method, path, operation }} description={description} />}
    </details>
  );
}

function CallBody({ call: { operation }, description }: Pick<CallItemProps, "call" | "description">) {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const all = parameters.map((one) => resolve<Parameter>(one, description));
  const fields = all.map(({ name, schema, required, description: text }) => ({
    name,
    schema,
    isRequired: required,
    description: text,
  }));
  const body = requestBody?.content?.["application/json"]?.schema;
  return (
    <div className={styles.body}>
      {operation.description.split("\n\n").map((text) => (
        <p key={text}>
          <Plain text={text} />
        </p>
      ))}
      <p>
        <a href={`#${operationId}`}>Link to this call</a>
      </p>
      {(operation["x-codeSamples"] ?? []).map(({ lang, source }) => (
        <Code key={lang} name={lang === "Shell" ? "curl example" : "TypeScript example"} text={source} />
      ))}
      {fields.length > 0 && (
        <>
          <h4>Parameters and headers</h4>
          <FieldList label="Parameters and headers" fields={fields} description={description} />
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <ObjectFields label="Body" schema={body} description={description} marksRequired />
        </>
      )}
      <h4>Replies</h4>
      <Replies responses={responses} description={description} />
    </div>
  );
}

interface RepliesProps {
  readonly responses: DescribedCall["operation"]["responses"];
  readonly description: Description;
}

function Replies({ responses, description }: RepliesProps) {
  return (
    <dl className={styles.fields}>
      {Object.entries(responses).map(([status, response]) => {
        const { content = {}, description: text } = resolve<Response>(response, description);
        const schema = Number(status) < 300 ? content["application/json"]?.schema : undefined;
        return (
          <div key={status}>
            <dt>
              <code>{status}</code>{" "}
              {Number(status) < 300 && <span className={styles.type}>{Object.keys(content).join(", ")}</span>}
            </dt>
            <dd>
              {text}
              {schema && <ObjectFields label={`Reply ${status}`} schema={schema} description={description} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function Code({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className={styles.code}>
      <p>{name}</p>
      <CopyButton name={name} text={text} isIcon />
      <ScrollArea label={name} className={styles.source}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollArea>
    </div>
  );
}
