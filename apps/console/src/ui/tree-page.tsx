import type { InputOf, RecordOf, Resource, ResourceSpec, WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { filterEntries, getQueryOptions, useListQuery } from '../data/api.ts';
import { downloadSheet } from '../data/download.ts';
import { displayName, findTranslationKey, useTranslations } from '../data/i18n.ts';
import { usePermissions } from '../data/permission.tsx';
import { useTreeOrder } from '../data/tree-order.ts';
import { useMediaQuery } from './breakpoint.ts';
import { type Cells, columnsOf } from './columns.tsx';
import { FormFields, filtersOf } from './field-kinds.tsx';
import { FilterBar } from './filter-bar.tsx';
import { EmptyList } from './filter-chips.tsx';
import { Icon } from './icon.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ListCard } from './list-card.tsx';
import { AddButton, DataButtons, ToolButton } from './list-tools.tsx';
import { ownWordOf } from './own-word.ts';
import { Page, PageHeader } from './page-header.tsx';
import { useConfirmRemove } from './record-actions.ts';
import { RecordView } from './record-view.tsx';
import { ResourceForm, useOpenAddForm } from './resource-form.tsx';
import { type MoreAction, RowActions } from './row-actions.tsx';
import { OrderBar, SortArea, SortHandle } from './sort-handle.tsx';
import { LoadingState } from './states.tsx';
import type { TreeOf } from './tree.ts';
import { ParentField, TreeContext, useTreeRows } from './tree-parent-field.tsx';
import { ExpandAll, TreeTable, useExpansion, useMatchingTree } from './tree-table.tsx';

export { ParentField, useTreeRows };

interface TreePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  /** Field with the parent's key; 0 at the top. */
  parent: keyof RecordOf<S> & string;
  name: keyof RecordOf<S> & string;
  /** In place of the stored name. */
  nameOf?: (row: RecordOf<S>, rows: readonly RecordOf<S>[]) => string;
  /** Field with the position among siblings. New records are proposed the next one, from that in `blank`. */
  order?: keyof RecordOf<S> & string;
  /** Siblings are moved by handles. `always`: each row has one, also without siblings, and the toolbar saves. */
  sorting?: 'siblings' | 'always';
  cells?: Cells<S>;
  /** After the declared ones. */
  moreColumns?: TableColumnType<RecordOf<S>>[];
  beforeName?: (row: RecordOf<S>) => ReactNode;
  afterName?: (row: RecordOf<S>, rows: readonly RecordOf<S>[]) => ReactNode;
  /** In place of the declared ones. */
  filters?: ReactNode;
  /** Filters the loaded rows. Without it the server filters. */
  isMatch?: (row: RecordOf<S>, filters: Partial<Record<string, string>>, rows: readonly RecordOf<S>[]) => boolean;
  /** `Field`s of the resource in place of the declared ones; the parent uses a `ParentField`. */
  form?: ReactNode;
  blank?: Partial<InputOf<S>> | ((parent: RecordOf<S> | undefined) => Partial<InputOf<S>>);
  /** Word of one record, with `.many` for several. */
  nounKey?: WordKey;
  /** The page's button adds below the first record of the top level. */
  addsBelowFirst?: boolean;
  canAddBelow?: (row: RecordOf<S>) => boolean;
  /** Without it, records with others below them are not removable. */
  isRemovable?: (row: TreeOf<RecordOf<S>>) => boolean;
  /** Values of a copy, except its position. */
  copyOf?: (row: RecordOf<S>, name: string) => Partial<InputOf<S>>;
  moreActions?: (row: RecordOf<S>) => MoreAction[];
  /** Shows the record's key in the details. */
  showsKey?: boolean;
  /** Values that only the details show. */
  detailsOf?: (row: RecordOf<S>, rows: readonly RecordOf<S>[]) => RecordOf<S>;
  /** Details of the selected record, which is the first until the user chooses one, at the right, below 1200 pixels under the list, in place of those in a drawer. */
  aside?: (selected: RecordOf<S> | undefined, isChosen: boolean) => ReactNode;
  /** Text below the list; false: none. */
  total?: false | ((count: number) => string);
  onRefresh?: () => unknown;
}

type Row = RecordOf<ResourceSpec>;
type SortableRow = Row & { parentId: number; orderNum: number };

export const asideCard = 'card scroll-my-4 p-4 xl:sticky xl:top-28';
const asideGrid = 'xl:grid-cols-[minmax(0,1fr)_248px] 2xl:grid-cols-[minmax(0,1fr)_280px]';

export function TreePage<S extends ResourceSpec>(props: TreePageProps<S>) {
  // The cast: internally the resource type is generic.
  return <TreePageInner {...(props as unknown as TreePageProps<ResourceSpec>)} />;
}

