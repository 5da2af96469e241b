import {
  type GenDbTable,
  type GenDifference,
  type GenTable,
  type GenWebType,
  genDbTables,
  genDifferences,
  genTables,
  importGenTables,
  type Resource,
  syncGenTable,
} from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, type TableColumnType } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, useCall, useLocalListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { columnsOf, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { filtersOf } from '../../../ui/field-kinds.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FooterHint, FormDrawer } from '../../../ui/form-parts.tsx';
import { DrawerList } from '../../../ui/list-card.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';
import { WebTypeChoice } from './generator-tabs.tsx';

const tones: Record<GenDifference['kind'], Tone> = { added: 'genuine', changed: 'attention', removed: 'grave' };

export function SyncDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useTranslations();
  const differencesQuery = useQuery({ ...endpointQueryOptions(genDifferences, { id: table.tableId }), staleTime: 0, gcTime: 0 });
  const differences = differencesQuery.data ?? [];
  const [excludedColumns, setExcludedColumns] = useState<readonly string[]>([]);
  const sync = useCall(syncGenTable);
  const selectedColumns = differences.map(({ columnName }) => columnName).filter((name) => !excludedColumns.includes(name));
  const submit = () =>
    sync.mutate(
      { id: table.tableId, columns: selectedColumns, version: table.version },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.synced', { count: selectedColumns.length }));
          onClose();
        },
      },
    );
  return (
    <FormDrawer
      size={640}
      title={t('tool.gen.syncOf', { tableName: table.tableName })}
      onClose={onClose}
      hint={<FooterHint>{differences.length > 0 && t('kit.selected', { count: selectedColumns.length })}</FooterHint>}
      okText={t('tool.gen.syncCount', { count: selectedColumns.length })}
      busy={sync.isPending}
      disabled={selectedColumns.length === 0}
      onOk={submit}
    >
      {!differencesQuery.data ? (
        <QueryState query={differencesQuery} rows={5} />
      ) : differences.length === 0 ? (
        <EmptyState text={t('tool.gen.syncNone')} />
      ) : (
        <>
          <p className="text-muted">{t('tool.gen.syncHint')}</p>
          <ul className="m-0 list-none p-0">
            {differences.map(({ columnName, kind, before, now }) => (
              <li key={columnName} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line py-3">
                <Checkbox
                  checked={!excludedColumns.includes(columnName)}
                  onChange={({ target }) =>
                    setExcludedColumns(
                      target.checked ? excludedColumns.filter((name) => name !== columnName) : [...excludedColumns, columnName],
                    )
                  }
                >
                  <CopyableText>{columnName}</CopyableText>
                </Checkbox>
                <StatusDot tone={tones[kind]}>{t(`tool.gen.difference.${kind}`)}</StatusDot>
                <div className="col-span-full flex flex-wrap gap-x-4 gap-y-1 ps-6 text-xs">
                  {before && <del className="mono-text text-danger">{before}</del>}
                  {now && <ins className="mono-text text-success no-underline">{now}</ins>}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDrawer>
  );
}

/** Imports database tables into the generator; the selection spans pages. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [query, updateQuery] = useLocalListQuery();
  const [names, setNames] = useState<string[]>([]);
  const list = useQuery({ ...endpointQueryOptions(genDbTables, query), placeholderData: keepPreviousData });
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const importTables = useCall(importGenTables);
  const submit = () =>
    importTables.mutate(
      { tables: names, tplWebType },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.imported', { count: names.length }));
          onClose();
        },
      },
    );
  // PostgreSQL does not store these times; a RuoYi server may return them
  const hasDates = list.data?.rows.some(({ createTime, updateTime }) => createTime ?? updateTime) ?? false;
  const shownNames = ['tableName', 'tableComment', ...(hasDates ? ['createTime', 'updateTime'] : [])];
  const columns = columnsOf(genTables).filter(({ key }) => shownNames.includes(String(key)));
  return (
    <FormDrawer
      size={880}
      title={t('tool.gen.importTables')}
      onClose={onClose}
      hint={<FooterHint>{names.length === 0 ? t('tool.gen.importNone') : t('kit.selected', { count: names.length })}</FooterHint>}
      okText={names.length === 0 ? t('tool.gen.importTables') : t('tool.gen.importCount', { count: names.length })}
      busy={importTables.isPending}
      disabled={names.length === 0}
      onOk={submit}
    >
      {!hasExtension('generatorDetails') && <WebTypeChoice value={tplWebType} onChange={setWebType} />}
      <DrawerList>
        <FilterBar of={{ word: genTables.word, path: `${genTables.path}/db` }} query={query} updateQuery={updateQuery}>
          {filtersOf(genTables as unknown as Resource, t).slice(0, 2)}
        </FilterBar>
        <RecordTable
          rowKey="tableName"
          // The casts: these rows have fewer fields, and are not sorted.
          columns={columns.map(({ sorter: _, ...column }) => column) as TableColumnType<GenDbTable>[]}
          list={list}
          query={query}
          updateQuery={updateQuery}
          empty={<EmptyState text={t('tool.gen.dbNone')} />}
          selected={names}
          onSelect={(keys) => setNames(keys.map(String))}
        />
      </DrawerList>
    </FormDrawer>
  );
}
