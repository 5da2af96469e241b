import type { HomeFigures } from '@suyuan/contract';
import { FigureTile } from '../../kit/figure-tile.tsx';
import { groupDigits } from '../../kit/numbers.ts';
import { shareText } from '../../kit/share-text.ts';
import { tones } from '../../kit/tones.ts';
import { useWords } from '../../kit/words.ts';
import { scansBehind } from './figures.ts';

/** The row of figures: each leads to the list that it counts. */
export function KeyFigures({ figures }: { figures: HomeFigures }) {
  const t = useWords();
  const { days, byDay, scans, firsts, ours, suspect, diversion, codes, openCases, expiring } = figures;
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const since = (today: number, month: number) => t('manage.figure.todayMonth', { today: groupDigits(today), month: groupDigits(month) });
  const line = (key: 'scans' | 'suspect' | 'diversion' | 'live') => byDay.map((day) => day[key]);
  return (
    <ul className="tiles">
      <FigureTile
        name={t('manage.figure.scans')}
        how={t('manage.figure.scans.how')}
        value={scans.value}
        change={{ ...scans, days }}
        line={line('scans')}
        to={scansBehind(period)}
      />
      <FigureTile
        name={t('manage.figure.firstRate')}
        how={t('manage.figure.firstRate.how')}
        value={shareText(firsts.value, ours.value)}
        note={t('manage.figure.firstOf', { count: firsts.value })}
        line={byDay.map((day) => (day.ours > 0 ? day.firsts / day.ours : 0))}
        tone={tones.genuine}
        to={scansBehind({ first: '1', ...period })}
      />
      <FigureTile
        name={t('manage.figure.suspect')}
        how={t('manage.figure.suspect.how')}
        value={suspect.value}
        change={{ ...suspect, days }}
        note={t('manage.figure.rateOf', { share: shareText(suspect.value, scans.value) })}
        line={line('suspect')}
        tone={tones.attention}
        to={scansBehind({ verdict: 'suspect', ...period })}
      />
      <FigureTile
        name={t('manage.figure.diversion')}
        how={t('manage.figure.diversion.how')}
        value={diversion.value}
        change={{ ...diversion, days }}
        line={line('diversion')}
        tone={tones.diversion}
        to={scansBehind({ verdict: 'suspect', reason: 'otherRegion', ...period })}
      />
      <FigureTile
        name={t('manage.figure.issued')}
        how={t('manage.figure.issued.how')}
        value={codes.issued}
        note={since(codes.issuedToday, codes.issuedMonth)}
        to="/manage/batch?having=issued"
      />
      <FigureTile
        name={t('manage.figure.live')}
        how={t('manage.figure.live.how')}
        value={codes.live}
        note={since(codes.liveToday, codes.liveMonth)}
        line={line('live')}
        tone={tones.genuine}
        to="/manage/batch?having=live"
      />
      <FigureTile
        name={t('manage.figure.openCases')}
        how={t('manage.figure.openCases.how')}
        value={openCases}
        to="/manage/codeCase?unjudged=1"
      />
      <FigureTile
        name={t('manage.figure.expiring')}
        how={t('manage.figure.expiring.how')}
        value={expiring.batches + expiring.papers + expiring.contracts}
        note={t('manage.figure.expiringParts', expiring)}
        to="/manage/expiry"
      />
    </ul>
  );
}
