import { codeRules } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

const visible = (scope: DataScope) => ownedInScope(scope, 'codeRule');

const epochs = sql`select * from code_epoch e where e.space_id = code_space.space_id and e.retire_time is null`;

/** The counts of issued and remaining serials are those of the space, shared by all its rules. */
export const rules = recordTable(codeRules, 'codeRule', {
  owned: true,
  join: (rows) => rows.innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId'),
  columns: {
    ...joinedColumns('prefix', 'kind', 'checkCharacter'),
    length: sql.ref('totalLength'),
    issuedCount: sql.ref('nextSerial'),
    leftCount: sql`capacity - next_serial`,
    alphabet: sql`case kind when 'derived' then alphabet end`,
    serialDigits: sql`case kind when 'derived' then serial_digits end`,
    tagDigits: sql`case kind when 'derived' then tag_digits end`,
    epoch: sql`(select max(epoch) from (${epochs}) e)`,
    epochCount: sql`(select count(*) from (${epochs}) e)`,
    batchCount: sql`(select count(*) from batch where batch.code_rule_id = code_rule.code_rule_id)`,
  },
  conditions: { kind: (kind) => sql`kind = ${kind}`, alphabet: (alphabet) => sql`alphabet = ${alphabet}` },
});

/** Blocks new references from batches. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db.selectFrom('codeRule').select('codeRuleId').where('codeRuleId', '=', id).where(visible(scope)).forUpdate().executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('codeRule').where('codeRuleId', 'in', ids).where(visible(scope)).returning('spaceId').execute();
