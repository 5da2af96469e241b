import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, listQueryOptions, toWireQuery, useListQuery } from '../data/api.ts';
import { download } from '../data/download.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { applyColumnLayout, useListSettings } from '../data/list-settings.ts';
import { usePermissions } from '../data/permission.tsx';
import { EmptyList, FilterBar, type FilterText } from './filter-bar.tsx';
import { Icon } from './icon.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ListTools } from './list-tools.tsx';
import { PageHeader } from './page-header.tsx';
import { useConfirmRemove } from './record-actions.ts';
import { RecordTable } from './record-table.tsx';
import { NameLink, RecordView } from './record-view.tsx';
import { ResourceForm, useOpenAddForm } from './resource-form.tsx';
import { type MoreAction, RowActions } from './row-actions.tsx';
import { SavedViews } from './saved-views.tsx';
import { RemoveSelected, SelectionBar, useSelection } from './selection.tsx';

interface ResourcePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  purpose?: string | undefined;
  /** The first opens the record. */
  columns: TableColumnType<RecordOf<S>>[];
  hiddenAtFirst?: readonly (keyof RecordOf<S> & string)[];
  /** Form items named after the resource's filters; up to three are always visible. */
  filters: ReactNode;
  form?: ReactNode;
  blank?: Partial<InputOf<S>>;
  formColumns?: 1 | 2 | 3;
  /** At most one link or button, before the default actions. */
  rowActions?: (record: RecordOf<S>) => ReactNode;
  /** Without it the record opens in a drawer. */
  detail?: (record: RecordOf<S>) => string;
  /** Replaces the form in a drawer; needs the right to edit. */
  formPath?: (record?: RecordOf<S>) => string;
  /** Same as `formPath`, but adding needs only the right to add. */
  addFormPath?: (record?: RecordOf<S>) => string;
  /** Imported rows may update existing records. */
  importUpdates?: boolean;
  onImport?: (() => void) | undefined;
  onOpen?: (record: RecordOf<S>) => void;
  onAdded?: (id: number) => void;
  selectedActions?: (records: RecordOf<S>[], clear: () => void) => ReactNode;
  filterText?: FilterText;
  /** Navigation next to the list, e.g. a tree: at the left, below 1200 pixels above it. */
  aside?: ReactNode;
  /** Filter that `aside` sets; new records belong to its value. */
  parentFilter?: string;
  tabs?: ReactNode;
  /** Between filters and rows, e.g. a chart of them. */
  above?: ReactNode;
  /** Primary action in the header and the empty list, if records are not added by a form. */
  primary?: ReactNode;
  toolbar?: ReactNode;
  /** Actions in the row's menu, after the two visible ones. */
  moreActions?: (record: RecordOf<S>) => MoreAction[];
  /** Replaces the list of fields in the drawer. */
  view?: (record: RecordOf<S>) => ReactNode;
  /** If it differs from the stored one. */
  displayName?: (record: RecordOf<S>) => string;
  /** Protected records, e.g. built-in ones. true: no editing or deletion; `kept`: no deletion; `closed`: no editing. */
  protectionOf?: (record: RecordOf<S>) => boolean | 'kept' | 'closed';
}

export function ResourcePage<S extends ResourceSpec>(props: ResourcePageProps<S>) {
  // The cast: internally the resource type is generic.
  return <ResourcePageInner {...(props as unknown as ResourcePageProps<ResourceSpec>)} />;
}

type Row = RecordOf<ResourceSpec>;

