import { type TraceRecord, type Translate, traceRecords, traceTemplates, type WordKey } from '@suyuan/contract';
import { Link } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { ordinalRange } from '../../../ui/number-format.ts';
import type { Tone } from '../../../ui/status-tones.tsx';

/** Colours of record states; they differ from those of codes. */
export const traceTones: Record<TraceRecord['state'], Tone> = {
  draft: 'quiet',
  submitted: 'attention',
  verified: 'verified',
  published: 'genuine',
  corrected: 'expired',
};

/** E.g. `箱 #3`, `一段码 #1–200`. */
export function subjectText(
  { subject, level, ordinalFrom, ordinalTo }: Pick<TraceRecord, 'subject' | 'level' | 'ordinalFrom' | 'ordinalTo'>,
  t: Translate,
) {
  if (subject === 'batch') return t('manage.traceability.subject.batch');
  const labelKey =
    subject === 'container' ? (`manage.traceability.level.${level}` as WordKey) : (`manage.traceability.subject.${subject}` as const);
  return ordinalFrom === null ? t(labelKey) : `${t(labelKey)} ${ordinalRange(ordinalFrom, ordinalTo ?? ordinalFrom)}`;
}

export const recordPath = (id: number) => `/manage/traceability/record/${id}`;
export const fillPath = (id?: number) => (id === undefined ? '/manage/traceability/fill' : `/manage/traceability/fill?traceRecordId=${id}`);
export const tracePath = (batchId: number, ordinal?: number | null) =>
  `/manage/traceability/batch/${batchId}${ordinal ? `?ordinal=${ordinal}` : ''}`;
export const templatePath = (id: number | 'new') => `/manage/traceability/template/${id}`;

const paths = {
  records: '/manage/traceability',
  templates: '/manage/traceability/templates',
  completeness: '/manage/traceability/completeness',
} as const;

const CURRENT_TAB = 'border-primary text-(--link)!';
const OTHER_TAB = 'border-transparent text-muted! hover:text-(--link)!';

export function TraceNav({ current }: { current: keyof typeof paths }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const visibleTabs = (['records', 'templates', 'completeness'] as const).filter((tab) =>
    hasPermi(tab === 'templates' ? traceTemplates.permission('list') : traceRecords.permission('list')),
  );
  return (
    <nav className="-mt-2 mb-4 flex gap-6 border-b border-line" aria-label={t('manage.traceability.title')}>
      {visibleTabs.map((tab) => (
        <Link
          key={tab}
          to={paths[tab]}
          aria-current={tab === current ? 'page' : undefined}
          className={`-mb-px border-b-2 pt-1 pb-2 ${tab === current ? CURRENT_TAB : OTHER_TAB}`}
        >
          {t(`manage.traceability.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
