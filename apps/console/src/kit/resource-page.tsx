// The list pattern of every plain record in one place: over 250 lines would split it, so parts live in filter-bar, list-tools, record-table.
import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type TableColumnType } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listOf, useRemove, wireQuery } from './api.ts';
import { confirm } from './confirm.ts';
import { download } from './download.ts';
import { FilterBar, type FilterText } from './filter-bar.tsx';
import { useHiddenColumns } from './hidden-columns.ts';
import { hosts } from './hosts.ts';
import { Icon } from './icon.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { filtersOf, useListQuery } from './list-query.ts';
import { ListTools } from './list-tools.tsx';
import { PageHeader } from './page-header.tsx';
import { useRights } from './permission.tsx';
import { RecordTable } from './record-table.tsx';
import { RecordView } from './record-view.tsx';
import { ResourceForm } from './resource-form.tsx';
import { RowLink } from './row-link.tsx';
import { Nothing } from './states.tsx';
import { useWords, wordOr } from './words.ts';

export interface ResourcePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  /** The first names the record and opens it. */
  columns: TableColumnType<RecordOf<S>>[];
  /** Form items named after the resource's filters; the first three stand on the line. */
  filters: ReactNode;
  /** `Field`s of the resource. */
  form?: ReactNode;
  blank?: Partial<InputOf<S>>;
  /** At most one link or button before the page's own. */
  rowActions?: (record: RecordOf<S>) => ReactNode;
  /** Where a record has a page of its own; without it the record opens in a drawer. */
  detail?: (record: RecordOf<S>) => string;
  /** What else may be done with several records, in the bar that a selection opens. */
  selectedActions?: (records: RecordOf<S>[], clear: () => void) => ReactNode;
  /** Names behind keys in the tags of active filters. */
  filterText?: FilterText;
}

type Row = Record<string, unknown>;

