import type { dictData, RecordOf } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import { listen } from '../../../db/listen.ts';
import { listInUse } from './dictData.queries.ts';

type Entry = RecordOf<typeof dictData>;

/** Milliseconds that entries are relied on without a word from the database: what is said while its line is down goes unheard. */
const FRESH = 10_000;
/** Milliseconds after a change of this process's own in which nothing is kept: it may have been asked for before it was committed. */
const UNSETTLED = 2000;

interface Known {
  entries: Promise<Map<string, Entry[]>> | undefined;
  readAt: number;
  /** Until when nothing is kept. */
  unsettled: number;
}

const known = new WeakMap<Db, Known>();

const knownOf = (db: Db): Known => {
  const present = known.get(db) ?? { entries: undefined, readAt: 0, unsettled: 0 };
  known.set(db, present);
  return present;
};

/** What this process knows of the dictionaries of `db` is out of date, and so is what it reads until its change is committed. */
export function forget(db: Db) {
  Object.assign(knownOf(db), { entries: undefined, unsettled: performance.now() + UNSETTLED });
}

/** The entries in use of the dictionary called `type`, in their order; none where there is no such dictionary. */
export async function entriesOf(db: Db, type: string): Promise<Entry[]> {
  const mine = knownOf(db);
  const now = performance.now();
  if (now < mine.unsettled) return (await read(db)).get(type) ?? [];
  if (!mine.entries || now - mine.readAt > FRESH) {
    const entries = read(db);
    Object.assign(mine, { entries, readAt: now });
    // a reading that failed is tried again by the next who asks
    entries.catch(() => mine.entries === entries && Object.assign(mine, { entries: undefined }));
  }
  return (await mine.entries)?.get(type) ?? [];
}

const read = async (db: Db) => Map.groupBy(await listInUse(db), ({ dictType }) => dictType);

/** Keeps what this process knows of dictionaries true to what any process changes, until it is closed. */
export const keepTrue = (db: Db) => listen(db, 'dict', () => Object.assign(knownOf(db), { entries: undefined }));
