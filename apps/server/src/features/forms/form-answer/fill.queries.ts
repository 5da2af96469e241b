import type { FormState } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

const MAX_FORMS = 200;

/** Whether a form is open to all signed-in users or to one of the roles. */
const isOpenTo = (roleIds: number[]) => sql<boolean>`(form.audience = 'all' or exists (select from form_role r
  where r.form_id = form.form_id and r.role_id = any(${roleIds}::bigint[])))`;

export interface FormUser {
  userId: number;
  /** Null for administrators, who may fill in every form. */
  roleIds: number[] | null;
}

const isAvailableTo = ({ roleIds }: FormUser) => (roleIds === null ? sql<boolean>`true` : isOpenTo(roleIds));

const ownCount = (userId: number) =>
  sql<number>`(select count(*) from form_answer a where a.form_id = form.form_id and a.create_by = ${userId})`.as('ownCount');

/** The published form of `key` that the user may fill in, open or not. */
export const findFillable = (db: Db, user: FormUser, key: string) =>
  db
    .selectFrom('form')
    .innerJoin('formVersion', (join) =>
      join.onRef('formVersion.formId', '=', 'form.formId').onRef('formVersion.versionNo', '=', 'form.versionNo'),
    )
    .select(['form.formId', 'formKey', 'formName', 'form.state', 'formVersion.versionNo', 'formVersion.doc', 'form.remark'])
    .select(['openTime', 'closeTime', 'answerMost', 'answerCount', 'once', ownCount(user.userId)])
    .select([
      sql<boolean>`coalesce(open_time > now(), false)`.as('isAhead'),
      sql<boolean>`coalesce(close_time < now(), false)`.as('isOver'),
    ])
    .$narrowType<{ state: FormState; doc: FormDoc }>()
    .where('formKey', '=', key)
    .where(isAvailableTo(user))
    .executeTakeFirst();

/** Locks a form until the transaction ends, so that answers are counted in sequence. */
export const lockForm = (db: Db, key: string) =>
  db.selectFrom('form').select('formId').where('formKey', '=', key).forUpdate().executeTakeFirst();

export const listFillable = (db: Db, user: FormUser) =>
  db
    .selectFrom('form')
    .select(['formKey', 'formName', 'remark', 'closeTime', ownCount(user.userId)])
    .where('state', '=', 'published')
    .where(isAvailableTo(user))
    .where(sql<boolean>`coalesce(open_time <= now(), true) and coalesce(close_time >= now(), true)`)
    .where(sql<boolean>`(answer_most is null or answer_count < answer_most)`)
    .where(
      sql<boolean>`(not once or not exists (select from form_answer a where a.form_id = form.form_id and a.create_by = ${user.userId}))`,
    )
    .orderBy('formId', 'desc')
    .limit(MAX_FORMS)
    .execute();
