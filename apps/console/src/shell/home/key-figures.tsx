import type { HomeFigures } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { FigureTile, FigureTiles } from '../../ui/figure-tile.tsx';
import { formatShare } from '../../ui/format-amount.ts';
import { groupDigits } from '../../ui/number-format.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { tones } from '../../ui/status-tones.tsx';
import { TermTooltip } from '../../ui/term-tooltip.tsx';
import { useFigureLinks } from './use-figure-links.ts';

export function KeyFigures({ figures }: { figures: HomeFigures }) {
  const t = useTranslations();
  const links = useFigureLinks();
  const { days, byDay, scans, firsts, ours, suspect, diversion, codes, cases, expiring } = figures;
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const today = period.endTime;
  const yesterday = byDay.at(-2);
  const trendOf = (key: 'scans' | 'suspect' | 'diversion' | 'live') => byDay.map((day) => day[key]);
  return (
    <FigureTiles>
      <FigureTile
        name={t('manage.figure.scans')}
        explanation={t('manage.figure.scans.how')}
        value={scans.value}
        change={{ ...scans, days }}
        note={
          <>
            <OptionalLink to={links.scans({ beginTime: today, endTime: today })}>
              {t('manage.figure.ofToday', { count: groupDigits(byDay.at(-1)?.scans ?? 0) })}
            </OptionalLink>
            {yesterday && (
              <>
                {' · '}
                <OptionalLink to={links.scans({ beginTime: yesterday.day, endTime: yesterday.day })}>
                  {t('manage.figure.ofYesterday', { count: groupDigits(yesterday.scans) })}
                </OptionalLink>
              </>
            )}
          </>
        }
        isLastIncomplete
        trend={trendOf('scans')}
        to={links.scans(period)}
      />
      <FigureTile
        name={t('manage.figure.firstRate')}
        explanation={t('manage.figure.firstRate.how')}
        value={formatShare(firsts.value, ours.value)}
        note={t('manage.figure.firstOf', { count: firsts.value, ours: ours.value })}
        isLastIncomplete
        trend={byDay.map((day) => (day.ours > 0 ? day.firsts / day.ours : 0))}
        tone={tones.genuine}
        to={links.scans({ first: '1', ...period })}
      />
      <FigureTile
        name={t('manage.figure.suspect')}
        explanation={t('manage.figure.suspect.how')}
        value={suspect.value}
        change={{ ...suspect, days }}
        note={t('manage.figure.rateOf', { share: formatShare(suspect.value, scans.value) })}
        isLastIncomplete
        trend={trendOf('suspect')}
        tone={tones.attention}
        to={links.scans({ verdict: 'suspect', ...period })}
      />
      <FigureTile
        name={t('manage.figure.diversion')}
        explanation={t('manage.figure.diversion.how')}
        value={diversion.value}
        change={{ ...diversion, days }}
        isLastIncomplete
        trend={trendOf('diversion')}
        tone={tones.diversion}
        to={links.scans({ verdict: 'suspect', reason: 'otherRegion', ...period })}
      />
      <FigureTile
        name={t('manage.figure.issued')}
        explanation={t('manage.figure.issued.how')}
        value={codes.issued}
        note={<CountsSince having="issued" today={today} ofToday={codes.issuedToday} ofMonth={codes.issuedMonth} />}
        to={links.batches({ having: 'issued' })}
      />
      <FigureTile
        name={t('manage.figure.live')}
        explanation={t('manage.figure.live.how')}
        value={codes.live}
        note={<CountsSince having="live" today={today} ofToday={codes.liveToday} ofMonth={codes.liveMonth} />}
        isLastIncomplete
        trend={trendOf('live')}
        tone={tones.genuine}
        to={links.batches({ having: 'live' })}
      />
      <FigureTile
        name={t('manage.figure.openCases')}
        explanation={t('manage.figure.openCases.how')}
        value={cases.open}
        note={
          cases.assigned > 0 && (
            <OptionalLink to={links.cases('assigned')}>{t('manage.figure.assignedCases', { count: cases.assigned })}</OptionalLink>
          )
        }
        to={links.cases('open')}
      />
      <FigureTile
        name={t('manage.figure.expiring')}
        explanation={t('manage.figure.expiring.how')}
        value={expiring.over + expiring.near}
        note={t('manage.figure.expiringParts', expiring)}
        to={links.expiries}
      />
    </FigureTiles>
  );
}

interface CountsSinceProps {
  having: 'issued' | 'live';
  today: string | undefined;
  ofToday: number;
  ofMonth: number;
}

/** Codes of today and of this month, with links to their batches. */
function CountsSince({ having, today, ...counts }: CountsSinceProps) {
  const t = useTranslations();
  const links = useFigureLinks();
  const renderCount = (period: 'ofToday' | 'ofMonth', from: string | undefined) => {
    const count = counts[period];
    const text = t(`manage.figure.${period}`, { count: groupDigits(count) });
    if (count < 0) return <TermTooltip explanation={t('manage.figure.live.less')}>{text}</TermTooltip>;
    const to = count === 0 ? undefined : links.batches({ having, havingBeginTime: from, havingEndTime: today });
    return <OptionalLink to={to}>{text}</OptionalLink>;
  };
  return (
    <>
      {renderCount('ofToday', today)}
      {' · '}
      {renderCount('ofMonth', today && `${today.slice(0, 8)}01`)}
    </>
  );
}

const OptionalLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? <RowLink to={to}>{children}</RowLink> : children;
