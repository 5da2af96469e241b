import { shelfOf, UNSETTLED } from '../../../cache/shelf.ts';
import type { Db } from '../../../db/database.types.ts';
import { announce } from '../../../db/listen.ts';
import { listSpaces, type SpaceRow } from './codeSpace.queries.ts';

/** Until when nothing is kept, by `performance.now()`. */
let unsettled = 0;

/** What processes know of spaces is out of date once `tx` commits: this one sees its own change at once, the others as they hear of it. */
export async function forgetSpaces(tx: Db): Promise<void> {
  unsettled = performance.now() + UNSETTLED;
  await announce(tx, 'cache', 'code_spaces');
}

/**
 * The spaces of a database with their accepted epochs, read once a second and after each change, however many codes are asked for; within
 * two seconds of a change of this process's own one reading after the other. `db` is the pool.
 */
export function knownSpaces(db: Db): Promise<readonly SpaceRow[]> {
  if (performance.now() < unsettled) return readAnew(db);
  const shelf = shelfOf<Promise<SpaceRow[]>>(db, 'code_spaces');
  const known = shelf.get('all');
  if (known) return known;
  const spaces = listSpaces(db);
  shelf.put('all', spaces);
  return spaces;
}

/** Readings of one database: who asks meanwhile is answered by the next, which begins after they asked. */
interface Line {
  running?: Promise<SpaceRow[]> | undefined;
  waiting?: Promise<SpaceRow[]> | undefined;
}

const lines = new WeakMap<Db, Line>();

/** What is there now, one reading after the other however many ask. */
function readAnew(db: Db): Promise<SpaceRow[]> {
  const line = lines.get(db) ?? {};
  lines.set(db, line);
  const begin = () => {
    const reading = listSpaces(db);
    line.running = reading;
    line.waiting = undefined;
    const end = () => {
      if (line.running === reading) line.running = undefined;
    };
    reading.then(end, end);
    return reading;
  };
  if (!line.running) return begin();
  line.waiting ??= line.running.then(begin, begin);
  return line.waiting;
}
