import type { HomeFigures } from '@suyuan/contract';
import { Fragment, type ReactNode } from 'react';
import { useWords } from '../../data/words.ts';
import { FigureTile } from '../../ui/figure-tile.tsx';
import { How } from '../../ui/how.tsx';
import { groupDigits } from '../../ui/numbers.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { shareText } from '../../ui/share-text.ts';
import { tones } from '../../ui/tones.ts';
import { useBehind } from './use-behind.ts';

export function KeyFigures({ figures }: { figures: HomeFigures }) {
  const t = useWords();
  const behind = useBehind();
  const { days, byDay, scans, firsts, ours, suspect, diversion, codes, openCases, expiring } = figures;
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const today = period.endTime;
  const month = today && `${today.slice(0, 8)}01`;
  const since = (having: 'issued' | 'live', spans: [count: number, from: string | undefined, word: 'ofToday' | 'ofMonth'][]) =>
    spans.map(([count, from, word], at) => (
      <Fragment key={word}>
        {at > 0 && ' · '}
        {count < 0 ? (
          <How says={t('manage.figure.live.less')}>{t(`manage.figure.${word}`, { count: groupDigits(count) })}</How>
        ) : (
          <Behind to={count === 0 ? undefined : behind.batches({ having, havingBeginTime: from, havingEndTime: today })}>
            {t(`manage.figure.${word}`, { count: groupDigits(count) })}
          </Behind>
        )}
      </Fragment>
    ));
  const line = (key: 'scans' | 'suspect' | 'diversion' | 'live') => byDay.map((day) => day[key]);
  return (
    <ul className="tiles">
      <FigureTile
        name={t('manage.figure.scans')}
        how={t('manage.figure.scans.how')}
        value={scans.value}
        change={{ ...scans, days }}
        note={
          <Behind to={behind.scans({ beginTime: today, endTime: today })}>
            {t('manage.figure.ofToday', { count: groupDigits(byDay.at(-1)?.scans ?? 0) })}
          </Behind>
        }
        partial
        line={line('scans')}
        to={behind.scans(period)}
      />
      <FigureTile
        name={t('manage.figure.firstRate')}
        how={t('manage.figure.firstRate.how')}
        value={shareText(firsts.value, ours.value)}
        note={t('manage.figure.firstOf', { count: firsts.value })}
        partial
        line={byDay.map((day) => (day.ours > 0 ? day.firsts / day.ours : 0))}
        tone={tones.genuine}
        to={behind.scans({ first: '1', ...period })}
      />
      <FigureTile
        name={t('manage.figure.suspect')}
        how={t('manage.figure.suspect.how')}
        value={suspect.value}
        change={{ ...suspect, days }}
        note={t('manage.figure.rateOf', { share: shareText(suspect.value, scans.value) })}
        partial
        line={line('suspect')}
        tone={tones.attention}
        to={behind.scans({ verdict: 'suspect', ...period })}
      />
      <FigureTile
        name={t('manage.figure.diversion')}
        how={t('manage.figure.diversion.how')}
        value={diversion.value}
        change={{ ...diversion, days }}
        partial
        line={line('diversion')}
        tone={tones.diversion}
        to={behind.scans({ verdict: 'suspect', reason: 'otherRegion', ...period })}
      />
      <FigureTile
        name={t('manage.figure.issued')}
        how={t('manage.figure.issued.how')}
        value={codes.issued}
        note={since('issued', [
          [codes.issuedToday, today, 'ofToday'],
          [codes.issuedMonth, month, 'ofMonth'],
        ])}
        to={behind.batches({ having: 'issued' })}
      />
      <FigureTile
        name={t('manage.figure.live')}
        how={t('manage.figure.live.how')}
        value={codes.live}
        note={since('live', [
          [codes.liveToday, today, 'ofToday'],
          [codes.liveMonth, month, 'ofMonth'],
        ])}
        partial
        line={line('live')}
        tone={tones.genuine}
        to={behind.batches({ having: 'live' })}
      />
      <FigureTile name={t('manage.figure.openCases')} how={t('manage.figure.openCases.how')} value={openCases} to={behind.cases} />
      <FigureTile
        name={t('manage.figure.expiring')}
        how={t('manage.figure.expiring.how')}
        value={expiring.batches + expiring.papers + expiring.contracts}
        note={t('manage.figure.expiringParts', expiring)}
        to={behind.expiries}
      />
    </ul>
  );
}

const Behind = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? <RowLink to={to}>{children}</RowLink> : children;
