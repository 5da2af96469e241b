import type { GenDifference, GenTable } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer } from 'antd';
import { useState } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { differencesQueryOptions, useSync } from './asks.ts';

const tones: Record<GenDifference['kind'], Tone> = { added: 'genuine', changed: 'attention', removed: 'grave' };

export function SyncDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useTranslations();
  const differencesQuery = useQuery(differencesQueryOptions(table));
  const differences = differencesQuery.data ?? [];
  const [excludedColumns, setExcludedColumns] = useState<readonly string[]>([]);
  const sync = useSync();
  const selectedColumns = differences.map(({ columnName }) => columnName).filter((name) => !excludedColumns.includes(name));
  const submit = () =>
    sync.mutate(
      { tableId: table.tableId, columns: selectedColumns, version: table.version },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.synced', { count: selectedColumns.length }));
          onClose();
        },
      },
    );
  return (
    <Drawer
      open
      size={640}
      title={t('tool.gen.syncOf', { tableName: table.tableName })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{differences.length > 0 && t('kit.selected', { count: selectedColumns.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={selectedColumns.length === 0} loading={sync.isPending} onClick={submit}>
            {t('tool.gen.syncCount', { count: selectedColumns.length })}
          </Button>
        </div>
      }
    >
      {differencesQuery.error && !differencesQuery.data ? (
        <ErrorState error={differencesQuery.error} onRetry={() => void differencesQuery.refetch()} />
      ) : !differencesQuery.data ? (
        <LoadingState rows={5} />
      ) : differences.length === 0 ? (
        <EmptyState text={t('tool.gen.syncNone')} />
      ) : (
        <>
          <p className="none">{t('tool.gen.syncHint')}</p>
          <ul className="gen-differences">
            {differences.map(({ columnName, kind, before, now }) => (
              <li key={columnName}>
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
                <div className="gen-before-now">
                  {before && <del className="mono-text">{before}</del>}
                  {now && <ins className="mono-text">{now}</ins>}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}
