import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

type Row = Omit<Insertable<Database['handover']>, 'salt'> & { download?: Omit<Insertable<Database['handoverDownload']>, 'handoverId'> };

export async function insertPrintOrder(db: Db, { download, ...row }: Row) {
  const { handoverId } = await db
    .insertInto('handover')
    .values({ ...row, salt: randomBytes(16), sample: true })
    .returning('handoverId')
    .executeTakeFirstOrThrow();
  if (download)
    await db
      .insertInto('handoverDownload')
      .values({ ...download, handoverId, whole: true })
      .execute();
}
