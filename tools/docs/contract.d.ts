// What the docs read of the contract once every $ref has been put in its place. The linter checks that it is there.

export interface Contract {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { AccessToken: { name: string; description: string } };
  };
}

export interface PathOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
  callbacks?: Record<string, Callback>;
  "x-codeSamples": CodeSample[];
}

/** An operation with where it stands. */
export interface Operation extends PathOperation {
  method: string;
  path: string;
}

export interface CodeSample {
  lang: string;
  label?: string;
  source: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Schema;
}

export interface Body {
  description: string;
  content: { "application/json": { schema: Schema; examples?: Record<string, Example> } };
}

export interface Example {
  summary: string;
  value: unknown;
}

/** By runtime expression, then by method. */
export type Callback = Record<string, Record<string, PathOperation & { requestBody: Body }>>;

export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  default?: unknown;
  maximum?: number;
  pattern?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
