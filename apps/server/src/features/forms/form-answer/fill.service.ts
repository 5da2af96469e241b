import { type FormFieldFault, type FormFill, type FormOffer, type FormToFill, formFaultText } from '@suyuan/contract';
import { type Answers, answerFields, type FormNode, isObject, specOf, validate } from '@suyuan/forms';
import type { z } from 'zod';
import { safeAnswers } from '../../../platform/html/safe-html.ts';
import type { Actor, Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as queries from './form-answer.queries.ts';

type FillableForm = NonNullable<Awaited<ReturnType<typeof queries.findFillable>>>;

const formUserOf = ({ userId, admin, roles }: Actor): queries.FormUser => ({
  userId,
  roleIds: admin ? null : roles.map(({ roleId }) => roleId),
});

/** Forms that the user may fill in now. */
export const list = ({ db, actor }: Context): Promise<FormOffer[]> => queries.listFillable(db, formUserOf(actor));

/** @throws notFound if the user has no such form, and the errors of `ensureOpen` */
export async function read({ db, actor }: Context, key: string): Promise<FormToFill> {
  const form = orNotFound(await queries.findFillable(db, formUserOf(actor), key));
  ensureOpen(form);
  const { formKey, formName, versionNo, doc, remark, closeTime, ownCount } = form;
  return { formKey, formName, versionNo, doc, remark, closeTime, ownCount };
}

/**
 * Stores an answer to the published version. Browser and server use the same validation.
 * @throws notFound, formVersionOld, formAnswerWrong, formFileWrong, and the errors of `ensureOpen`
 */
export async function fill(ctx: Context, key: string, { versionNo, data }: z.output<typeof FormFill>) {
  const { db, actor, ip } = ctx;
  await queries.lockForm(db, key);
  const form = orNotFound(await queries.findFillable(db, formUserOf(actor), key));
  ensureOpen(form);
  if (versionNo !== form.versionNo) throw new Problem('formVersionOld', { versionNo: form.versionNo });
  const validAnswers = validateAnswers(ctx, form, data);
  const files = await filesOf(ctx, form, validAnswers);
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const answerId = await queries.insert(db, { formId: form.formId, versionNo, data: validAnswers, files, ip, ...owner });
  return { answerId };
}

/** @throws formClosed, formAhead, formOver, formFull, formAnswered */
function ensureOpen({ state, isAhead, isOver, openTime, closeTime, answerMost, answerCount, once, ownCount, formName }: FillableForm) {
  if (state !== 'published') throw new Problem('formClosed', { formName });
  if (isAhead) throw new Problem('formAhead', { formName, openTime });
  if (isOver) throw new Problem('formOver', { formName, closeTime });
  if (once && ownCount > 0) throw new Problem('formAnswered', { formName });
  if (answerMost !== null && answerCount >= answerMost) throw new Problem('formFull', { formName, answerMost });
}

const MAX_FAULTS = 100;

function validateAnswers({ t }: Context, { doc }: FillableForm, data: Answers): Answers {
  // sanitize first, so that validation covers exactly what is stored; a text emptied by it counts as missing
  const { answers: clean, faults } = validate(doc, safeAnswers(doc.fields, data));
  const fieldFaults = faults
    .slice(0, MAX_FAULTS)
    .map((fault): FormFieldFault => ({ path: fault.path.join('.'), reason: formFaultText(t, fault) }));
  const [first] = fieldFaults;
  if (first) throw new Problem('formAnswerWrong', { field: `data.${first.path}`, reason: first.reason, faults: fieldFaults });
  return clean;
}

/** Paths of the stored files in an answer. @throws formFileWrong if one was not uploaded here */
async function filesOf({ db }: Context, { doc }: FillableForm, answerData: Answers): Promise<string[]> {
  const fileRefs = fileRefsOf(doc.fields, answerData);
  const storedTypes = await fileService.kindsOf(
    db,
    fileRefs.map(({ path }) => path),
  );
  const invalidFile = fileRefs.find(({ path }) => !storedTypes.has(path) || !path.startsWith('upload/'));
  if (invalidFile) throw new Problem('formFileWrong', { field: `data.${invalidFile.name}`, title: invalidFile.title });
  return fileRefs.map(({ path }) => path);
}

function fileRefsOf(nodes: readonly FormNode[], answerData: Answers): { path: string; name: string; title: string }[] {
  return answerFields(nodes).flatMap((node) => {
    const value = answerData[node.name];
    if (!Array.isArray(value)) return [];
    if (node.type === 'subtable') return value.flatMap((row) => (isObject(row) ? fileRefsOf(node.children ?? [], row) : []));
    if (specOf(node.type).answer !== 'files') return [];
    return value.flatMap((file) =>
      isObject(file) && typeof file.url === 'string'
        ? [{ path: fileService.pathOf(file.url), name: node.name, title: node.label ?? node.name }]
        : [],
    );
  });
}