/** Lists, narrows, adds, edits, removes, exports and imports the records of one resource: the whole page, where that is the whole page. */
export function ResourcePage<S extends ResourceSpec>(props: ResourcePageProps<S>) {
  const { resource, columns, filters, form, blank, rowActions, detail, selectedActions, filterText } = props;
  // The cast: inside, the noun is any noun and its records are rows.
  const noun = resource as unknown as Resource;
  const t = useWords();
  const { hasPermi } = useRights();
  const may = (operation: Resource['operations'][number]) => noun.operations.includes(operation) && hasPermi(noun.permission(operation));
  const [query, narrow] = useListQuery();
  const list = useQuery({ ...listOf(resource, query), placeholderData: keepPreviousData });
  const remove = useRemove(resource);
  const [editing, setEditing] = useState<{ record?: RecordOf<S> }>();
  const [viewing, setViewing] = useState<RecordOf<S>>();
  const [importing, setImporting] = useState(false);
  const [selected, setSelected] = useState<number[]>([]);
  const [hidden, hide] = useHiddenColumns(`${noun.domain}.${noun.name}`);
  useAddOnArrival(may('add') && form !== undefined, () => setEditing({}));

  const keyOf = (record: RecordOf<S>) => Number((record as Row)[noun.key]);
  const nameOf = (record: RecordOf<S>) => String((record as Row)[String(columns[0]?.dataIndex)] ?? keyOf(record));
  const rows = list.data?.rows ?? [];
  const chosen = rows.filter((record) => selected.includes(keyOf(record)));
  const nounName = t(noun.word());

  const removeAll = async (records: RecordOf<S>[]) => {
    const [first] = records;
    if (!first) return;
    const title = records.length === 1 ? t('kit.removeAsk', { name: nameOf(first) }) : t('kit.removeManyAsk', { count: records.length });
    if (!(await confirm({ title, okText: t('kit.remove'), danger: true }))) return;
    await remove.mutateAsync(records.map(keyOf)).then(
      () => {
        setSelected([]);
        hosts.tell('success', t('kit.removed'));
      },
      () => undefined, // the refusal was shown; the records stay
    );
  };

  const named = columns.map((column, index) => (index === 0 ? { ...column, render: opening(column) } : column));
  function opening(column: TableColumnType<RecordOf<S>>) {
    return (value: unknown, record: RecordOf<S>, index: number) => {
      const text = String(value ?? '');
      void column;
      void index;
      return detail ? (
        <RowLink to={detail(record)} strong>
          {text}
        </RowLink>
      ) : (
        <button type="button" className="row-link row-link-strong" onClick={() => setViewing(record)}>
          {text}
        </button>
      );
    };
  }

  const actions = (record: RecordOf<S>) => {
    const own = rowActions?.(record);
    const removing = may('remove') && (
      <button type="button" className="row-link row-danger" onClick={() => void removeAll([record])}>
        {t('kit.remove')}
      </button>
    );
    const menu = { items: [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: () => void removeAll([record]) }] };
    return (
      <>
        {own}
        {may('edit') && form && (
          <button type="button" className="row-link" onClick={() => setEditing({ record })}>
            {t('kit.edit')}
          </button>
        )}
        {own && removing ? (
          <Dropdown menu={menu} trigger={['click']}>
            <Button type="text" size="small" aria-label={t('kit.moreOf', { name: nameOf(record) })} icon={<Icon name="more" />} />
          </Dropdown>
        ) : (
          removing
        )}
      </>
    );
  };
  const acting = rowActions !== undefined || (may('edit') && form !== undefined) || may('remove');
  const selecting = may('remove') || selectedActions !== undefined;

  const addButton = may('add') && form && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEditing({})}>
      {t('kit.addNoun', { noun: nounName })}
    </Button>
  );
  const filtered = filtersOf(query).length > 0;
  const purpose = wordOr(noun.word('purpose'));
  const clearFilters = () => narrow(Object.fromEntries(filtersOf(query).map(([name]) => [name, undefined])));

  return (
    <div className="page">
      <PageHeader
        title={t(('title' in noun.record.shape ? undefined : wordOr(noun.word('title'))) ?? noun.word())}
        purpose={purpose && t(purpose)}
        actions={addButton}
      />
      <section className="card list-card">
        {chosen.length > 0 ? (
          <div className="action-bar" role="toolbar" aria-label={t('kit.selected', { count: chosen.length })}>
            <strong>{t('kit.selected', { count: chosen.length })}</strong>
            {selectedActions?.(chosen, () => setSelected([]))}
            {may('remove') && (
              <Button danger onClick={() => void removeAll(chosen)}>
                {t('kit.removeCount', { count: chosen.length })}
              </Button>
            )}
            <Button type="link" onClick={() => setSelected([])}>
              {t('kit.clearSelection')}
            </Button>
          </div>
        ) : (
          <FilterBar
            of={noun}
            query={query}
            narrow={narrow}
            filterText={filterText}
            tools={
              <ListTools
                columns={columns.map(({ key }) => ({ key: String(key), title: t(noun.word(String(key))) }))}
                hidden={hidden}
                onHide={hide}
                onRefresh={() => void list.refetch()}
                refreshing={list.isRefetching}
                onExport={
                  may('export')
                    ? () =>
                        void download(`${noun.path}/export`, `${noun.name}_${Date.now()}.xlsx`, {
                          method: 'POST',
                          body: wireQuery(query, false),
                        })
                    : undefined
                }
                onImport={may('import') ? () => setImporting(true) : undefined}
              />
            }
          >
            {filters}
          </FilterBar>
        )}
        <RecordTable<RecordOf<S> & Row>
          rowKey={noun.key}
          columns={named.filter(({ key }) => !hidden.includes(String(key))) as TableColumnType<RecordOf<S> & Row>[]}
          page={list.data as { rows: (RecordOf<S> & Row)[]; total: number } | undefined}
          error={list.error}
          loading={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          query={query}
          narrow={(changes) => {
            setSelected([]);
            narrow(changes);
          }}
          empty={
            filtered ? (
              <Nothing text={t('kit.emptyFiltered', { noun: nounName })}>
                <Button onClick={clearFilters}>{t('kit.clearFilters')}</Button>
              </Nothing>
            ) : (
              <Nothing text={t('kit.empty', { noun: nounName })}>{addButton}</Nothing>
            )
          }
          actions={acting ? actions : undefined}
          {...(selecting && { selected, onSelect: setSelected })}
        />
      </section>
      {editing && (
        <ResourceForm resource={resource} record={editing.record} blank={blank} onClose={() => setEditing(undefined)}>
          {form}
        </ResourceForm>
      )}
      {viewing && (
        <RecordView
          resource={resource}
          record={viewing}
          columns={columns}
          onClose={() => setViewing(undefined)}
          onEdit={
            may('edit') && form
              ? () => {
                  setEditing({ record: viewing });
                  setViewing(undefined);
                }
              : undefined
          }
        />
      )}
      {importing && <ImportDialog of={noun} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Opens the form where a link came to add: `navigate(path, { state: { add: true } })`. */
function useAddOnArrival(mayAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const wanted = mayAdd && (state as { add?: boolean } | null)?.add === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an arrival
  useEffect(() => {
    if (!wanted) return;
    open();
    void navigate(pathname + search, { replace: true, state: null });
  }, [wanted]);
}
