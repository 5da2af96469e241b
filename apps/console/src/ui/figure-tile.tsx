import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentLanguage, useWords } from '../data/words.ts';
import { How } from './how.tsx';
import { groupDigits, shortNumber } from './numbers.ts';
import { shareText } from './share-text.ts';
import { Sparkline } from './sparkline.tsx';
import './figure.css';

interface TileProps {
  name: string;
  how: string;
  /** A count, or a text such as a share. */
  value: number | string;
  /** URL of the list behind it; absent if it is on the same page or not permitted. */
  to?: string | undefined;
  change?: { value: number; before: number; days: number } | undefined;
  note?: ReactNode;
  /** `partial`: the last value is incomplete and omitted. */
  line?: readonly number[];
  partial?: boolean;
  tone?: string;
}

export function FigureTile({ name, how, value, to, change, note, line, partial, tone }: TileProps) {
  const exact = typeof value === 'number' ? groupDigits(value) : value;
  const shown = typeof value === 'number' ? shortNumber(value, currentLanguage()) : value;
  return (
    <li className="card tile">
      <How says={how}>{name}</How>
      <Tooltip title={exact}>
        {to ? (
          <Link to={to} className="figure-value numeral" aria-label={exact === shown ? `${name} ${shown}` : `${name} ${shown} (${exact})`}>
            {shown}
          </Link>
        ) : (
          <span className="figure-value numeral">{shown}</span>
        )}
      </Tooltip>
      <span className="tile-note">{change ? <Changed {...change} /> : note}</span>
      {change && note && <span className="tile-note">{note}</span>}
      {line && <Sparkline values={line} tone={tone} partial={partial ?? false} />}
    </li>
  );
}

/** Below this count the tile shows both counts instead of a change in percent. */
const FEW = 20;

/** Change against the previous period. Neutral, because an increase is not always good. */
function Changed({ value, before, days }: { value: number; before: number; days: number }) {
  const t = useWords();
  if (before === 0) return value === 0 ? t('kit.figure.same', { days }) : t('kit.figure.new', { days });
  if (value === before) return t('kit.figure.same', { days });
  if (before < FEW) {
    const counts = { days, before, value };
    return (
      <Tooltip title={t('kit.figure.fromTo', counts)}>
        <span aria-label={t('kit.figure.fromTo', counts)} role="img">
          {groupDigits(before)} → {groupDigits(value)}
        </span>
      </Tooltip>
    );
  }
  const share = shareText(Math.abs(value - before), before);
  return (
    <Tooltip title={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })}>
      <span aria-label={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })} role="img">
        {value > before ? '↑' : '↓'} {share}
      </span>
    </Tooltip>
  );
}
