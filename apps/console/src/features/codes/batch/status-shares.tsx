import { codeStatuses, codes, type StatusCounts } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { colourOfStatus } from '../../../ui/tones.ts';

export function StatusShares({ counts }: { counts: StatusCounts }) {
  const t = useTranslations();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  if (parts.length === 0) return <span className="none">—</span>;
  const words = parts.map(({ status, count }) => `${t(codes.word(`status.${status}`))} ${groupDigits(count)}`).join(t('kit.joint'));
  return (
    <Tooltip title={words}>
      <span className="status-shares" role="img" aria-label={words}>
        {parts.map(({ status, count }) => (
          <i key={status} style={{ flexGrow: count, background: colourOfStatus(status) }} />
        ))}
      </span>
    </Tooltip>
  );
}
