import { type CaseReason, type RecordOf, scanCases, scans, type WordKey } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { useDurationFormat } from '../../../ui/format-amount.ts';
import { groupDigits, ordinalText } from '../../../ui/number-format.ts';
import { instantOf } from '../../../ui/time-format.tsx';

type ScanCase = RecordOf<typeof scanCases>;

/** Reasons of cases that scans do not have. */
const caseOnlyReasons: readonly CaseReason[] = ['reported', 'inspected'];

/** Locale key of a case's reason; reasons shared with scans use their texts. */
export const reasonKey = (reason: CaseReason): WordKey =>
  caseOnlyReasons.includes(reason) ? scanCases.word(`reason.${reason}`) : scans.word(`reason.${reason}`);

/** How long the case has been open, or took. */
export function CaseAge({ record: { createTime, judgeTime } }: { record: Pick<ScanCase, 'createTime' | 'judgeTime'> }) {
  const formatDuration = useDurationFormat();
  const end = judgeTime ? instantOf(judgeTime) : Date.now();
  return (
    <time className={judgeTime ? 'text-muted' : undefined} dateTime={createTime} data-tip={createTime}>
      {formatDuration(Math.max(0, end - instantOf(createTime)))}
    </time>
  );
}

export function CaseAssignee({ name, avatar }: { name: string | null; avatar: string | null }) {
  const t = useTranslations();
  if (!name) return <span className="text-muted">{t('manage.codeCase.nobody')}</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Avatar user={{ avatar }} size={20} />
      {name}
    </span>
  );
}

/** The code, text or dealer of a case. */
export function CaseSubject({ record: { subject, batchNo, ordinal, code, channelBusinessName } }: { record: ScanCase }) {
  if (subject === 'dealer') return channelBusinessName;
  if (!code) return batchNo && `${batchNo} · ${ordinal === null ? '' : ordinalText(ordinal)}`;
  return (
    <CopyableText grouped={subject === 'code'} copyable={false}>
      {code}
    </CopyableText>
  );
}

/** What a step of a case acts on: subject, product, cause and evidence. */
export function CaseSummary({ record }: { record: ScanCase }) {
  const t = useTranslations();
  const { categoryName, reason, scanCount } = record;
  const evidence = scanCount > 0 && t('kit.pair', { what: t(scanCases.word('scanCount')), which: groupDigits(scanCount) });
  return (
    <div data-testid="case-summary" className="rounded bg-fill px-3 py-2">
      <strong className="font-semibold wrap-anywhere">
        <CaseSubject record={record} />
        {categoryName && ` · ${categoryName}`}
      </strong>
      <div className="text-xs text-muted">{[t(reasonKey(reason)), evidence].filter(Boolean).join(' · ')}</div>
    </div>
  );
}
