import type { dictData, RecordOf } from '@suyuan/contract';
import { remember } from '../../../platform/cache/cache.ts';
import { invalidateChanging } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { listInUse } from './dictionary-data.queries.ts';

type Entry = RecordOf<typeof dictData>;

/** Enabled entries of a dictionary, in order; empty if it does not exist. Cached. */
export const entriesOf = (db: Db, type: string): Promise<Entry[]> => remember(db, 'sys_dict', type, () => listInUse(db, type));

/** Invalidates cached dictionaries. Reads are not cached until the pending change is committed. */
export const forget = (db: Db) => invalidateChanging(db, 'sys_dict');
