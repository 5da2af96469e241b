import { type ChangesOf, codeRules, type QueryOf, type RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type CodeRules = typeof codeRules;

/** The shape belongs to the space. */
export type RuleFields = Pick<ChangesOf<CodeRules>, 'ruleName' | 'form' | 'pinDigits' | 'status' | 'remark'>;

const visible = (scope: DataScope) => inScope(scope, { dept: 'codeRule.deptId', user: 'codeRule.createBy' });

const epochs = sql`select * from code_epoch e where e.space_id = code_space.space_id and e.retire_time is null`;

/** The counts of issued and remaining serials are those of the space, shared by all its rules. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('codeRule')
    .innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId')
    .innerJoin('users as maker', 'maker.userId', 'codeRule.createBy')
    .leftJoin('users as editor', 'editor.userId', 'codeRule.updateBy')
    .select([
      'codeRuleId',
      'ruleName',
      'codeRule.spaceId',
      'prefix',
      'kind',
      'checkCharacter',
      'totalLength as length',
      'nextSerial as issuedCount',
      'pinDigits',
      'form',
      'codeRule.status',
      'codeRule.remark',
      'codeRule.version',
      'maker.userName as createBy',
      'codeRule.createTime',
      'editor.userName as updateBy',
      'codeRule.updateTime',
    ])
    .select([
      sql<string | null>`case kind when 'derived' then alphabet end`.as('alphabet'),
      sql<number | null>`case kind when 'derived' then serial_digits end`.as('serialDigits'),
      sql<number | null>`case kind when 'derived' then tag_digits end`.as('tagDigits'),
      sql<number>`capacity - next_serial`.as('leftCount'),
      sql<number>`(select max(epoch) from (${epochs}) e)`.as('epoch'),
      sql<number>`(select count(*) from (${epochs}) e)`.as('epochCount'),
      sql<number>`(select count(*) from batch where batch.code_rule_id = code_rule.code_rule_id)`.as('batchCount'),
    ])
    // checked by the table
    .$castTo<RecordOf<CodeRules>>()
    .where(visible(scope));

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<CodeRules>) =>
  page(
    whereFields(select(db, scope), codeRules, 'codeRule', filters, {
      kind: (kind) => sql`kind = ${kind}`,
      alphabet: (alphabet) => sql`alphabet = ${alphabet}`,
    }),
    'codeRuleId',
    paging,
  );

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('codeRuleId', '=', id).executeTakeFirst();

/** Blocks new references from batches. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db.selectFrom('codeRule').select('codeRuleId').where('codeRuleId', '=', id).where(visible(scope)).forUpdate().executeTakeFirst();

export const insert = (db: Db, row: RuleFields & { ruleName: string; spaceId: number; deptId: number | null; createBy: number }) =>
  db.insertInto('codeRule').values(row).returning('codeRuleId').executeTakeFirstOrThrow();

/** Resolves to undefined if the rule is not in scope at that version. */
export const update = (db: Db, scope: DataScope, id: number, changes: RuleFields, version: number | undefined, userId: number) =>
  db
    .updateTable('codeRule')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('codeRuleId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('codeRuleId')
    .executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('codeRule').where('codeRuleId', 'in', ids).where(visible(scope)).returning('spaceId').execute();
