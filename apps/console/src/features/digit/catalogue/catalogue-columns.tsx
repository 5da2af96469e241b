import { type Catalogue, type CatalogueKind, catalogues, type NodeFigures, type Translate } from '@suyuan/contract';
import { type TableColumnType, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { How } from '../../../kit/how.tsx';
import { groupDigits, shortNumber } from '../../../kit/numbers.ts';
import { SortHandle } from '../../../kit/sort-handle.tsx';
import type { useTreeOrder } from '../../../kit/tree-order.ts';
import { currentLanguage, wordOr } from '../../../kit/words.ts';
import type { Figures } from './use-figures.ts';

/** A class with what stands below it. */
export type TreeRow = Catalogue & { children?: TreeRow[] };

interface Given {
  t: Translate;
  kind: CatalogueKind;
  figures: (catalogueId: number) => Figures | undefined;
  /** Absent where rows cannot be moved. */
  order: Pick<ReturnType<typeof useTreeOrder>, 'movable' | 'step'> | undefined;
  picked: number | undefined;
  onPick: (catalogueId: number) => void;
}

/** Name with its handle, state, and figures of the branch, of which the card beside has all; steps of the way have what they are to EPCIS. */
export function catalogueColumns({ t, kind, figures, order, picked, onPick }: Given): TableColumnType<TreeRow>[] {
  const tree = catalogues[kind];
  const figure = (name: keyof NodeFigures, title: string, about: string, shown: (of: NodeFigures) => ReactNode) => ({
    key: name,
    title: (
      <How says={about}>{title}</How>
    ),
    align: 'right' as const,
    className: 'numeral',
    render: (_: unknown, { catalogueId }: TreeRow) => {
      const known = figures(catalogueId);
      if (!known) return <span className="none">…</span>;
      return (
        <Tooltip title={t('kit.pair', { what: t('digit.catalogue.figures.own'), which: exact(known.own, name) })}>
          <span>{shown(known.branch)}</span>
        </Tooltip>
      );
    },
  });
  const held = kind === 'channelBusiness';
  const codes = held ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const counts = [
    figure('records', t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), ({ records }) => groupDigits(records)),
    figure('codes', t(codes), t(`${codes}.about`), (of) => short(of.codes)),
    figure('scans', t('digit.catalogue.scans'), t(held ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'), (of) =>
      short(of.scans),
    ),
  ];
  const stepName = (value: string | null) => {
    const key = value && wordOr(`manage.cbv.bizStep.${value}`);
    return key ? t(key) : <span className="none">—</span>;
  };
  const steps = [
    columnOf(tree, 'bizStep', stepName),
    columnOf(tree, 'publicFlag', (value) => (value ? <CodeBadge of={tree} field="publicFlag" value={value} /> : null)),
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
          aria-pressed={picked === catalogueId}
          onClick={() => onPick(catalogueId)}
        >
          {name}
        </button>
      </span>
    )),
    columnOf(tree, 'status', (value) => <CodeBadge of={tree} field="status" value={value} />),
    columnOf(tree, 'catalogueCode'),
    ...(kind === 'traceability' ? steps : counts),
  ] as unknown as TableColumnType<TreeRow>[]; // no cell looks at `children`
}

const short = (value: number | null) => (value === null ? '—' : shortNumber(value, currentLanguage()));

const exact = (of: NodeFigures, name: keyof NodeFigures) => {
  const value = of[name];
  return value === null ? '—' : groupDigits(value);
};
