import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterEntries, isPaging, type ListQuery, listQueryOptions, toWireQuery, useListQuery } from '../data/api.ts';
import { translatedText } from '../data/display-names.ts';
import { downloadSheet } from '../data/download.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { applyColumnLayout, useListSettings } from '../data/list-settings.ts';
import { usePermissions } from '../data/permission.tsx';
import { type Cells, columnsOf, ownColumn } from './columns.tsx';
import { type Controls, FormFields, filtersOf, regionTexts } from './field-kinds.tsx';
import { FilterBar } from './filter-bar.tsx';
import { EmptyList, type FilterText } from './filter-chips.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ListCard } from './list-card.tsx';
import { AddButton, ListTools } from './list-tools.tsx';
import { ownWordOf } from './own-word.ts';
import { Page, PageHeader } from './page-header.tsx';
import { useConfirmRemove } from './record-actions.ts';
import { RecordTable } from './record-table.tsx';
import { NameLink, RecordView } from './record-view.tsx';
import { ResourceForm, useOpenAddForm } from './resource-form.tsx';
import { type MoreAction, RowActions } from './row-actions.tsx';
import { SavedViews } from './saved-views.tsx';
import { RemoveSelected, SelectionBar, useSelection } from './selection.tsx';
import { StateTabs } from './state-tabs.tsx';

interface ResourcePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  purpose?: ReactNode;
  /** Primary action in the header and the empty list, if records are not added by a form. */
  primary?: ReactNode;
  /**
   * In the first column, properties of the column replace the link to the record, and a function returns the content of that link. A text
   * is also the record's name.
   */
  cells?: Cells<S>;
  /** Of records without a key. */
  rowKey?: (record: RecordOf<S>) => string;
  /** In place of the rows, e.g. a calendar. */
  body?: ReactNode;
  /** Text of an empty list, in place of the offer to add a record. */
  emptyText?: string;
  /** Links to sibling pages, below the header. */
  nav?: ReactNode;
  /** Inputs of filters, in place of those of the field's kind. */
  filterControls?: Controls;
  filterText?: FilterText;
  /** Filters that are always visible. */
  visibleFilters?: number;
  /** Navigation next to the list, e.g. a tree: at the left, below 1200 pixels above it. */
  aside?: ReactNode;
  /** Filter that `aside` sets; new records belong to its value. */
  parentFilter?: string;
  /** Next to the tabs of states. */
  tabsExtra?: ReactNode;
  /** Next to the filters. */
  toolbar?: ReactNode;
  /** After the tools, a menu of rare actions on the whole list. */
  moreTools?: ReactNode;
  /** Between filters and rows, e.g. a chart of them. */
  above?: ReactNode;
  /** In place of the declared form. */
  form?: ReactNode;
  blank?: Partial<InputOf<S>>;
  formColumns?: 1 | 2 | 3;
  /** Page that replaces the form in a drawer. */
  formPath?: (record?: RecordOf<S>) => string;
  onAdded?: (id: number) => void;
  /** In place of the dialog that reads a sheet of new records. Offered to users with the permission to import. */
  importDialog?: (onClose: () => void) => ReactNode;
  /** Path of the record's page. Without it the record opens in a drawer. */
  detail?: (record: RecordOf<S>) => string;
  /** In place of the drawer. */
  onOpen?: (record: RecordOf<S>) => void;
  /** Content of the drawer, in place of the list of fields. */
  view?: (record: RecordOf<S>) => ReactNode;
  /** At most one link or button, before the default actions. */
  rowActions?: (record: RecordOf<S>) => ReactNode;
  /** In the row's menu, after the two visible actions. */
  moreActions?: (record: RecordOf<S>) => MoreAction[];
  /** In place of all other actions of a row, and of the selection. `edit` opens the form. */
  ownActions?: (record: RecordOf<S>, edit: () => void) => ReactNode;
  selectedActions?: (records: RecordOf<S>[], clear: () => void) => ReactNode;
  /** Whether the record, e.g. a built-in one, may be edited or removed, if the user's permissions allow it. */
  isEditable?: (record: RecordOf<S>) => boolean;
  isRemovable?: (record: RecordOf<S>) => boolean;
}

export function ResourcePage<S extends ResourceSpec>(props: ResourcePageProps<S>) {
  // The cast: internally the resource type is generic.
  return <ResourcePageInner {...(props as unknown as ResourcePageProps<ResourceSpec>)} />;
}

type Row = RecordOf<ResourceSpec>;

const stickyAside = 'xl:sticky xl:top-28 xl:max-h-[calc(100vh-136px)]';
// the retry button of an error stays visible
const unlimited = 'has-[[role=alert]]:max-h-none max-xl:has-[[data-full-height]]:max-h-none';

const always = () => true;

/** Parameters of the URL that the list knows. Others belong to the page, e.g. the month of a calendar. */
const listQueryOf = ({ filters }: Resource, params: ListQuery): ListQuery =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name in filters.shape || isPaging(name)));

