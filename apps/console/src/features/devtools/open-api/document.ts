/** The parts of an OpenAPI 3.1 document that the page reads. */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { tags: string[]; summary?: string; 'x-permission'?: string }>>;
  components: { schemas: Record<string, unknown> };
}

/** Maximum number of search results. */
const MOST_FOUND = 60;

type Paths = ApiDocument['paths'];
type Call = [path: string, method: string, spoken: Paths[string][string]];

const callsOf = ({ paths }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, spoken]): Call => [path, method, spoken]));

export const countOf = (document: ApiDocument) => callsOf(document).length;

export function groupsOf(document: ApiDocument) {
  const counts = Map.groupBy(callsOf(document), ([, , { tags }]) => tags[0] ?? '');
  return document.tags.map(({ name, description }) => ({ name, title: description, count: counts.get(name)?.length ?? 0 }));
}

export const partOf = (document: ApiDocument, group: string) =>
  narrowed(
    document,
    callsOf(document).filter(([, , { tags }]) => tags.includes(group)),
  );

/** Operations that contain every word of `text` in path, title or permission. */
export function searched(document: ApiDocument, text: string) {
  const words = text.toLowerCase().split(/\s+/);
  const fits = ([path, method, { summary = '', 'x-permission': permission = '' }]: Call) => {
    const told = `${method} ${path} ${summary} ${permission}`.toLowerCase();
    return words.every((word) => told.includes(word));
  };
  return narrowed(document, callsOf(document).filter(fits).slice(0, MOST_FOUND));
}

function narrowed(document: ApiDocument, calls: readonly Call[]): ApiDocument {
  const paths: Paths = {};
  for (const [path, method, spoken] of calls) paths[path] = { ...paths[path], [method]: spoken };
  const tags = new Set(calls.flatMap(([, , spoken]) => spoken.tags));
  return {
    ...document,
    paths,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: { ...document.components, schemas: named(document, paths) },
  };
}

/** Schemas that `part` references, transitively. */
function named({ components }: ApiDocument, part: unknown): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, components.schemas[name]);
      walk(components.schemas[name] ?? {});
    }
  };
  walk(part);
  return Object.fromEntries(found);
}
