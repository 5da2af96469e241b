/** The parts of an OpenAPI 3.1 document that the page reads. */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { tags: string[]; summary?: string; 'x-permission'?: string }>>;
  components: { schemas: Record<string, unknown> };
}

/** Maximum number of search results. */
const MAX_RESULTS = 60;

type Paths = ApiDocument['paths'];
type Operation = [path: string, method: string, operation: Paths[string][string]];

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => [path, method, operation]),
  );

export const countOperations = (document: ApiDocument) => operationsOf(document).length;

export function groupsOf(document: ApiDocument) {
  const counts = Map.groupBy(operationsOf(document), ([, , { tags }]) => tags[0] ?? '');
  return document.tags.map(({ name, description }) => ({ name, title: description, count: counts.get(name)?.length ?? 0 }));
}

export const filterByGroup = (document: ApiDocument, group: string) =>
  filterDocument(
    document,
    operationsOf(document).filter(([, , { tags }]) => tags.includes(group)),
  );

/** Operations that contain every word of `text` in path, title or permission. */
export function searchDocument(document: ApiDocument, text: string) {
  const words = text.toLowerCase().split(/\s+/);
  const isMatch = ([path, method, { summary = '', 'x-permission': permission = '' }]: Operation) => {
    const searchText = `${method} ${path} ${summary} ${permission}`.toLowerCase();
    return words.every((word) => searchText.includes(word));
  };
  return filterDocument(document, operationsOf(document).filter(isMatch).slice(0, MAX_RESULTS));
}

function filterDocument(document: ApiDocument, operations: readonly Operation[]): ApiDocument {
  const paths: Paths = {};
  for (const [path, method, operation] of operations) paths[path] = { ...paths[path], [method]: operation };
  const tags = new Set(operations.flatMap(([, , operation]) => operation.tags));
  return {
    ...document,
    paths,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: { ...document.components, schemas: referencedSchemas(document, paths) },
  };
}

/** Schemas that `part` references, transitively. */
function referencedSchemas({ components }: ApiDocument, part: unknown): Record<string, unknown> {
  const schemas = new Map<string, unknown>();
  const walk = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (schemas.has(name)) continue;
      schemas.set(name, components.schemas[name]);
      walk(components.schemas[name] ?? {});
    }
  };
  walk(part);
  return Object.fromEntries(schemas);
}
