import type { dictData, RecordOf } from '@suyuan/contract';
import { remember } from '../../../platform/cache/cache.ts';
import { invalidateChanging } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { listInUse } from './dictionary-data.queries.ts';

type Entry = RecordOf<typeof dictData>;

/** The entries in use of the dictionary called `type`, in their order; none where there is no such dictionary. */
export const entriesOf = (db: Db, type: string): Promise<Entry[]> => remember(db, 'sys_dict', type, () => listInUse(db, type));

/** What this process knows of the dictionaries of `db` is out of date, and so is what it reads until its change is committed. */
export const forget = (db: Db) => invalidateChanging(db, 'sys_dict');
