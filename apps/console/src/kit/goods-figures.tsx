import { codeRecords, type GoodsFigures, regionContains } from '@suyuan/contract';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Chart } from './chart.tsx';
import { ChinaMap } from './china-map.tsx';
import { How } from './how.tsx';
import { groupDigits, shortNumber } from './numbers.ts';
import { usePermission } from './permission.tsx';
import { useProvinceNames } from './province-names.ts';
import { useRegions } from './regions.ts';
import { RowLink } from './row-link.tsx';
import { shareText } from './share-text.ts';
import { currentLanguage, useWords } from './words.ts';
import './goods-figures.css';

const STAGES = ['issued', 'activated', 'shipped', 'scanned'] as const;

interface GoodsFiguresProps {
  categoryId: number | string;
  figures: GoodsFigures;
}

/** How goods do: how far their codes came, the scans of 30 days, and where those were; each leads to the scans that it counts. */
export function GoodsFiguresView({ categoryId, figures }: GoodsFiguresProps) {
  const t = useWords();
  const navigate = useNavigate();
  const seesScans = usePermission(codeRecords.permission('list'));
  const { regions } = useRegions();
  const provinceName = useProvinceNames(regions);
  const { funnel, byDay, byRegion, followTime } = figures;
  const total = (key: 'scans' | 'firsts' | 'suspect') => byDay.reduce((sum, day) => sum + day[key], 0);
  const [scans, firsts, suspect] = [total('scans'), total('firsts'), total('suspect')];
  const span = { beginTime: byDay[0]?.day ?? '', endTime: byDay.at(-1)?.day ?? '' };
  const behind = (filters: Record<string, string>) =>
    `${codeRecords.path}?${new URLSearchParams({ categoryId: String(categoryId), ...span, ...filters, inspection: '0' })}`;
  const shown = (count: number, text: string, filters: Record<string, string>) =>
    seesScans && count > 0 ? <RowLink to={behind(filters)}>{text}</RowLink> : text;
  const opened = seesScans ? { onPick: (regionCode: string) => void navigate(behind({ regionCode })) } : {};
  const placed = byRegion.filter(({ regionCode }) => regionCode !== '' && regions?.some(({ code }) => regionContains(code, regionCode)));
  return (
    <div className="goods-figures">
      <dl className="goods-figure-row">
        <Figure title={t('manage.category.figure.scans')} about={t('manage.category.figure.scans.about')} exact={groupDigits(scans)}>
          {shown(scans, shortNumber(scans, currentLanguage()), {})}
        </Figure>
        <Figure
          title={t('manage.category.figure.firstRate')}
          about={t('manage.category.figure.firstRate.about')}
          exact={groupDigits(firsts)}
        >
          {shown(firsts, shareText(firsts, scans), { first: '1' })}
        </Figure>
        <Figure
          title={t('manage.category.figure.suspectRate')}
          about={t('manage.category.figure.suspect.about')}
          exact={groupDigits(suspect)}
        >
          {shown(suspect, shareText(suspect, scans), { verdict: 'suspect' })}
        </Figure>
      </dl>
      <section aria-labelledby="goods-funnel-title">
        <h3 id="goods-funnel-title">{t('manage.category.figure.funnel')}</h3>
        <ol className="funnel">
          {STAGES.map((stage) => (
            <li key={stage}>
              <How says={t(`manage.category.figure.${stage}.about`)}>{t(`manage.category.figure.${stage}`)}</How>
              <span className="funnel-track" aria-hidden="true">
                <i
                  style={{
                    width: `${funnel.issued > 0 ? Math.max((100 * funnel[stage]) / funnel.issued, funnel[stage] > 0 ? 0.5 : 0) : 0}%`,
                  }}
                />
              </span>
              <span className="numeral">
                {groupDigits(funnel[stage])} <span className="none">{shareText(funnel[stage], funnel.issued)}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      {scans === 0 ? (
        <p className="none">{t('manage.category.figure.none')}</p>
      ) : (
        <>
          <section aria-labelledby="goods-trend-title">
            <h3 id="goods-trend-title">{t('manage.category.figure.trend')}</h3>
            <Chart
              title={t('manage.category.figure.trend')}
              kind="line"
              category={t('manage.category.figure.day')}
              categories={byDay.map(({ day }) => day.slice(5))}
              series={[
                { name: t('manage.category.figure.scans'), values: byDay.map((day) => day.scans) },
                { name: t('manage.category.figure.firsts'), tone: 'genuine', values: byDay.map((day) => day.firsts) },
                { name: t('manage.category.figure.suspect'), tone: 'attention', values: byDay.map((day) => day.suspect) },
              ]}
              {...(seesScans && {
                onPick: (at: number) => {
                  const day = byDay[at]?.day;
                  if (day) void navigate(behind({ beginTime: day, endTime: day }));
                },
              })}
            />
          </section>
          <section aria-labelledby="goods-regions-title">
            <h3 id="goods-regions-title">{t('manage.category.figure.regions')}</h3>
            <div className="goods-regions">
              <ChinaMap
                title={t('manage.category.figure.regions')}
                measure={t('manage.category.figure.suspectRate')}
                tone="attention"
                {...opened}
                values={placed.map((region) => ({
                  regionCode: region.regionCode,
                  value: region.suspect / region.scans,
                  text: `${groupDigits(region.scans)} · ${shareText(region.suspect, region.scans)}`,
                }))}
              />
              <Chart
                title={t('manage.category.figure.regions')}
                kind="bar"
                category={t('kit.figure.place')}
                categories={placed.slice(0, 10).map(({ regionCode }) => provinceName(regionCode))}
                series={[{ name: t('manage.category.figure.scans'), values: placed.slice(0, 10).map((region) => region.scans) }]}
                height={320}
                {...(seesScans && {
                  onPick: (at: number) => {
                    const region = placed[at];
                    if (region) void navigate(behind({ regionCode: region.regionCode }));
                  },
                })}
              />
            </div>
          </section>
        </>
      )}
      {followTime && <p className="none goods-follow">{t('manage.category.figure.follow', { time: followTime.slice(0, 16) })}</p>}
    </div>
  );
}

function Figure({ title, about, exact, children }: { title: string; about: string; exact: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <How says={about}>{title}</How>
      </dt>
      <dd>
        <Tooltip title={exact}>
          <span className="numeral">{children}</span>
        </Tooltip>
      </dd>
    </div>
  );
}
