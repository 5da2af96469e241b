import type { dictData, RecordOf } from '@suyuan/contract';
import { readCached } from '../../../platform/cache/cache.ts';
import { invalidateUntilCommit } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { listInUse } from './dictionary-data.queries.ts';

type Entry = RecordOf<typeof dictData>;

/** Enabled entries of a dictionary, in order; empty if it does not exist. Cached. */
export const readEntries = (db: Db, type: string): Promise<Entry[]> => readCached(db, 'sys_dict', type, () => listInUse(db, type));

/** Invalidates cached dictionaries. Reads are not cached until the pending change is committed. */
export const invalidateDictionaries = (db: Db) => invalidateUntilCommit(db, 'sys_dict');
