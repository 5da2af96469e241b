import { translate } from '../app.ts';
import { Components, type JsonSchema } from '../features/tool/swagger/components.ts';
import { answersDone } from '../http/answer.ts';
import type { Door } from '../http/gate.ts';
import { misfits } from './json-schema.ts';

const components = new Components(translate['zh-CN']);
/** What each route says that it answers, written once a process. */
const written = new Map<string, JsonSchema | undefined>();

function answerOf({ method, url, config }: Door): JsonSchema | undefined {
  const route = `${String(method)} ${url}`;
  if (!written.has(route)) {
    const { schema, inside } = config.described?.answer ?? answersDone;
    const told = schema ?? inside;
    written.set(route, told && components.write(told, 'output'));
  }
  return written.get(route);
}

/** The described routes of an app, each with the addresses that lead to it: those that leave least open first. */
const ways = new WeakMap<readonly Door[], { door: Door; leads: RegExp }[]>();

function waysOf(doors: readonly Door[]) {
  const known = ways.get(doors);
  if (known) return known;
  const open = ({ url }: Door) => url.split(/[:*]/).length;
  const made = doors
    .filter(({ config }) => config.described)
    .sort((one, other) => open(one) - open(other))
    .map((door) => ({
      door,
      leads: new RegExp(`^${door.url.replaceAll(/[.$]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  ways.set(doors, made);
  return made;
}

/** The route that an address leads to: of several that fit, the one that leaves least open. */
function doorOf(doors: readonly Door[], method: string, address: string): Door | undefined {
  const path = (address.split('?')[0] ?? '').replace(/\/$/, '');
  return waysOf(doors).find(({ door, leads }) => String(door.method) === method && leads.test(path))?.door;
}

/** Refuses an answer that is not what the documents say of its route; refusals have their own test. */
export function assertDocumented(doors: readonly Door[], method: string, address: string, body: unknown) {
  const code = Object(body).code;
  if (code !== undefined && code !== 200) return;
  const door = doorOf(doors, method, address);
  const schema = door && answerOf(door);
  if (!schema) return;
  const faults = misfits(body, schema, components.schemas);
  if (faults.length > 0) throw new Error(`${method} ${door.url} does not answer what it says: ${faults.slice(0, 8).join('; ')}`);
}
