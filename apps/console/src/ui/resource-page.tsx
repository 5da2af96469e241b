import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { listOf, wireQuery } from '../data/api.ts';
import { download } from '../data/download.ts';
import { filtersOf, useListQuery } from '../data/list-query.ts';
import { arranged, useListSettings } from '../data/list-settings.ts';
import { useRights } from '../data/permission.tsx';
import { useWords, wordOr } from '../data/words.ts';
import { EmptyList } from './empty-list.tsx';
import { FilterBar, type FilterText } from './filter-bar.tsx';
import { Icon } from './icon.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ListTools } from './list-tools.tsx';
import { NameLink } from './name-link.tsx';
import { PageHeader } from './page-header.tsx';
import { RecordTable } from './record-table.tsx';
import { RecordView } from './record-view.tsx';
import { ResourceForm } from './resource-form.tsx';
import { type MoreAction, RowActions } from './row-actions.tsx';
import { SavedViews } from './saved-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TickedRemoval } from './ticked-removal.tsx';
import { useAddOnArrival } from './use-add-on-arrival.ts';
import { useRemoval } from './use-removal.ts';
import { useSelection } from './use-selection.ts';

interface ResourcePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  purpose?: string | undefined;
  /** The first names the record and opens it. */
  columns: TableColumnType<RecordOf<S>>[];
  /** Columns that stay hidden until somebody asks for them by the column settings. */
  hiddenAtFirst?: readonly (keyof RecordOf<S> & string)[];
  /** Form items named after the resource's filters; the first three stand on the line. */
  filters: ReactNode;
  /** `Field`s of the resource. */
  form?: ReactNode;
  blank?: Partial<InputOf<S>>;
  /** Fields of the form beside each other, where there is room. */
  formColumns?: 1 | 2 | 3;
  /** At most one link or button before the page's own. */
  rowActions?: (record: RecordOf<S>) => ReactNode;
  /** Where a record has a page of its own; without it the record opens in a drawer. */
  detail?: (record: RecordOf<S>) => string;
  /** Where a record is written on a page of its own, in place of a form in a drawer; that page needs the right to edit. */
  formAt?: (record?: RecordOf<S>) => string;
  /** The same, where the page to add needs the right to add alone. */
  writeAt?: (record?: RecordOf<S>) => string;
  /** Rows of an imported file may update records that are there. */
  importUpdates?: boolean;
  /** Imports in a way of the page's own, in place of the resource's. */
  onImport?: (() => void) | undefined;
  /** Shows a record in a way of the page's own, in place of the drawer. */
  onOpen?: (record: RecordOf<S>) => void;
  /** After a record was added, e.g. to open it. */
  onAdded?: (id: number) => void;
  /** What else may be done with several records, in the bar that a selection opens. */
  selectedActions?: (records: RecordOf<S>[], clear: () => void) => ReactNode;
  /** Names behind keys in the tags of active filters. */
  filterText?: FilterText;
  /** What narrows the list from outside its filters, e.g. a tree: left of it, above it below 1200 pixels. */
  aside?: ReactNode;
  /** The filter that what stands beside the list chooses by, where rows are added to what is chosen. */
  within?: string;
  /** The list's parts as tabs, above its filters. */
  tabs?: ReactNode;
  /** Between filters and rows, e.g. the same as a picture. */
  above?: ReactNode;
  /** The one act at the title's right and in the empty list, where nothing is added by a form. */
  primary?: ReactNode;
  /** Buttons of the page's own before the list's tools. */
  toolbar?: ReactNode;
  /** Acts on one record in the row's menu, after the two in sight. */
  moreActions?: (record: RecordOf<S>) => MoreAction[];
  /** What the record's drawer shows where a line a field does not tell its story. */
  view?: (record: RecordOf<S>) => ReactNode;
  /** What the first column calls a record, where that is not what is stored. */
  called?: (record: RecordOf<S>) => string;
  /** Records that the server lets nobody edit or remove here, such as built-in ones; `kept`: edited but not removed; `closed`: the other way. */
  fixed?: (record: RecordOf<S>) => boolean | 'kept' | 'closed';
}

/** Lists, narrows, adds, edits, removes, exports and imports the records of one resource: the whole page, where that is the whole page. */
export function ResourcePage<S extends ResourceSpec>(props: ResourcePageProps<S>) {
  // The cast: inside, the noun is any noun and its records are rows.
  return <PageOf {...(props as unknown as ResourcePageProps<ResourceSpec>)} />;
}

type Row = RecordOf<ResourceSpec>;

