import { translate } from '../boot/app.ts';
import { Components, type JsonSchema } from '../features/devtools/open-api/components.ts';
import { answersDone } from '../platform/http/answer.ts';
import type { RouteInfo } from '../platform/http/gate.ts';
import { misfits } from './json-schema.ts';

const components = new Components(translate['zh-CN']);
/** JSON Schema of each route's response, cached. */
const written = new Map<string, JsonSchema | undefined>();

function answerOf({ method, url, config }: RouteInfo): JsonSchema | undefined {
  const route = `${String(method)} ${url}`;
  if (!written.has(route)) {
    const { schema, inside } = config.described?.answer ?? answersDone;
    const told = schema ?? inside;
    written.set(route, told && components.write(told, 'output'));
  }
  return written.get(route);
}

/** Most specific first. */
const ways = new WeakMap<readonly RouteInfo[], { door: RouteInfo; leads: RegExp }[]>();

function waysOf(routeTable: readonly RouteInfo[]) {
  const known = ways.get(routeTable);
  if (known) return known;
  const open = ({ url }: RouteInfo) => url.split(/[:*]/).length;
  const made = routeTable
    .filter(({ config }) => config.described)
    .sort((one, other) => open(one) - open(other))
    .map((door) => ({
      door,
      leads: new RegExp(`^${door.url.replaceAll(/[.$]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  ways.set(routeTable, made);
  return made;
}

/** The most specific route that matches an address. */
function doorOf(routeTable: readonly RouteInfo[], method: string, address: string): RouteInfo | undefined {
  const path = (address.split('?')[0] ?? '').replace(/\/$/, '');
  return waysOf(routeTable).find(({ door, leads }) => String(door.method) === method && leads.test(path))?.door;
}

/** Fails if a successful response does not match the documented schema of its route. */
export function assertDocumented(routeTable: readonly RouteInfo[], method: string, address: string, body: unknown) {
  const code = Object(body).code;
  if (code !== undefined && code !== 200) return;
  const door = doorOf(routeTable, method, address);
  const schema = door && answerOf(door);
  if (!schema) return;
  const faults = misfits(body, schema, components.schemas);
  if (faults.length > 0) throw new Error(`${method} ${door.url} does not answer what it says: ${faults.slice(0, 8).join('; ')}`);
}
