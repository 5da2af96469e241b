import { Components, type JsonSchema } from '../features/devtools/open-api/components.ts';
import type { RouteInfo } from '../platform/http/access-control.ts';
import { emptyResponse } from '../platform/http/response-spec.ts';
import { isRestPath } from '../platform/http/rest/rest-problem.ts';
import { translate } from '../platform/translations.ts';
import { schemaViolations } from './json-schema.ts';

const ruoyiComponents = new Components(translate['zh-CN']);
const restComponents = new Components(translate['zh-CN'], { rfc3339: true });
const componentsOf = (url: string) => (isRestPath(url) ? restComponents : ruoyiComponents);
/** JSON Schema of each route's response, cached. */
const schemaByRoute = new Map<string, JsonSchema | undefined>();

function responseSchemaOf({ method, url, config }: RouteInfo): JsonSchema | undefined {
  const route = `${String(method)} ${url}`;
  if (!schemaByRoute.has(route)) {
    const { schema, inside } = config.described?.answer ?? emptyResponse;
    const documentedType = schema ?? inside;
    schemaByRoute.set(route, documentedType && componentsOf(url).write(documentedType, 'output'));
  }
  return schemaByRoute.get(route);
}

/** Most specific first. */
const matchersByTable = new WeakMap<readonly RouteInfo[], { route: RouteInfo; pattern: RegExp }[]>();

function matchersOf(routeTable: readonly RouteInfo[]) {
  const cached = matchersByTable.get(routeTable);
  if (cached) return cached;
  const parameterCount = ({ url }: RouteInfo) => url.split(/[:*]/).length;
  const matchers = routeTable
    .filter(({ config }) => config.described)
    .sort((one, other) => parameterCount(one) - parameterCount(other))
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.url.replaceAll(/[.$]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  matchersByTable.set(routeTable, matchers);
  return matchers;
}

/** The most specific route that matches an address. */
function routeOf(routeTable: readonly RouteInfo[], method: string, address: string): RouteInfo | undefined {
  const path = (address.split('?')[0] ?? '').replace(/\/$/, '');
  return matchersOf(routeTable).find(({ route, pattern }) => String(route.method) === method && pattern.test(path))?.route;
}

/** Fails if a successful response does not match the documented schema of its route. */
export function assertDocumented(routeTable: readonly RouteInfo[], method: string, address: string, body: unknown) {
  const code = Object(body).code;
  if (!isRestPath(address) && code !== undefined && code !== 200) return;
  const route = routeOf(routeTable, method, address);
  const schema = route && responseSchemaOf(route);
  if (!schema) return;
  const faults = schemaViolations(body, schema, componentsOf(address).schemas);
  if (faults.length > 0) throw new Error(`${method} ${route.url} does not answer what it says: ${faults.slice(0, 8).join('; ')}`);
}