function ResourcePageInner(props: ResourcePageProps<ResourceSpec>) {
  const { resource, columns, filters, form, blank, rowActions, detail, selectedActions, filterText, aside, toolbar, moreActions } = props;
  const {
    view,
    displayName,
    protectionOf = () => false,
    addFormPath,
    formPath = addFormPath,
    onOpen,
    onAdded,
    above,
    primary,
    importUpdates,
  } = props;
  const navigate = useNavigate();
  const { operations, permission, word, path, key, name } = resource;
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: (typeof operations)[number]) => operations.includes(operation) && hasPermi(permission(operation));
  const [query, updateQuery] = useListQuery();
  const list = useQuery({ ...listQueryOptions(resource, query), placeholderData: keepPreviousData });
  const [editing, setEditing] = useState<{ record?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const [importing, setImporting] = useState(false);
  const views = useListSettings(`${resource.domain}.${name}`, query, updateQuery, props.hiddenAtFirst);
  const selection = useSelection<Row>(key, list.data?.rows ?? [], JSON.stringify(filterEntries(query)));
  const nameOf = (record: Row) => displayName?.(record) ?? String(record[String(columns[0]?.dataIndex)] ?? record[key]);
  const remove = useConfirmRemove(resource, nameOf, selection.clear);

  const noun = t(word());
  const openForm = formPath ? (record?: Row) => void navigate(formPath(record)) : (record?: Row) => setEditing(record ? { record } : {});
  useOpenAddForm(isAllowed('add') && (form !== undefined || addFormPath !== undefined), () => openForm());
  const edit = isAllowed('edit') && (form !== undefined || formPath) ? openForm : undefined;
  const isEditable = (record: Row) => [false, 'kept'].includes(protectionOf(record));
  const isRemovable = (record: Row) => [false, 'closed'].includes(protectionOf(record));
  const hasRowActions = rowActions || moreActions || edit || isAllowed('remove');
  const addButton =
    primary ??
    (isAllowed('add') && (form || addFormPath || (formPath && edit)) && (
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => openForm()}>
        {t('kit.addNoun', { noun })}
      </Button>
    ));
  const renderNameLink = (value: unknown, record: Row) => (
    <NameLink field={String(columns[0]?.dataIndex)} to={detail?.(record)} onOpen={() => (onOpen ?? setViewing)(record)}>
      {String(value)}
    </NameLink>
  );
  const tableColumns = columns.map((column, index) => ({
    ...column,
    key: String(column.key),
    ...(index === 0 && { render: (value: unknown, record: Row) => renderNameLink(displayName?.(record) ?? value, record) }),
  }));
  // a field called `title` has the same translation key as the page title
  const title = ('title' in resource.record.shape ? undefined : findTranslationKey(word('title'))) ?? word();
  const purpose = findTranslationKey(word('purpose'));

  return (
    <div className="page">
      <PageHeader title={t(title)} purpose={props.purpose ?? (purpose && t(purpose))} actions={addButton} />
      <div className={aside ? 'with-aside' : undefined}>
        {aside && <div className="card list-aside">{aside}</div>}
        <section className="card list-card">
          {props.tabs}
          <SavedViews views={views} />
          {selection.keys.length > 0 ? (
            <SelectionBar count={selection.keys.length} otherPagesCount={selection.otherPagesCount} onClear={selection.clear}>
              {selectedActions?.(selection.records, selection.clear)}
              {isAllowed('remove') && (
                <RemoveSelected records={selection.records} isRemovable={isRemovable} onRemove={(...args) => void remove(...args)} />
              )}
            </SelectionBar>
          ) : (
            <FilterBar
              of={resource}
              query={query}
              updateQuery={updateQuery}
              filterText={filterText}
              toolbar={toolbar}
              {...(aside && { visibleCount: 2 })}
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
                    isAllowed('export')
                      ? () =>
                          void download(`${path}/export`, `${name}_${Date.now()}.xlsx`, { method: 'POST', body: toWireQuery(query, false) })
                      : undefined
                  }
                  onImport={props.onImport ?? (isAllowed('import') ? () => setImporting(true) : undefined)}
                />
              }
            >
              {filters}
            </FilterBar>
          )}
          {above}
          <RecordTable<Row>
            rowKey={key}
            columns={applyColumnLayout(tableColumns, views.columns)}
            page={list.data}
            error={list.error}
            loading={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            query={query}
            updateQuery={updateQuery}
            empty={
              <EmptyList
                noun={t(findTranslationKey(word('many')) ?? word())}
                query={query}
                updateQuery={updateQuery}
                parentFilter={props.parentFilter}
              >
                {addButton}
              </EmptyList>
            }
            actions={
              hasRowActions
                ? (record) => (
                    <RowActions
                      name={nameOf(record)}
                      primaryAction={rowActions?.(record)}
                      onEdit={edit && isEditable(record) ? () => edit(record) : undefined}
                      onRemove={isAllowed('remove') && isRemovable(record) ? () => void remove([record]) : undefined}
                      moreActions={moreActions?.(record)}
                    />
                  )
                : undefined
            }
            {...((isAllowed('remove') || selectedActions) && { selected: selection.keys, onSelect: selection.select })}
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
