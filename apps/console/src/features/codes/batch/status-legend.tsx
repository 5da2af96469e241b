import { type CodeStatus, codeStatuses, codes, type StatusCounts } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { shareText } from '../../../ui/share-text.ts';
import { colourOf } from '../../../ui/tones.ts';

interface StatusLegendProps {
  counts: StatusCounts;
  /** Those of them that are so because of their container. */
  held: StatusCounts;
  onPick: (status: CodeStatus) => void;
  /** While somebody points at a status, or has reached it by keys; undefined once they left. */
  onLight: (status: CodeStatus | undefined) => void;
}

/** Codes by status below the bar; each lights up where it is, and leads to the codes that have it. */
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
