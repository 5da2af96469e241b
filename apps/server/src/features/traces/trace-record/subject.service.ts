import { type InputOf, traceabilities } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import type * as queries from './trace-record.queries.ts';
import * as references from './trace-reference.queries.ts';

type SubjectInput = Pick<InputOf<typeof traceabilities>, 'subject' | 'level' | 'ordinalFrom' | 'ordinalTo' | 'code'>;
type Subject = Pick<queries.RecordColumns, 'subject' | 'level' | 'ordinalFrom' | 'count'>;

/**
 * Resolves the codes of a record; resulting ordinals start at 0.
 * @throws invalidInput, codeUnreadable, traceCodeElsewhere, traceSubjectWrong, rangeBackwards, rangeOutside
 */
export async function subjectOf({ db, installation, t }: Context, batchId: number, input: SubjectInput): Promise<Subject> {
  const { subject, code } = input;
  if (subject === 'batch') return { subject, level: null, ordinalFrom: null, count: null };
  const codePlace = code ? await locate(code) : undefined;
  const level = subject === 'container' ? (codePlace?.level ?? input.level ?? missing('level')) : 0;
  if (codePlace && codePlace.level > 0 !== (subject === 'container')) throw new Problem('traceSubjectWrong', { field: 'code' });
  const from = codePlace ? codePlace.ordinal + 1 : (input.ordinalFrom ?? missing('ordinalFrom'));
  const to = subject === 'range' ? (input.ordinalTo ?? missing('ordinalTo')) : from;
  if (to < from) throw new Problem('rangeBackwards', { field: 'ordinalTo', from, to });
  const last = await references.lastOrdinal(db, batchId, level);
  if (to > last) throw new Problem('rangeOutside', { field: subject === 'range' ? 'ordinalTo' : 'ordinalFrom', from, to, last });
  return { subject, level, ordinalFrom: from - 1, count: to - from + 1 };

  async function locate(text: string) {
    const place = await codeService.locate(db, installation, text);
    if (!place) throw new Problem('codeUnreadable', { field: 'code', code: text });
    if (place.batchId !== batchId) throw new Problem('traceCodeElsewhere', { field: 'code', code: text });
    return place;
  }
  function missing(field: string): never {
    throw new Problem('invalidInput', { field, message: t('issue.required', { field: t(traceabilities.word(field)) }) });
  }
}
