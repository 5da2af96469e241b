import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { formatShare } from './format-amount.ts';
import { groupDigits, shortNumber } from './number-format.ts';
import { TermTooltip } from './term-tooltip.tsx';
import './figure.css';

export function FigureCard({
  title,
  explanation,
  wide,
  children,
}: {
  title: string;
  explanation: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`card home-card question${wide ? ' wide' : ''}`}>
      <h3>
        <TermTooltip explanation={explanation}>{title}</TermTooltip>
      </h3>
      {children}
    </section>
  );
}

interface SparklineProps {
  values: readonly number[];
  tone?: string | undefined;
  /** The last value is incomplete (today) and omitted: it would look like a drop. */
  isLastIncomplete?: boolean;
}

export function Sparkline({ values, tone, isLastIncomplete = false }: SparklineProps) {
  const visibleValues = isLastIncomplete ? values.slice(0, -1) : values;
  if (visibleValues.length < 2) return null;
  const maxValue = Math.max(...visibleValues, 1);
  const points = visibleValues.map(
    (value, at) => `${((at / (visibleValues.length - 1)) * 100).toFixed(1)},${(22 - (value / maxValue) * 20).toFixed(1)}`,
  );
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="sparkline" aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={tone ?? 'var(--primary)'}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface TileProps {
  name: string;
  explanation: string;
  /** A count, or a text such as a share. */
  value: number | string;
  /** URL of the list behind it; absent if it is on the same page or not permitted. */
  to?: string | undefined;
  change?: { value: number; before: number; days: number } | undefined;
  note?: ReactNode;
  /** `isLastIncomplete`: the last value is incomplete and omitted. */
  trend?: readonly number[];
  isLastIncomplete?: boolean;
  tone?: string;
}

export function FigureTile({ name, explanation, value, to, change, note, trend, isLastIncomplete, tone }: TileProps) {
  const exact = typeof value === 'number' ? groupDigits(value) : value;
  const shortValue = typeof value === 'number' ? shortNumber(value, currentLanguage()) : value;
  return (
    <li className="card tile">
      <TermTooltip explanation={explanation}>{name}</TermTooltip>
      <Tooltip title={exact}>
        {to ? (
          <Link
            to={to}
            className="figure-value numeral"
            aria-label={exact === shortValue ? `${name} ${shortValue}` : `${name} ${shortValue} (${exact})`}
          >
            {shortValue}
          </Link>
        ) : (
          <span className="figure-value numeral">{shortValue}</span>
        )}
      </Tooltip>
      <span className="tile-note">{change ? <ChangeNote {...change} /> : note}</span>
      {change && note && <span className="tile-note">{note}</span>}
      {trend && <Sparkline values={trend} tone={tone} isLastIncomplete={isLastIncomplete ?? false} />}
    </li>
  );
}

/** Below this count the tile shows both counts instead of a change in percent. */
const MIN_FOR_PERCENT = 20;

/** Change against the previous period. Neutral, because an increase is not always good. */
function ChangeNote({ value, before, days }: { value: number; before: number; days: number }) {
  const t = useTranslations();
  if (before === 0) return value === 0 ? t('kit.figure.same', { days }) : t('kit.figure.new', { days });
  if (value === before) return t('kit.figure.same', { days });
  if (before < MIN_FOR_PERCENT) {
    const counts = { days, before, value };
    return (
      <Tooltip title={t('kit.figure.fromTo', counts)}>
        <span aria-label={t('kit.figure.fromTo', counts)} role="img">
          {groupDigits(before)} → {groupDigits(value)}
        </span>
      </Tooltip>
    );
  }
  const share = formatShare(Math.abs(value - before), before);
  return (
    <Tooltip title={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })}>
      <span aria-label={t(value > before ? 'kit.figure.up' : 'kit.figure.down', { days, share })} role="img">
        {value > before ? '↑' : '↓'} {share}
      </span>
    </Tooltip>
  );
}
