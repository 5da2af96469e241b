import type { Traceability, Translate, WordKey } from '@suyuan/contract';
import { groupDigits } from '../../../ui/numbers.ts';
import type { Tone } from '../../../ui/tones.ts';

/** Colours of record states; they differ from those of codes. */
export const traceTones: Record<Traceability['state'], Tone> = {
  draft: 'quiet',
  submitted: 'attention',
  verified: 'verified',
  published: 'genuine',
  corrected: 'expired',
};

/** E.g. `箱 3`, `一段码 1–200`. */
export function subjectText(
  { subject, level, ordinalFrom, ordinalTo }: Pick<Traceability, 'subject' | 'level' | 'ordinalFrom' | 'ordinalTo'>,
  t: Translate,
) {
  if (subject === 'batch') return t('manage.traceability.subject.batch');
  const [first, last] = [ordinalFrom, ordinalTo].map((ordinal) => (ordinal === null ? '' : groupDigits(ordinal)));
  const rangeText = first === last ? first : `${first}–${last}`;
  const labelKey =
    subject === 'container' ? (`manage.traceability.level.${level}` as WordKey) : (`manage.traceability.subject.${subject}` as const);
  return `${t(labelKey)} ${rangeText}`;
}

export const recordPath = (id: number) => `/manage/traceability/record/${id}`;
export const fillPath = (id?: number) => (id === undefined ? '/manage/traceability/fill' : `/manage/traceability/fill?traceRecordId=${id}`);
export const tracePath = (batchId: number, ordinal?: number | null) =>
  `/manage/traceability/batch/${batchId}${ordinal ? `?ordinal=${ordinal}` : ''}`;
export const templatePath = (id: number | 'new') => `/manage/traceability/template/${id}`;
