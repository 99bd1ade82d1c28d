/** JSON Schema 2020-12, as far as our schemas use it. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
};

export type Content = Readonly<
  Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>
>;
type Header = { readonly description: string; readonly schema: JsonSchema };

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};

export type ApiResponse = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
  /** The codes of a problem. */
  readonly "x-codes"?: readonly string[];
};

export type Ref = { readonly $ref: string };

/** Who may call an operation: the row of the permission table, spelled out. */
export type Permission = {
  readonly action: string;
  readonly roles: readonly string[];
  /** Clients may where one of these is on in the workspace. */
  readonly client_switches?: readonly string[];
  /** Keys of a workspace, within their own role. */
  readonly api_keys: boolean;
  readonly install_keys: boolean;
};

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly "x-permission"?: Permission;
  /** When a person has to have confirmed their identity a moment ago. */
  readonly "x-reauthentication"?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ApiResponse | Ref>>;
};

/** One path: operations by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>;

/** An OpenAPI 3.1 document. */
export type ApiDocument = {
  readonly openapi: "3.1.1";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
};
