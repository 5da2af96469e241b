import { type ChangesOf, forms, type InputOf, type QueryOf } from '@suyuan/contract';
import { emptyDoc } from '@suyuan/forms';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeDoc } from '../../../platform/html/safe-doc.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './form.queries.ts';

type Forms = typeof forms;

export const list = ({ db, scope }: Context, query: QueryOf<Forms>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** Adds a draft in the creator's department. @throws formKeyTaken, formTimesWrong, formRolesMissing, referenceNotFound */
export async function add({ db, actor }: Context, { version: _, roleIds = [], doc = emptyDoc(), ...input }: InputOf<Forms>) {
  validateAudience(input.audience ?? 'all', roleIds);
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { formId } = await mapWriteErrors(input, queries.insert(db, { ...input, doc: safeDoc(doc), ...owner }));
  await mapRoleErrors(queries.replaceRoles(db, formId, roleIds));
  return formId;
}

/**
 * Changes the draft, its audience and times. The published version stays until the next `publish`.
 * @throws notFound, recordStale, formKeyFixed, and the errors of `add`
 */
export async function edit({ db, scope, actor }: Context, id: number, changes: ChangesOf<Forms>) {
  orNotFound(await queries.lock(db, scope, id));
  const before = orNotFound(await queries.find(db, scope, id));
  if (changes.formKey !== undefined && changes.formKey !== before.formKey && before.versionNo !== null)
    throw new Problem('formKeyFixed', { field: 'formKey', formKey: before.formKey });
  const audience = changes.audience ?? before.audience;
  const roleIds = changes.roleIds ?? before.roleIds;
  validateAudience(audience, roleIds);
  const sanitized = changes.doc ? { ...changes, doc: safeDoc(changes.doc) } : changes;
  const row = await mapWriteErrors(changes, queries.update(db, scope, id, sanitized, actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
  if (changes.roleIds) await mapRoleErrors(queries.replaceRoles(db, id, changes.roleIds));
}

/** @throws notFound if one of `ids` does not exist or is out of scope, formInUse if one has answers */
export async function remove({ db, scope }: Context, ids: number[]) {
  const removed = await mapConstraintErrors({ form_answer_form_id_version_no_fkey: 'formInUse' }, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

function validateAudience(audience: string, roleIds: number[]) {
  if (audience === 'roles' && roleIds.length === 0) throw new Problem('formRolesMissing', { field: 'roleIds' });
}

const mapWriteErrors = <T>({ formKey, openTime, closeTime }: ChangesOf<Forms>, write: Promise<T>) =>
  mapConstraintErrors(
    { form_form_key_key: 'formKeyTaken' },
    { field: 'formKey', formKey },
    mapConstraintErrors(
      { form_close_time_check: 'formTimesWrong' },
      { field: 'closeTime', openTime: openTime ?? '…', closeTime: closeTime ?? '…' },
      write,
    ),
  );

const mapRoleErrors = <T>(write: Promise<T>) =>
  mapConstraintErrors({ form_role_role_id_fkey: 'referenceNotFound' }, { field: 'roleIds', title: forms.word('roleIds') }, write);
