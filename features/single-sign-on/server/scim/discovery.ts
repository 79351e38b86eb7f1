const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0";
export const USER_SCHEMA = `${SCHEMA}:User`;
export const GROUP_SCHEMA = `${SCHEMA}:Group`;
export const MAX_RESULTS = 200;

interface Attribute {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly multiValued?: boolean;
  readonly mutability?: string;
  readonly uniqueness?: string;
  readonly subAttributes?: readonly object[];
}

function attribute({ name, type = "string", ...rest }: Attribute) {
  return {
    name,
    type,
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...rest,
  };
}

const USER = [
  attribute({ name: "userName", required: true, uniqueness: "server" }),
  attribute({
    name: "name",
    type: "complex",
    subAttributes: [attribute({ name: "givenName" }), attribute({ name: "familyName" })],
  }),
  attribute({ name: "displayName", mutability: "readOnly" }),
  attribute({
    name: "emails",
    type: "complex",
    multiValued: true,
    mutability: "immutable",
    subAttributes: [
      attribute({ name: "value" }),
      attribute({ name: "type" }),
      attribute({ name: "primary", type: "boolean" }),
    ],
  }),
  attribute({ name: "active", type: "boolean" }),
];

const GROUP = [
  attribute({ name: "displayName", required: true, uniqueness: "server" }),
  attribute({
    name: "members",
    type: "complex",
    multiValued: true,
    subAttributes: [attribute({ name: "value", mutability: "immutable" }), attribute({ name: "display" })],
  }),
];

export function schemasOf(base: string) {
  return [
    { id: USER_SCHEMA, name: "User", attributes: USER },
    { id: GROUP_SCHEMA, name: "Group", attributes: GROUP },
  ].map((schema) => ({
    schemas: [`${SCHEMA}:Schema`],
    description: schema.name,
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
}

export function resourceTypesOf(base: string) {
  return (
    [
      ["User", "/Users", USER_SCHEMA],
      ["Group", "/Groups", GROUP_SCHEMA],
    ] as const
  ).map(([name, endpoint, schema]) => ({
    schemas: [`${SCHEMA}:ResourceType`],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  }));
}

export function configurationOf(base: string) {
  const no = { supported: false };
  return {
    schemas: [`${SCHEMA}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      { type: "oauthbearertoken", name: "API key", description: "An API key with the scope scim, as a bearer token." },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}
