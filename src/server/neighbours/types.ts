/** What a person fills in, as the hosts have a form for it. */
export type FieldKind =
  | "text"
  | "integer"
  | "number"
  | "boolean"
  | "time"
  /** One of some values. */
  | "choice"
  /** Any of some values. */
  | "choices"
  /** Texts or numbers, any number of them. */
  | "texts"
  | "integers"
  | "json"
  | "file";

/** One parameter of an operation, or one field of its body. */
export type Field = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** `record`: a part of one record of the list that the body holds. */
  readonly in: "path" | "query" | "body" | "record";
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly options?: readonly string[];
  readonly default?: string | number | boolean;
};

/** An operation of the API as a step of a workflow. */
export type Step = {
  /** The operation's own name in the document. */
  readonly key: string;
  readonly resource: string;
  /** Within its resource, such as `Get Many`. */
  readonly name: string;
  /** By itself, such as `Get Many Leads`. */
  readonly label: string;
  readonly summary: string;
  readonly method: string;
  /** With `{wid}` and other parameters. */
  readonly path: string;
  readonly fields: readonly Field[];
  /** How the body is sent; null: there is none. */
  readonly body: "json" | "form" | null;
  /** Where the body holds a list whose records are given one by one; null: it holds none. */
  readonly each: Each | null;
  /** Whether it answers a list, page after page. */
  readonly isList: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** What it answers, as the document shows it: of a list, one record. */
  readonly sample: Readonly<Record<string, unknown>>;
};

export type Each = {
  /** The list of the body. */
  readonly list: string;
  /** The list of the answer with a result for each record. */
  readonly results: string;
  /** Records that one call takes. */
  readonly most: number;
};

export type Resource = { readonly key: string; readonly one: string; readonly many: string };

/** What happens in a workspace, as a trigger. */
export type TriggerEvent = {
  /** As the API names it, such as `lead.replied`. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** A made-up delivery. */
  readonly sample: Readonly<Record<string, unknown>>;
};

/** All that the definitions for other products are made of. */
export type Catalogue = {
  readonly version: string;
  readonly resources: readonly Resource[];
  readonly steps: readonly Step[];
  readonly events: readonly TriggerEvent[];
};
