import { type CodeStatus, codeStatuses, codes, type StatusCounts } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { shareText } from '../../../ui/share-text.ts';
import { colourOf } from '../../../ui/tones.ts';

interface StatusLegendProps {
  counts: StatusCounts;
  /** Codes that have the status because of their container. */
  held: StatusCounts;
  onPick: (status: CodeStatus) => void;
  /** On hover or focus of a status; undefined on leave. */
  onLight: (status: CodeStatus | undefined) => void;
}

export function StatusLegend({ counts, held, onPick, onLight }: StatusLegendProps) {
  const t = useWords();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="status-legend">
      {parts.map(({ status, count }) => (
        <li key={status}>
          <Tooltip title={t('manage.batch.codes', { count: groupDigits(count) })}>
            <button
              type="button"
              onClick={() => onPick(status)}
              onPointerEnter={() => onLight(status)}
              onPointerLeave={() => onLight(undefined)}
              onFocus={() => onLight(status)}
              onBlur={() => onLight(undefined)}
            >
              <i className="dot" style={{ background: colourOf(status) }} aria-hidden="true" />
              <span>{t(codes.word(`status.${status}`))}</span>
              <strong className="numeral">{shortNumber(count, currentLanguage())}</strong>
              <span className="numeral legend-share">{shareText(count, total)}</span>
              {held[status] && <span className="legend-share">{t('manage.batch.held', { count: held[status] })}</span>}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
