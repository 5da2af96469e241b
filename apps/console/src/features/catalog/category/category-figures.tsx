import {
  batches,
  type Category,
  type CategoryFigures,
  type CategoryKind,
  categories,
  dealers,
  type NodeFigures,
  products,
  scans,
  suppliers,
  type Translate,
  traceRecords,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { formatTime } from '../../../ui/time-format.tsx';

const NO_FIGURES: NodeFigures = { records: 0, activeBatches: 0, codes: 0, scans: 0, suspects: 0 };

export type Figures = Pick<CategoryFigures, 'own' | 'branch'>;

/** Figures of each category of a tree; undefined while loading. */
export function useCategoryFigures(kind: CategoryKind) {
  const { data, refetch } = useQuery(getQueryOptions<CategoryFigures[]>(categories[kind], '/figures'));
  const figuresById = new Map(data?.map((row) => [row.catalogueId, row]));
  const of = (catalogueId: number): Figures | undefined =>
    data && (figuresById.get(catalogueId) ?? { own: NO_FIGURES, branch: NO_FIGURES });
  return { of, refetch };
}

/** Share of suspect scans, e.g. `2.4%`; undefined without scans. */
const suspectRate = ({ scans, suspects }: NodeFigures): string | undefined => (scans ? formatShare(suspects, scans) : undefined);

/** Days of scans that the figures cover, including today. */
const FIGURE_DAYS = 30;
const MS_PER_DAY = 86_400_000;

const recordResources = { category: products, supplier: suppliers, channelBusiness: dealers, traceability: traceRecords };

/** Filter that lists of batches and scans use for a category of each kind. */
const filterNames = {
  category: 'catalogueId',
  supplier: 'supplierCatalogueId',
  channelBusiness: 'dealerCatalogueId',
  traceability: 'traceCatalogueId',
} as const;

type Filters = Record<string, string | null>;

/** Lists behind the figures of a category, alone or with its subtree. Undefined without permission. */
export function categoryLinks(kind: CategoryKind, catalogueId: number, ownOnly: boolean, hasPermi: (permission: string) => boolean) {
  const listPath = (
    { path, permission }: { path: string; permission: (operation: string) => string },
    name: string,
    filters: Filters = {},
    subPath = '',
  ) => {
    const query = { [name]: String(catalogueId), ...(ownOnly && { catalogueOnly: '1' }), ...filters };
    const definedParams = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    return hasPermi(permission('list')) ? `${path}${subPath}?${new URLSearchParams(definedParams)}` : undefined;
  };
  const dateDaysAgo = (days: number) => formatTime(Date.now() - days * MS_PER_DAY, 'YYYY-MM-DD') ?? null;
  const scanFilters = { inspection: '0', beginTime: dateDaysAgo(FIGURE_DAYS - 1), endTime: dateDaysAgo(0) };
  return {
    records: listPath(recordResources[kind], 'catalogueId'),
    activeBatches: listPath(batches, filterNames[kind], { state: 'active' }),
    codes: listPath(batches, filterNames[kind], kind === 'channelBusiness' ? {} : { having: 'issued' }),
    scans: listPath(scans, filterNames[kind], scanFilters),
    suspects: listPath(scans, filterNames[kind], { ...scanFilters, verdict: 'suspect' }),
    /** Batches that require a step of the category. With an owner: only those where it is missing. */
    trace: (missing?: { filler: string; ownerName: string | null }) =>
      listPath(traceRecords, 'catalogueId', missing && { ...missing, unfilled: '1' }, '/completeness'),
  };
}

interface CategoryFiguresCardProps {
  kind: CategoryKind;
  node: Category | undefined;
  figures: Figures | undefined;
}

type CategoryLinks = ReturnType<typeof categoryLinks>;

/** Title, explanation, formatted value, and the list behind it. */
type Line = [title: string, explanation: string, format: (of: NodeFigures) => string, list: (of: CategoryLinks) => string | undefined];

export function CategoryFiguresCard({ kind, node, figures }: CategoryFiguresCardProps) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const lines = useLines(kind);
  if (!node) return null;
  const links = (ownOnly: boolean) => categoryLinks(kind, node.catalogueId, ownOnly, hasPermi);
  const cell = (ownOnly: boolean, [, , format, getLink]: Line): ReactNode => {
    if (!figures) return '…';
    const text = format(ownOnly ? figures.own : figures.branch);
    const href = text === '0' || text === '—' ? undefined : getLink(links(ownOnly));
    return href ? <RowLink to={href}>{text}</RowLink> : text;
  };
  const { catalogueCode, bizStep, disposition, publicFlag } = node;
  const attributes: [what: string, which: string | null][] = [
    [t(categories[kind].word('catalogueCode')), catalogueCode],
    [t('digit.catalogue.bizStep'), bizStep && nameOf(t, 'bizStep', bizStep)],
    [t('digit.catalogue.disposition'), disposition && nameOf(t, 'disposition', disposition)],
    [t('digit.catalogue.publicFlag'), publicFlag && t(`digit.catalogue.publicFlag.${publicFlag}`)],
  ];
  return (
    <aside className="card catalogue-figures" aria-labelledby="catalogue-figures-title">
      <h2 id="catalogue-figures-title">{t('digit.catalogue.figures', { name: node.catalogueName })}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('digit.catalogue.figures.own')}</th>
            <th scope="col">{t('digit.catalogue.figures.branch')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line[0]}>
              <th scope="row">
                <TermTooltip explanation={line[1]}>{line[0]}</TermTooltip>
              </th>
              <td className="numeral">{cell(true, line)}</td>
              <td className="numeral catalogue-branch">{cell(false, line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MissingRecords of={figures?.branch} links={links(false)} />
      {attributes.map(([label, value]) => value && <p key={label}>{t('kit.pair', { what: label, which: value })}</p>)}
      {node.remark && <p className="catalogue-remark">{node.remark}</p>}
      <p className="none catalogue-hint">{t('digit.catalogue.figures.pick')}</p>
    </aside>
  );
}

function useLines(kind: CategoryKind): Line[] {
  const t = useTranslations();
  const [isDealer, isTraceStep] = [kind === 'channelBusiness', kind === 'traceability'];
  const codes = isDealer ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const traceLines: Line[] = [
    [
      t('digit.catalogue.complete'),
      t('digit.catalogue.complete.about'),
      ({ trace }) => (trace ? formatShare(trace.filled, trace.required) : '—'),
      ({ trace }) => trace(),
    ],
    [
      t('digit.catalogue.verified'),
      t('digit.catalogue.verified.about'),
      ({ trace }) => (trace ? formatShare(trace.verified, trace.filled) : '—'),
      ({ trace }) => trace(),
    ],
    [
      t('digit.catalogue.delay'),
      t('digit.catalogue.delay.about'),
      ({ trace }) => (trace?.delayHours == null ? '—' : t('digit.catalogue.delay.hours', { hours: trace.delayHours })),
      ({ trace }) => trace(),
    ],
  ];
  return [
    [t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), (of) => groupDigits(of.records), (links) => links.records],
    [
      t('digit.catalogue.activeBatches'),
      t('digit.catalogue.activeBatches.about'),
      (of) => groupDigits(of.activeBatches),
      (links) => links.activeBatches,
    ],
    [t(codes), t(`${codes}.about`), (of) => groupDigits(of.codes), (links) => links.codes],
    [
      t('digit.catalogue.scans'),
      t(isDealer ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'),
      (of) => groupDigits(of.scans),
      (links) => links.scans,
    ],
    [t('digit.catalogue.suspectRate'), t('digit.catalogue.suspectRate.about'), (of) => suspectRate(of) ?? '—', (links) => links.suspects],
    ...(isTraceStep ? traceLines : []),
  ];
}

function MissingRecords({ of, links }: { of: NodeFigures | undefined; links: CategoryLinks }) {
  const t = useTranslations();
  const unfilled = of?.trace?.unfilled ?? [];
  if (unfilled.length === 0) return null;
  return (
    <section aria-labelledby="catalogue-unfilled-title">
      <h3 id="catalogue-unfilled-title">
        <TermTooltip explanation={t('digit.catalogue.unfilled.about')}>{t('digit.catalogue.unfilled')}</TermTooltip>
      </h3>
      <ul className="catalogue-unfilled">
        {unfilled.map(({ filler, ownerName, count }) => {
          const href = links.trace({ filler, ownerName });
          return (
            <li key={`${filler} ${ownerName}`}>
              <span>{ownerName ?? t(`manage.traceability.filler.${filler}`)}</span>
              <span className="numeral">{href ? <RowLink to={href}>{groupDigits(count)}</RowLink> : groupDigits(count)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const nameOf = (t: Translate, kind: 'bizStep' | 'disposition', value: string) => translateValue(t, `manage.cbv.${kind}.${value}`, value);
