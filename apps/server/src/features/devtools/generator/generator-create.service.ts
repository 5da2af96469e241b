import { type GenNewTable, genOwnColumns } from '@suyuan/contract';
import { onOwner, ownerUrlOf } from '../../../platform/db/connect.ts';
import { mapConstraintErrors, mapPrivilegeError } from '../../../platform/db/database-errors.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as generatorService from './generator.service.ts';
import * as creationQueries from './generator-create.queries.ts';
import { isReserved } from './generator-names.ts';

/**
 * Creates a table and imports it into the generator.
 * @throws genColumnTwice, genNameReserved, genTableTaken, genTableUnknown, databaseRightMissing
 */
export async function create(ctx: Context, { kind = 'plain', owned = false, ofTable = null, ...table }: GenNewTable) {
  const { tableName, columns } = table;
  const ofKey = kind === 'lines' && ofTable ? await creationQueries.keyOf(ctx.db, ofTable) : undefined;
  if (kind === 'lines' && !ofKey) throw new Problem('genTableUnknown', { field: 'ofTable', tableName: ofTable ?? '' });
  const usedNames = new Set<string>([
    ...genOwnColumns,
    `${tableName}_id`,
    ...(kind === 'plain' ? [] : ['order_num', 'parent_id']),
    ofKey ?? '',
  ]);
  if (isReserved(tableName) || /^(gen|pg|kysely)_/.test(tableName))
    throw new Problem('genNameReserved', { field: 'tableName', name: tableName });
  for (const { columnName } of columns) {
    if (isReserved(columnName)) throw new Problem('genNameReserved', { field: 'columnName', name: columnName });
    if (usedNames.has(columnName)) throw new Problem('genColumnTwice', { field: 'columnName', columnName });
    usedNames.add(columnName);
  }
  const createAndImport = async (db: Context['db']) => {
    // unique indexes of the catalog detect a concurrent creation
    await mapConstraintErrors(
      { pg_class_relname_nsp_index: 'genTableTaken', pg_type_typname_nsp_index: 'genTableTaken' },
      { field: 'tableName', tableName },
      mapPrivilegeError(creationQueries.create(db, { ...table, kind, ofTable, owned }, ofKey ?? null)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === '42P07')
          throw new Problem('genTableTaken', { field: 'tableName', tableName });
        throw error;
      }),
    );
    await generatorService.importTables({ ...ctx, db }, [tableName]);
  };
  // created by the migrating role, because later migrations alter the table; that transaction commits before the request's
  const { db } = ctx.installation;
  await (ownerUrlOf(db) === undefined ? createAndImport(ctx.db) : onOwner(db, (owner) => inTransaction(owner, createAndImport)));
}
