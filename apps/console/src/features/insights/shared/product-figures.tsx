import { type GoodsFigures, regionContains, scans } from '@suyuan/contract';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { usePermission } from '../../../data/permission.tsx';
import { useRegions } from '../../../data/regions.ts';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { useProvinceNames } from '../../../ui/province-names.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { GoodsFunnel } from './product-funnel.tsx';
import './product-figures.css';

const RANKED = 10;

const ofSeries: Record<string, string>[] = [{}, { first: '1' }, { verdict: 'suspect' }];

interface GoodsFiguresProps {
  categoryId: number | string;
  figures: GoodsFigures;
}

export function GoodsFiguresView({ categoryId, figures }: GoodsFiguresProps) {
  const t = useWords();
  const seesScans = usePermission(scans.permission('list'));
  const { regions } = useRegions();
  const provinceName = useProvinceNames(regions);
  const { funnel, byDay, byRegion, followTime } = figures;
  const total = (key: 'scans' | 'firsts' | 'suspect') => byDay.reduce((sum, day) => sum + day[key], 0);
  const [scanRows, firsts, suspect] = [total('scans'), total('firsts'), total('suspect')];
  const span = { beginTime: byDay[0]?.day ?? '', endTime: byDay.at(-1)?.day ?? '' };
  const behind = (filters: Record<string, string>) =>
    seesScans
      ? `${scans.path}?${new URLSearchParams({ categoryId: String(categoryId), ...span, ...filters, inspection: '0' })}`
      : undefined;
  const shown = (count: number, text: string, filters: Record<string, string>) => {
    const to = count > 0 ? behind(filters) : undefined;
    return to ? <RowLink to={to}>{text}</RowLink> : text;
  };
  const placed = byRegion.filter(({ regionCode }) => regionCode !== '' && regions?.some(({ code }) => regionContains(code, regionCode)));
  const ranked = byRegion.slice(0, RANKED);
  return (
    <div className="goods-figures">
      <dl className="goods-figure-row">
        <Figure title={t('manage.category.figure.scans')} about={t('manage.category.figure.scans.about')} exact={groupDigits(scanRows)}>
          {shown(scanRows, shortNumber(scanRows, currentLanguage()), {})}
        </Figure>
        <Figure
          title={t('manage.category.figure.firstRate')}
          about={t('manage.category.figure.firstRate.about')}
          exact={groupDigits(firsts)}
        >
          {shown(firsts, shareText(firsts, scanRows), { first: '1' })}
        </Figure>
        <Figure
          title={t('manage.category.figure.suspectRate')}
          about={t('manage.category.figure.suspect.about')}
          exact={groupDigits(suspect)}
        >
          {shown(suspect, shareText(suspect, scanRows), { verdict: 'suspect' })}
        </Figure>
      </dl>
      <section aria-labelledby="goods-funnel-title">
        <h3 id="goods-funnel-title">
          <How says={t('manage.category.figure.funnel.about')}>{t('manage.category.figure.funnel')}</How>
        </h3>
        <GoodsFunnel categoryId={categoryId} funnel={funnel} />
      </section>
      {scanRows === 0 ? (
        <p className="none">{t('manage.category.figure.none')}</p>
      ) : (
        <>
          <section aria-labelledby="goods-trend-title">
            <h3 id="goods-trend-title">
              <How says={t('manage.category.figure.trend.about')}>{t('manage.category.figure.trend')}</How>
            </h3>
            <Chart
              title={t('manage.category.figure.trend')}
              kind="line"
              category={t('manage.category.figure.day')}
              categories={byDay.map(({ day }) => day.slice(5))}
              partial={byDay.length - 1}
              series={[
                { name: t('manage.category.figure.scans'), values: byDay.map((day) => day.scans) },
                { name: t('manage.category.figure.firsts'), tone: 'genuine', values: byDay.map((day) => day.firsts) },
                { name: t('manage.category.figure.suspect'), tone: 'attention', values: byDay.map((day) => day.suspect) },
              ]}
              behind={(at, series) => byDay[at] && behind({ beginTime: byDay[at].day, endTime: byDay[at].day, ...ofSeries[series] })}
            />
          </section>
          <section aria-labelledby="goods-regions-title">
            <h3 id="goods-regions-title">
              <How says={t('manage.category.figure.regions.about')}>{t('manage.category.figure.regions')}</How>
            </h3>
            <div className="goods-regions">
              <ChinaMap
                title={t('manage.category.figure.regions')}
                measure={t('manage.category.figure.suspectRate')}
                tone="attention"
                behind={(regionCode) => behind({ regionCode })}
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
                categories={ranked.map(({ regionCode }) => (regionCode ? provinceName(regionCode) : t('manage.figure.elsewhere')))}
                series={[{ name: t('manage.category.figure.scans'), values: ranked.map((region) => region.scans) }]}
                height={320}
                behind={(at) => ranked[at] && behind(ranked[at].regionCode ? { regionCode: ranked[at].regionCode } : { unplaced: '1' })}
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
