import * as z from "zod/mini";

type Json = Record<string, unknown>;
type Io = "input" | "output";

const PLACE = "#/components/schemas/";

/** What the schemas themselves do not say. */
export interface SchemaTexts {
  /** By name. */
  readonly schemas: Readonly<Record<string, string>>;
  /** By the field's name, or `Schema.field`. */
  readonly fields: Readonly<Record<string, string>>;
  /** By the name of the schema, or of the field wherever it has text. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface Schemas {
  /** By reference where it has a name. */
  of(schema: z.core.$ZodType, io: Io): Json;
  /** Those that this part of the document refers to, and those that they refer to, by name. */
  usedBy(part: unknown): Json;
}

/**
 * JSON Schema 2020-12 of schemas with names. A field with a default may be left out of a request and is always in a
 * reply, so a schema with one that is in `replies` has a second name for requests: `LoanInput`.
 */
export function describeSchemas(
  named: Readonly<Record<string, z.core.$ZodType>>,
  replies: readonly z.core.$ZodType[],
  texts: SchemaTexts,
): Schemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) if (!registry.has(schema)) registry.add(schema, { id });
  const convert = (io: Io) =>
    z.toJSONSchema(registry, {
      ...optionsOf(io),
      uri: (id) => PLACE + id,
    }).schemas as Record<string, Json>;
  const output = convert("output");
  const input = convert("input");

  const convertOne = (schema: z.core.$ZodType, io: Io): Json => {
    const id = registry.get(schema)?.id;
    if (id) return { $ref: PLACE + id };
    // Inside another one, so that a list of something with a name refers to it.
    const { properties } = z.toJSONSchema(z.object({ it: schema }), { ...optionsOf(io), metadata: registry });
    return { ...(properties?.["it"] as Json) };
  };
  const inReplies = closure(
    replies.map((reply) => convertOne(reply, "output")),
    output,
  );
  const differing = new Set(Object.keys(input).filter((name) => !isSame(input[name], output[name])));
  for (let size = -1; size !== differing.size;) {
    size = differing.size;
    for (const [name, schema] of Object.entries(input))
      if (referencesIn(schema).some((other) => differing.has(other))) differing.add(name);
  }
  const nameFor = (name: string, io: Io) =>
    io === "input" && differing.has(name) && inReplies.has(name) ? `${name}Input` : name;

  const all: Record<string, Json> = {};
  for (const io of ["input", "output"] as const)
    for (const [name, schema] of Object.entries(io === "input" ? input : output)) {
      if (io === "output" && !inReplies.has(name)) continue;
      const { $schema: _dialect, $id: _place, id: _name, ...rest } = renamed(schema, (to) => nameFor(to, io));
      const example = texts.examples[name];
      all[nameFor(name, io)] = {
        ...describeFields(name, rest, texts),
        ...(texts.schemas[name] && { description: texts.schemas[name] }),
        ...(example !== undefined && { examples: [example] }),
      };
    }
  return {
    of: (schema, io) => renamed(convertOne(schema, io), (name) => nameFor(name, io)),
    usedBy: (part) => Object.fromEntries([...closure(part, all)].sort().map((name) => [name, all[name]])),
  };
}

/** Adds what is known of each field that has no text of its own. */
function describeFields(name: string, schema: Json, { fields, examples }: SchemaTexts): Json {
  const properties = schema["properties"] as Readonly<Record<string, Json>> | undefined;
  if (!properties) return schema;
  const described = Object.entries(properties).map(([field, property]) => {
    const description = property["description"] ?? fields[`${name}.${field}`] ?? fields[field];
    const example = examples[field];
    return [
      field,
      {
        ...property,
        ...(description !== undefined && { description }),
        ...(example !== undefined && property["type"] !== "array" && { examples: [example] }),
      },
    ];
  });
  return { ...schema, properties: Object.fromEntries(described) as Json };
}

/** Names that this part refers to, directly or through another. */
function closure(part: unknown, schemas: Readonly<Record<string, Json>>): Set<string> {
  const found = new Set<string>();
  const visit = (within: unknown) => {
    for (const name of referencesIn(within)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(part);
  return found;
}

function optionsOf(io: Io) {
  return { io, unrepresentable: "any", override: adapt } as const;
}

function adapt({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const { def } = zodSchema._zod;
  // A later release may add a field to a reply. Only a strict object says that it has no others.
  if (def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
  // Both sides of a pipe are checked, and text stays text.
  if (def.type === "pipe" && [def.in, def.out].every((side) => side._zod.def.type === "string")) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, plain(def.in), plain(def.out));
  }
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
}

function plain(schema: z.core.$ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema) as Json;
  return rest;
}

const REFERENCE = /"\$ref":"#\/(?:components\/schemas|\$defs)\/(\w+)"/g;

function referencesIn(part: unknown): string[] {
  return [...(JSON.stringify(part) ?? "").matchAll(REFERENCE)].map(([, name]) => name ?? "");
}

function renamed(schema: Json, nameOf: (name: string) => string): Json {
  const text = JSON.stringify(schema).replaceAll(
    REFERENCE,
    (_whole, name: string) => `"$ref":"${PLACE}${nameOf(name)}"`,
  );
  return JSON.parse(text) as Json;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