function ResourcePageInner(props: ResourcePageProps<ResourceSpec>) {
  const { resource, primary, cells, body, emptyText, filterControls, aside, toolbar, above, formPath, onAdded, importDialog } = props;
  const { detail, onOpen, view, rowActions, moreActions, ownActions, selectedActions, isEditable = always, isRemovable = always } = props;
  const navigate = useNavigate();
  const { operations, permission, word, path, key, name } = resource;
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const columns = columnsOf(resource, cells);
  const nameField = String(columns[0]?.dataIndex);
  const form = props.form ?? (resource.form && <FormFields of={resource} />);
  const isAllowed = (operation: (typeof operations)[number]) => operations.includes(operation) && hasPermi(permission(operation));
  const [params, updateQuery] = useListQuery();
  const query = listQueryOf(resource, params);
  const list = useQuery({ ...listQueryOptions(resource, query), placeholderData: keepPreviousData, enabled: !body });
  const [editing, setEditing] = useState<{ record?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const [importing, setImporting] = useState(false);
  const views = useListSettings(`${resource.domain}.${name}`, query, updateQuery, resource.hiddenColumns);
  const selection = useSelection<Row>(key, list.data?.rows ?? [], JSON.stringify(filterEntries(query)));
  const nameOf = (record: Row) => {
    const text = ownColumn(cells ?? {}, nameField).render?.(record[nameField], record);
    return typeof text === 'string' ? text : String(translatedText(record, nameField) ?? record[key]);
  };
  const remove = useConfirmRemove(resource, nameOf, selection.clear);

  const noun = t(word());
  const openForm = formPath ? (record?: Row) => void navigate(formPath(record)) : (record?: Row) => setEditing(record ? { record } : {});
  const hasForm = Boolean(form || formPath);
  const canAdd = isAllowed('add') && hasForm;
  useOpenAddForm(canAdd, () => openForm());
  const edit = isAllowed('edit') && hasForm ? openForm : undefined;
  const hasRowActions = rowActions || moreActions || edit || isAllowed('remove');
  const canImport = importDialog ? hasPermi(permission('import')) : isAllowed('import');
  const addButton = primary ?? (canAdd && <AddButton label={t('kit.addNoun', { noun })} onClick={() => openForm()} />);
  const nameLink = (value: unknown, record: Row) => (
    <NameLink isCode={resource.fields[nameField]?.kind === 'code'} to={detail?.(record)} onOpen={() => (onOpen ?? setViewing)(record)}>
      {ownColumn(cells ?? {}, nameField).render?.(value, record) ?? nameOf(record)}
    </NameLink>
  );
  const tableColumns = columns.map((column, index) => ({
    ...column,
    key: String(column.key),
    ...(index === 0 && typeof cells?.[nameField] !== 'object' && { render: nameLink }),
  }));
  const rowActionsOf = (record: Row) => (
    <RowActions
      name={nameOf(record)}
      primaryAction={rowActions?.(record)}
      onEdit={edit && isEditable(record) ? () => edit(record) : undefined}
      onRemove={isAllowed('remove') && isRemovable(record) ? () => void remove([record]) : undefined}
      moreActions={moreActions?.(record)}
    />
  );
  const purpose = findTranslationKey(word('purpose'));
  const closeImport = () => setImporting(false);

  return (
    <Page>
      <PageHeader
        title={t(ownWordOf(resource, 'title') ?? word())}
        purpose={props.purpose ?? (purpose && t(purpose))}
        actions={addButton}
        compact
      />
      {props.nav}
      <div className={aside ? 'grid grid-cols-1 items-start gap-4 xl:grid-cols-[256px_minmax(0,1fr)]' : undefined}>
        {aside && (
          <div data-testid="list-aside" className={`card max-h-80 overflow-auto p-4 ${stickyAside} ${unlimited}`}>
            {aside}
          </div>
        )}
        <ListCard>
          <SavedViews views={views} />
          {resource.tabs && <StateTabs of={resource} query={query} updateQuery={updateQuery} extra={props.tabsExtra} />}
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
              tabField={resource.tabs?.field}
              filterText={{ ...regionTexts(resource), ...props.filterText }}
              {...(props.visibleFilters && { visibleCount: props.visibleFilters })}
              toolbar={toolbar}
              hasAside={Boolean(aside)}
              tools={
                <ListTools
                  columns={columns.map((column) => ({
                    key: String(column.key),
                    title: typeof column.title === 'string' ? column.title : t(word(String(column.key))),
                  }))}
                  views={views}
                  onRefresh={() => void list.refetch()}
                  refreshing={list.isRefetching}
                  onExport={isAllowed('export') ? () => void downloadSheet(path, name, toWireQuery(query, false)) : undefined}
                  onImport={canImport ? () => setImporting(true) : undefined}
                >
                  {props.moreTools}
                </ListTools>
              }
            >
              {filtersOf(resource, t, filterControls)}
            </FilterBar>
          )}
          {above}
          {body || (
            <RecordTable<Row>
              of={resource}
              rowKey={props.rowKey ?? key}
              columns={applyColumnLayout(tableColumns, views.columns)}
              list={list}
              query={query}
              updateQuery={updateQuery}
              empty={
                <EmptyList
                  noun={t(findTranslationKey(word('many')) ?? word())}
                  query={query}
                  updateQuery={updateQuery}
                  parentFilter={props.parentFilter}
                  {...(emptyText && { emptyText })}
                >
                  {!emptyText && addButton}
                </EmptyList>
              }
              actions={ownActions ? (record) => ownActions(record, () => openForm(record)) : hasRowActions ? rowActionsOf : undefined}
              {...((isAllowed('remove') || selectedActions) && !ownActions && { selected: selection.keys, onSelect: selection.select })}
            />
          )}
        </ListCard>
      </div>
      {editing && (
        <ResourceForm
          resource={resource}
          record={editing.record}
          blank={props.blank}
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
          cells={cells}
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
      {importing && (importDialog?.(closeImport) ?? <ImportDialog of={resource} onClose={closeImport} />)}
    </Page>
  );
}
