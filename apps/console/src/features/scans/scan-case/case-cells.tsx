import type { RecordOf, scanCases } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useDurationFormat } from '../../../ui/format-amount.ts';
import { instantOf } from '../../../ui/time-format.tsx';

type ScanCase = RecordOf<typeof scanCases>;

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
