import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { groupDigits, shortNumber } from '../../kit/numbers.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { currentLanguage, useWords } from '../../kit/words.ts';
import { shareText } from './figures.ts';
import { How } from './how.tsx';

interface TileProps {
  name: string;
  /** How it is counted. */
  how: string;
  /** A count, or a text such as a share. */
  value: number | string;
  /** The list behind it. */
  to: string;
  change?: { value: number; before: number; days: number } | undefined;
  note?: ReactNode;
  line?: readonly number[];
  tone?: string;
}

/** One figure: what it is, how much, how it changed, how it went; pressing it leads to the list behind it. */
export function FigureTile({ name, how, value, to, change, note, line, tone }: TileProps) {
  const exact = typeof value === 'number' ? groupDigits(value) : value;
  return (
    <li className="card tile">
      <How says={how}>{name}</How>
      <Tooltip title={exact}>
        <Link to={to} className="figure-value numeral" aria-label={`${name} ${exact}`}>
          {typeof value === 'number' ? shortNumber(value, currentLanguage()) : value}
        </Link>
      </Tooltip>
      <span className="tile-note">{change ? <Changed {...change} /> : note}</span>
      {change && note && <span className="tile-note">{note}</span>}
      {line && <Sparkline values={line} tone={tone} />}
    </li>
  );
}

/** More or less than before, in words and by a sign; whether that is good is for people to say. */
function Changed({ value, before, days }: { value: number; before: number; days: number }) {
  const t = useWords();
  if (before === 0) return value === 0 ? t('manage.figure.same', { days }) : t('manage.figure.new', { days });
  if (value === before) return t('manage.figure.same', { days });
  const share = shareText(Math.abs(value - before), before);
  return (
    <Tooltip title={t(value > before ? 'manage.figure.up' : 'manage.figure.down', { days, share })}>
      <span aria-label={t(value > before ? 'manage.figure.up' : 'manage.figure.down', { days, share })} role="img">
        {value > before ? '↑' : '↓'} {share}
      </span>
    </Tooltip>
  );
}
