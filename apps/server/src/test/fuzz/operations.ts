import type { RouteInfo } from '../../platform/http/access-control.ts';

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; type?: unknown; $ref?: string };

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Operation {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  parameters: Parameter[];
  /** A valid JSON body; undefined if none is documented. */
  body?: unknown;
  fields: Record<string, JsonSchema>;
  parts?: string[];
}

interface Document {
  servers: { url: string }[];
  paths: Record<
    string,
    Record<string, { parameters: Parameter[]; requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> } }>
  >;
  components: { schemas: Record<string, JsonSchema> };
}

export function operationsOf({ paths, components }: Document, base: string): Operation[] {
  const resolveRef = (schema: JsonSchema): JsonSchema =>
    schema.$ref ? resolveRef(components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] ?? {}) : schema;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const fields = content ? (resolveRef(content.schema).properties ?? {}) : {};
      const parts = type === 'multipart/form-data' ? Object.keys(fields) : undefined;
      return {
        method: method.toUpperCase(),
        path: `${base}${path}`,
        parameters: parameters.map((each) => ({ ...each, schema: resolveRef(each.schema) })),
        ...(content && !parts && { body: content.example ?? {} }),
        fields: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, resolveRef(schema)])),
        ...(parts && { parts }),
      };
    }),
  );
}

/** Routes outside the documents, such as pages and files, with their path parameters only. */
export function undocumentedOperations(routeTable: readonly RouteInfo[], documented: readonly Operation[]): Operation[] {
  const documentedKeys = new Set(documented.map(({ method, path }) => `${method} ${path}`));
  return routeTable.flatMap(({ method, url }) =>
    [method].flat().flatMap((each) => {
      const path = url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
      if (documentedKeys.has(`${each} ${path}`)) return [];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters: Parameter[] = names.map((name) => ({ in: 'path', name, schema: { type: 'string' } }));
      return [{ method: each, path, parameters, fields: {}, ...(each === 'POST' && { body: {} }) }];
    }),
  );
}