/** The complete list, and the rows that the server finds for the filters. */
function useTreeList(resource: Resource, filters: Record<string, string>, isSearched: boolean) {
  const list = useQuery(getQueryOptions<Row[]>(resource, '/list'));
  const searchResult = useQuery({ ...getQueryOptions<Row[]>(resource, '/list', filters), enabled: isSearched });
  const refetch = () => Promise.all([list.refetch(), isSearched && searchResult.refetch()]);
  return { list, searchResult, refetch };
}

/** The list is flat. */
function TreePageInner(props: TreePageProps<ResourceSpec>) {
  const { resource, parent, name, order, sorting, isMatch, blank, addsBelowFirst, canAddBelow = () => true, copyOf, aside } = props;
  const { key, path, operations, permission, word } = resource;
  const { nounKey = word(), isRemovable = (row: TreeOf<Row>) => !row.children, detailsOf = (row: Row) => row, total } = props;
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: (typeof operations)[number]) => operations.includes(operation) && hasPermi(permission(operation));
  const [query, updateQuery] = useListQuery();
  const filters = Object.fromEntries(filterEntries(query));
  const isFiltered = Object.keys(filters).length > 0;
  const isSearched = isFiltered && !isMatch;
  const { list, searchResult, refetch } = useTreeList(resource, filters, isSearched);
  const nameOf = (row: Row) => props.nameOf?.(row, list.data ?? []) ?? displayName(name, String(row[name]));
  const idOf = (row: Row) => Number(row[key]);
  const sort = useTreeOrder((sorting && list.data) as SortableRow[] | undefined, { resource, nameOf });
  const rows: readonly Row[] | undefined = sorting ? sort.rows : list.data;
  const tree = useMatchingTree(props, rows, isSearched ? searchResult.data : rows, filters);
  const expansion = useExpansion<Row>(key, tree);
  const [editing, setEditing] = useState<{ record?: Row; blank?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const [selectedId, setSelectedId] = useState<number>();
  const [importing, setImporting] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const isAsideBelow = useMediaQuery('(max-width: 1199px)');
  const remove = useConfirmRemove(resource, nameOf);
  const rowOf = (row: Row) => list.data?.find((each) => each[key] === row[key]) ?? row;
  const selected = list.data?.find((row) => idOf(row) === selectedId) ?? tree?.[0];

  const select = (row: Row) => {
    setSelectedId(idOf(row));
    // after the aside shows the row
    if (isAsideBelow) requestAnimationFrame(() => grid.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }));
  };

  const blankBelow = (row?: Row): Row => (typeof blank === 'function' ? blank(row) : blank) ?? {};
  const nextOrder = (parentId: number) => {
    const first = Number(blankBelow(rows?.find((row) => idOf(row) === parentId))[order ?? ''] ?? 0);
    const siblings = (rows ?? []).filter((row) => row[parent] === parentId);
    const next = Math.max(first - 1, ...siblings.map((row) => Number(row[order ?? '']) || 0)) + 1;
    return Math.min(next, resource.fields[order ?? '']?.limits.max ?? next);
  };
  const openAddForm = (below?: Row) => {
    const parentId = below ? idOf(below) : addsBelowFirst ? undefined : 0;
    setEditing({ blank: { ...blankBelow(below), [parent]: parentId, ...(order && { [order]: nextOrder(parentId ?? 0) }) } });
  };
  const openCopyForm = (row: Row) =>
    setEditing({ blank: { ...copyOf?.(row, nameOf(row)), ...(order && { [order]: nextOrder(Number(row[parent])) }) } });
  const addFirst = () => openAddForm(addsBelowFirst ? tree?.[0] : undefined);
  // the proposed order follows the loaded rows
  const mayAdd = isAllowed('add') && !(order && list.isPending);
  useOpenAddForm(mayAdd, addFirst);

  const addButton = isAllowed('add') && <AddButton label={t('kit.addNoun', { noun: t(nounKey) })} disabled={!mayAdd} onClick={addFirst} />;
  const renderHandle = (row: Row) => {
    if (!sorting || isFiltered || !isAllowed('edit')) return null;
    const id = idOf(row);
    if (sorting === 'siblings' && !sort.movable(id)) return <span className="w-6" />;
    const label = t('kit.order.handle', { name: nameOf(row) });
    return <SortHandle id={id} group={Number(row[parent])} label={label} onStep={(by) => sort.step(id, by)} />;
  };
  const renderName = (_: unknown, row: Row) => (
    <span className="inline-flex min-h-5.5 items-center gap-x-2 align-top max-md:flex-wrap md:h-5.5">
      {renderHandle(row)}
      {props.beforeName?.(row)}
      <button
        type="button"
        className="text-link rounded-sm font-medium aria-pressed:-mx-1 aria-pressed:bg-primary-ground aria-pressed:px-1"
        aria-pressed={aside && selected && idOf(selected) === idOf(row)}
        onClick={() => (aside ? select(row) : setViewing(rowOf(row)))}
      >
        {nameOf(row)}
      </button>
      {props.afterName?.(row, list.data ?? [])}
    </span>
  );
  const columns = [...columnsOf(resource, props.cells), ...(props.moreColumns ?? [])];
  const tableColumns = columns.map((column, index) => (index === 0 ? { ...column, render: renderName } : column));
  const exportRows = () => void downloadSheet(path, resource.name, new URLSearchParams(isMatch ? undefined : filters));
  const purpose = findTranslationKey(word('purpose'));
  const addBelowLabel = t(ownWordOf(resource, 'addBelow') ?? 'kit.tree.addBelow');
  const totalOf = total ?? ((count: number) => t(ownWordOf(resource, 'total') ?? 'kit.tree.total', { total: count }));
  const table = (
    <TreeTable<Row>
      of={resource}
      rowKey={key}
      columns={tableColumns}
      nameOf={nameOf}
      tree={tree}
      expansion={expansion}
      error={list.error ?? searchResult.error}
      loading={searchResult.isFetching}
      onRetry={() => void refetch()}
      empty={
        <EmptyList noun={t(findTranslationKey(`${nounKey}.many`) ?? nounKey)} query={query} updateQuery={updateQuery}>
          {addButton}
        </EmptyList>
      }
      actions={(row) => (
        <RowActions
          name={nameOf(row)}
          onEdit={isAllowed('edit') ? () => setEditing({ record: rowOf(row) }) : undefined}
          onRemove={isAllowed('remove') && isRemovable(row) ? () => void remove([row]) : undefined}
          moreActions={[
            ...(isAllowed('add') && canAddBelow(row) ? [{ key: 'addBelow', label: addBelowLabel, onClick: () => openAddForm(row) }] : []),
            ...(props.moreActions?.(row) ?? []),
            ...(copyOf && isAllowed('add') ? [{ key: 'copy', label: t('kit.copy'), onClick: () => openCopyForm(row) }] : []),
          ]}
        />
      )}
    />
  );
  return (
    <Page>
      <PageHeader title={t(ownWordOf(resource, 'title') ?? word())} purpose={purpose && t(purpose)} actions={addButton} compact />
      <div ref={grid} className={aside && `grid grid-cols-1 items-start gap-4 ${list.isPending || selected ? asideGrid : ''}`}>
        <ListCard className={aside && 'xl:max-2xl:[&_form]:[--filter:152px]!'}>
          <FilterBar
            of={resource}
            query={query}
            updateQuery={updateQuery}
            {...(aside && { visibleCount: 2 })}
            toolbar={
              <>
                <ExpandAll expansion={expansion} />
                {sorting === 'always' && isAllowed('edit') && (
                  <Button onClick={sort.save} loading={sort.saving}>
                    {t('kit.order.save')}
                  </Button>
                )}
              </>
            }
            tools={
              <>
                <DataButtons
                  onImport={isAllowed('import') ? () => setImporting(true) : undefined}
                  onExport={isAllowed('export') ? exportRows : undefined}
                />
                <ToolButton
                  label={t('kit.refresh')}
                  icon={<Icon name="reload" />}
                  onClick={() => void Promise.all([refetch(), props.onRefresh?.()])}
                  busy={list.isRefetching}
                />
              </>
            }
          >
            {props.filters ?? filtersOf(resource, t)}
          </FilterBar>
          {sorting && <OrderBar order={sort} />}
          {sorting ? <SortArea onMove={sort.moveTo}>{table}</SortArea> : table}
          {totalOf && list.data?.length !== 0 && <p className="m-0 py-4 text-muted">{list.data && totalOf(list.data.length)}</p>}
        </ListCard>
        {aside && !list.isPending && aside(selected, selectedId !== undefined)}
        {aside && list.isPending && (
          // the tree already announces that it is loading
          <div className={asideCard} aria-hidden="true">
            <LoadingState rows={8} />
          </div>
        )}
      </div>
      <TreeContext value={{ rows: list.data ?? [], parent, editing: editing?.record && idOf(editing.record), order, nextOrder }}>
        {editing && (
          <ResourceForm
            resource={resource}
            noun={t(nounKey)}
            record={editing.record}
            blank={editing.blank}
            onClose={() => setEditing(undefined)}
          >
            {props.form ?? <FormFields of={resource} />}
          </ResourceForm>
        )}
      </TreeContext>
      {viewing && (
        <RecordView
          resource={resource}
          record={detailsOf(viewing, list.data ?? [])}
          cells={{ ...props.cells, [name]: (_: unknown, row: Row) => nameOf(row) }}
          showsKey={props.showsKey}
          onClose={() => setViewing(undefined)}
          onEdit={
            isAllowed('edit')
              ? () => {
                  setEditing({ record: viewing });
                  setViewing(undefined);
                }
              : undefined
          }
        />
      )}
      {importing && <ImportDialog of={resource} onClose={() => setImporting(false)} />}
    </Page>
  );
}