function PageOf(props: ResourcePageProps<ResourceSpec>) {
  const { resource, columns, filters, form, blank, rowActions, detail, selectedActions, filterText, aside, toolbar, moreActions } = props;
  const { view, called, fixed = () => false, writeAt, formAt = writeAt, onOpen, onAdded, above, primary, importUpdates } = props;
  const navigate = useNavigate();
  const { operations, permission, word, path, key, name } = resource;
  const t = useWords();
  const { hasPermi } = useRights();
  const may = (operation: (typeof operations)[number]) => operations.includes(operation) && hasPermi(permission(operation));
  const [query, narrow] = useListQuery();
  const list = useQuery({ ...listOf(resource, query), placeholderData: keepPreviousData });
  const [editing, setEditing] = useState<{ record?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const [importing, setImporting] = useState(false);
  const views = useListSettings(`${resource.domain}.${name}`, query, narrow, props.hiddenAtFirst);
  const selection = useSelection<Row>(key, list.data?.rows ?? [], JSON.stringify(filtersOf(query)));
  const nameOf = (record: Row) => called?.(record) ?? String(record[String(columns[0]?.dataIndex)] ?? record[key]);
  const remove = useRemoval(resource, nameOf, selection.clear);

  const noun = t(word());
  const write = formAt ? (record?: Row) => void navigate(formAt(record)) : (record?: Row) => setEditing(record ? { record } : {});
  useAddOnArrival(may('add') && (form !== undefined || writeAt !== undefined), () => write());
  const edit = may('edit') && (form !== undefined || formAt) ? write : undefined;
  const isEditable = (record: Row) => [false, 'kept'].includes(fixed(record));
  const isRemovable = (record: Row) => [false, 'closed'].includes(fixed(record));
  const acting = rowActions || moreActions || edit || may('remove');
  const addButton =
    primary ??
    (may('add') && (form || writeAt || (formAt && edit)) && (
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => write()}>
        {t('kit.addNoun', { noun })}
      </Button>
    ));
  const opening = (value: unknown, record: Row) => (
    <NameLink field={String(columns[0]?.dataIndex)} to={detail?.(record)} onOpen={() => (onOpen ?? setViewing)(record)}>
      {String(value)}
    </NameLink>
  );
  const keyed = columns.map((column, index) => ({
    ...column,
    key: String(column.key),
    ...(index === 0 && { render: (value: unknown, record: Row) => opening(called?.(record) ?? value, record) }),
  }));
  // a noun may have a field called `title`, whose word is not the page's
  const title = ('title' in resource.record.shape ? undefined : wordOr(word('title'))) ?? word();
  const purpose = wordOr(word('purpose'));

  return (
    <div className="page">
      <PageHeader title={t(title)} purpose={props.purpose ?? (purpose && t(purpose))} actions={addButton} />
      <div className={aside ? 'with-aside' : undefined}>
        {aside && <div className="card list-aside">{aside}</div>}
        <section className="card list-card">
          {props.tabs}
          <SavedViews views={views} />
          {selection.keys.length > 0 ? (
            <SelectionBar count={selection.keys.length} elsewhere={selection.elsewhere} onClear={selection.clear}>
              {selectedActions?.(selection.records, selection.clear)}
              {may('remove') && (
                <TickedRemoval records={selection.records} isRemovable={isRemovable} onRemove={(...ticked) => void remove(...ticked)} />
              )}
            </SelectionBar>
          ) : (
            <FilterBar
              of={resource}
              query={query}
              narrow={narrow}
              filterText={filterText}
              toolbar={toolbar}
              {...(aside && { first: 2 })}
              tools={
                <ListTools
                  columns={columns.map((column) => ({
                    key: String(column.key),
                    title: typeof column.title === 'string' ? column.title : t(word(String(column.key))),
                  }))}
                  views={views}
                  onRefresh={() => void list.refetch()}
                  refreshing={list.isRefetching}
                  onExport={
                    may('export')
                      ? () =>
                          void download(`${path}/export`, `${name}_${Date.now()}.xlsx`, { method: 'POST', body: wireQuery(query, false) })
                      : undefined
                  }
                  onImport={props.onImport ?? (may('import') ? () => setImporting(true) : undefined)}
                />
              }
            >
              {filters}
            </FilterBar>
          )}
          {above}
          <RecordTable<Row>
            rowKey={key}
            columns={arranged(keyed, views.columns)}
            page={list.data}
            error={list.error}
            loading={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            query={query}
            narrow={narrow}
            empty={
              <EmptyList noun={t(wordOr(word('many')) ?? word())} query={query} narrow={narrow} within={props.within}>
                {addButton}
              </EmptyList>
            }
            actions={
              acting
                ? (record) => (
                    <RowActions
                      name={nameOf(record)}
                      own={rowActions?.(record)}
                      onEdit={edit && isEditable(record) ? () => edit(record) : undefined}
                      onRemove={may('remove') && isRemovable(record) ? () => void remove([record]) : undefined}
                      more={moreActions?.(record)}
                    />
                  )
                : undefined
            }
            {...((may('remove') || selectedActions) && { selected: selection.keys, onSelect: selection.select })}
          />
        </section>
      </div>
      {editing && (
        <ResourceForm
          resource={resource}
          record={editing.record}
          blank={blank}
          formColumns={props.formColumns}
          onClose={() => setEditing(undefined)}
          onDone={(id) => !editing.record && onAdded?.(id)}
        >
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
            edit && isEditable(viewing)
              ? () => {
                  edit(viewing);
                  setViewing(undefined);
                }
              : undefined
          }
        >
          {view?.(viewing)}
        </RecordView>
      )}
      {importing && <ImportDialog of={resource} onClose={() => setImporting(false)} {...(importUpdates && { updates: true })} />}
    </div>
  );
}
