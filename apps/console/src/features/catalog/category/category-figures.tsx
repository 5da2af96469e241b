import {
  batches,
  type Category,
  type CategoryFigures,
  type CategoryKind,
  categories,
  categoryFigures,
  dealers,
  type NodeFigures,
  products,
  scans,
  suppliers,
  type Translate,
  traceRecords,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { type TableColumnType, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { findTranslationKey, translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { formatDelay, formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { FigureLink, RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { formatTime } from '../../../ui/time-format.tsx';
import { asideCard } from '../../../ui/tree-page.tsx';
import { ownerText } from '../../traces/shared/owner-text.ts';

const NO_FIGURES: NodeFigures = { records: 0, activeBatches: 0, codes: 0, scans: 0, suspects: 0 };

type Figures = Pick<CategoryFigures, 'own' | 'branch'>;

/** Figures of each category of a tree; undefined while loading. */
export function useCategoryFigures(kind: CategoryKind) {
  const { data, refetch } = useQuery(endpointQueryOptions(categoryFigures(kind), {}));
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
function categoryLinks(kind: CategoryKind, catalogueId: number, ownOnly: boolean, hasPermi: (permission: string) => boolean) {
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
  /** Says how to see another category. */
  hasHint: boolean;
}

type CategoryLinks = ReturnType<typeof categoryLinks>;
type CountName = 'records' | 'activeBatches' | 'codes' | 'scans';

interface Line {
  title: string;
  about: string;
  format: (of: NodeFigures) => string;
  /** The list behind the figure. */
  list: (of: CategoryLinks) => string | undefined;
}

const NUMBER_CELL = 'ps-2 pe-0 py-2 text-right font-normal';

export function CategoryFiguresCard({ kind, node, figures, hasHint }: CategoryFiguresCardProps) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const lines = Object.values(figureLines(t, kind));
  if (!node) return null;
  const links = (ownOnly: boolean) => categoryLinks(kind, node.catalogueId, ownOnly, hasPermi);
  const cell = (ownOnly: boolean, { format, list }: Line): ReactNode => {
    if (!figures) return '…';
    const text = format(ownOnly ? figures.own : figures.branch);
    const href = text === '0' || text === '—' ? undefined : list(links(ownOnly));
    return href ? <FigureLink to={href}>{text}</FigureLink> : text;
  };
  const { catalogueCode, bizStep, disposition, publicFlag } = node;
  const attributes: [what: string, which: string | null][] = [
    [t(categories[kind].word('catalogueCode')), catalogueCode],
    [t('digit.catalogue.bizStep'), bizStep && cbvName(t, 'bizStep', bizStep)],
    [t('digit.catalogue.disposition'), disposition && cbvName(t, 'disposition', disposition)],
    [t('digit.catalogue.publicFlag'), publicFlag && t(`digit.catalogue.publicFlag.${publicFlag}`)],
  ];
  return (
    <aside className={asideCard} aria-labelledby="catalogue-figures-title">
      <h2 id="catalogue-figures-title">{t('digit.catalogue.figures', { name: node.catalogueName })}</h2>
      <table className="w-full border-collapse">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <td className="px-0 py-2" />
            <th scope="col" className={NUMBER_CELL}>
              {t('digit.catalogue.figures.own')}
            </th>
            <th scope="col" className={NUMBER_CELL}>
              {t('digit.catalogue.figures.branch')}
            </th>
          </tr>
        </thead>
        <tbody data-figures>
          {lines.map((line) => (
            <tr key={line.title} className="border-b border-line">
              <th scope="row" className="px-0 py-2 text-left font-normal text-muted">
                <TermTooltip explanation={line.about}>{line.title}</TermTooltip>
              </th>
              <td className={`${NUMBER_CELL} tabular-nums`}>{cell(true, line)}</td>
              <td className={`${NUMBER_CELL} tabular-nums`}>{cell(false, line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MissingRecords of={figures?.branch} links={links(false)} />
      {attributes.map(
        ([label, value]) =>
          value && (
            <p key={label} className="mt-3 mb-0">
              {t('kit.pair', { what: label, which: value })}
            </p>
          ),
      )}
      {node.remark && <p className="mt-3 mb-0">{node.remark}</p>}
      {hasHint && <p className="mt-3 mb-0 text-xs text-muted">{t('digit.catalogue.figures.pick')}</p>}
    </aside>
  );
}

const shareLine = (title: string, about: string, format: Line['format']): Line => ({ title, about, format, list: ({ trace }) => trace() });

function figureLines(t: Translate, kind: CategoryKind) {
  const isDealer = kind === 'channelBusiness';
  const codes = isDealer ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const countLine = (name: CountName, title: string, about: string): Line => ({
    title,
    about,
    format: (of) => groupDigits(of[name]),
    list: (links) => links[name],
  });
  return {
    records: countLine('records', t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about')),
    activeBatches: countLine('activeBatches', t('digit.catalogue.activeBatches'), t('digit.catalogue.activeBatches.about')),
    codes: countLine('codes', t(codes), t(`${codes}.about`)),
    scans: countLine('scans', t('digit.catalogue.scans'), t(isDealer ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about')),
    suspects: {
      title: t('digit.catalogue.suspectRate'),
      about: t('digit.catalogue.suspectRate.about'),
      format: (of) => suspectRate(of) ?? '—',
      list: (links) => links.suspects,
    } satisfies Line,
    ...(kind === 'traceability' && {
      complete: shareLine(t('digit.catalogue.complete'), t('digit.catalogue.complete.about'), ({ trace }) =>
        trace ? formatShare(trace.filled, trace.required) : '—',
      ),
      verified: shareLine(t('digit.catalogue.verified'), t('digit.catalogue.verified.about'), ({ trace }) =>
        trace ? formatShare(trace.verified, trace.filled) : '—',
      ),
      delay: shareLine(t('digit.catalogue.delay'), t('digit.catalogue.delay.about'), ({ trace }) => formatDelay(t, trace?.delayHours)),
    }),
  };
}

/** Columns with the figures of the whole branch. Trace steps have their EPCIS values in place of codes and scans. */
export function useFigureColumns(kind: CategoryKind, figuresOf: (catalogueId: number) => Figures | undefined) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const tree = categories[kind];
  const lines = figureLines(t, kind);
  const column = (name: CountName, title = lines[name].title): TableColumnType<Category> => ({
    key: name,
    title: <TermTooltip explanation={lines[name].about}>{title}</TermTooltip>,
    align: 'right',
    className: 'tabular-nums',
    render: (_, { catalogueId }) => {
      const figures = figuresOf(catalogueId);
      if (!figures) return <span className="text-muted">…</span>;
      const text = groupDigits(figures.branch[name]);
      const href = figures.branch[name] === 0 ? undefined : categoryLinks(kind, catalogueId, false, hasPermi)[name];
      return (
        <Tooltip title={t('kit.pair', { what: t('digit.catalogue.figures.own'), which: groupDigits(figures.own[name]) })}>
          {href ? <RowLink to={href}>{text}</RowLink> : <span>{text}</span>}
        </Tooltip>
      );
    },
  });
  if (kind !== 'traceability') return [column('records'), column('codes'), column('scans', t('digit.catalogue.scansShort'))];
  return [
    columnOf(tree, 'bizStep', (value) => {
      const word = value && findTranslationKey(`manage.cbv.bizStep.${value}`);
      return word ? t(word) : <span className="text-muted">—</span>;
    }),
    columnOf(tree, 'publicFlag', (value) => (value ? <CodeBadge of={tree} field="publicFlag" value={value} /> : null)),
    column('records'),
  ];
}

function MissingRecords({ of, links }: { of: NodeFigures | undefined; links: CategoryLinks }) {
  const t = useTranslations();
  const unfilled = of?.trace?.unfilled ?? [];
  if (unfilled.length === 0) return null;
  return (
    <section aria-labelledby="catalogue-unfilled-title">
      <h3 id="catalogue-unfilled-title" className="mt-4 mb-1 text-sm/5.5 font-semibold">
        <TermTooltip explanation={t('digit.catalogue.unfilled.about')}>{t('digit.catalogue.unfilled')}</TermTooltip>
      </h3>
      <ul className="m-0 list-none p-0">
        {unfilled.map(({ filler, ownerName, count }) => {
          const href = links.trace({ filler, ownerName });
          return (
            <li key={`${filler} ${ownerName}`} className="flex justify-between gap-2 py-1">
              <span>{ownerText(t, filler, ownerName)}</span>
              <span className="tabular-nums">{href ? <FigureLink to={href}>{groupDigits(count)}</FigureLink> : groupDigits(count)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Label of a value of the Core Business Vocabulary. */
export const cbvName = (t: Translate, kind: 'bizStep' | 'disposition', value: string) =>
  translateValue(t, `manage.cbv.${kind}.${value}`, value);
