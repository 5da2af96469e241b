import { type Category, type CategoryKind, categories, type NodeFigures, type Translate } from '@suyuan/contract';
import { type TableColumnType, Tooltip } from 'antd';
import type { useTreeOrder } from '../../../data/tree-order.ts';
import { findTranslationKey } from '../../../data/words.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { categoryLinks } from './class-lists.ts';
import type { Figures } from './use-figures.ts';

export type TreeRow = Category & { children?: TreeRow[] };

interface CategoryColumnsInput {
  t: Translate;
  kind: CategoryKind;
  figures: (catalogueId: number) => Figures | undefined;
  /** Absent where rows cannot be moved. */
  order: Pick<ReturnType<typeof useTreeOrder>, 'movable' | 'step'> | undefined;
  hasPermi: (permission: string) => boolean;
  selectedId: number | undefined;
  onSelect: (catalogueId: number) => void;
}

type FigureName = 'records' | 'codes' | 'scans';

/** Columns show the figures of the whole branch. Trace steps also show their EPCIS values. */
export function categoryColumns({
  t,
  kind,
  figures,
  order,
  hasPermi,
  selectedId,
  onSelect,
}: CategoryColumnsInput): TableColumnType<TreeRow>[] {
  const tree = categories[kind];
  const figure = (name: FigureName, title: string, explanation: string, format: (of: NodeFigures) => string) => ({
    key: name,
    title: <TermTooltip explanation={explanation}>{title}</TermTooltip>,
    align: 'right' as const,
    className: 'numeral',
    render: (_: unknown, { catalogueId }: TreeRow) => {
      const categoryFigures = figures(catalogueId);
      if (!categoryFigures) return <span className="none">…</span>;
      const text = format(categoryFigures.branch);
      const own = groupDigits(categoryFigures.own[name]);
      const href = categoryFigures.branch[name] === 0 ? undefined : categoryLinks(kind, catalogueId, false, hasPermi)[name];
      return (
        <Tooltip title={t('kit.pair', { what: t('digit.catalogue.figures.own'), which: own })}>
          {href ? <RowLink to={href}>{text}</RowLink> : <span>{text}</span>}
        </Tooltip>
      );
    },
  });
  const isDealer = kind === 'channelBusiness';
  const codes = isDealer ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const records = figure('records', t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), (of) =>
    groupDigits(of.records),
  );
  const counts = [
    records,
    figure('codes', t(codes), t(`${codes}.about`), (of) => groupDigits(of.codes)),
    figure(
      'scans',
      t('digit.catalogue.scansShort'),
      t(isDealer ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'),
      (of) => groupDigits(of.scans),
    ),
  ];
  const stepName = (value: string | null) => {
    const key = value && findTranslationKey(`manage.cbv.bizStep.${value}`);
    return key ? t(key) : <span className="none">—</span>;
  };
  const steps = [
    columnOf(tree, 'bizStep', stepName),
    columnOf(tree, 'publicFlag', (value) => (value ? <CodeBadge of={tree} field="publicFlag" value={value} /> : null)),
    records,
  ];
  return [
    columnOf(tree, 'catalogueName', (name, { catalogueId, parentId }) => (
      <span className="catalogue-name">
        {order &&
          (order.movable(catalogueId) ? (
            <SortHandle
              id={catalogueId}
              group={parentId}
              label={t('kit.order.handle', { name })}
              onStep={(by) => order.step(catalogueId, by)}
            />
          ) : (
            <span className="catalogue-still" />
          ))}
        <button
          type="button"
          className="row-link row-link-strong"
          aria-pressed={selectedId === catalogueId}
          onClick={() => onSelect(catalogueId)}
        >
          {name}
        </button>
      </span>
    )),
    columnOf(tree, 'status', (value) => <CodeBadge of={tree} field="status" value={value} />),
    columnOf(tree, 'catalogueCode'),
    ...(kind === 'traceability' ? steps : counts),
  ] as unknown as TableColumnType<TreeRow>[]; // no cell reads `children`
}
