import { type CodeStatus, codeStatuses, codes, type StatusCounts } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { formatShare } from '../../../ui/share-text.ts';
import { colourOfStatus } from '../../../ui/tones.ts';

interface StatusLegendProps {
  counts: StatusCounts;
  /** Codes that have the status because of their container. */
  heldCounts: StatusCounts;
  onSelect: (status: CodeStatus) => void;
  /** On hover or focus of a status; undefined on leave. */
  onHighlight: (status: CodeStatus | undefined) => void;
}

export function StatusLegend({ counts, heldCounts, onSelect, onHighlight }: StatusLegendProps) {
  const t = useTranslations();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="status-legend">
      {parts.map(({ status, count }) => (
        <li key={status}>
          <Tooltip title={t('manage.batch.codes', { count: groupDigits(count) })}>
            <button
              type="button"
              onClick={() => onSelect(status)}
              onPointerEnter={() => onHighlight(status)}
              onPointerLeave={() => onHighlight(undefined)}
              onFocus={() => onHighlight(status)}
              onBlur={() => onHighlight(undefined)}
            >
              <i className="dot" style={{ background: colourOfStatus(status) }} aria-hidden="true" />
              <span>{t(codes.word(`status.${status}`))}</span>
              <strong className="numeral">{shortNumber(count, currentLanguage())}</strong>
              <span className="numeral legend-share">{formatShare(count, total)}</span>
              {heldCounts[status] && <span className="legend-share">{t('manage.batch.held', { count: heldCounts[status] })}</span>}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
