import type { GenDifference, GenTable } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { useWords } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { differencesOf, useSync } from './asks.ts';

const tones: Record<GenDifference['kind'], Tone> = { added: 'genuine', changed: 'attention', removed: 'grave' };

export function SyncDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useWords();
  const asked = useQuery(differencesOf(table));
  const differences = asked.data ?? [];
  const [left, setLeft] = useState<readonly string[]>([]);
  const sync = useSync();
  const taken = differences.map(({ columnName }) => columnName).filter((name) => !left.includes(name));
  const submit = () =>
    sync.mutate(
      { tableId: table.tableId, columns: taken, version: table.version },
      {
        onSuccess: () => {
          hosts.tell('success', t('tool.gen.synced', { count: taken.length }));
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
          <span className="form-hint">{differences.length > 0 && t('kit.selected', { count: taken.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={taken.length === 0} loading={sync.isPending} onClick={submit}>
            {t('tool.gen.syncCount', { count: taken.length })}
          </Button>
        </div>
      }
    >
      {asked.error && !asked.data ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Waiting rows={5} />
      ) : differences.length === 0 ? (
        <Nothing text={t('tool.gen.syncNone')} />
      ) : (
        <>
          <p className="none">{t('tool.gen.syncHint')}</p>
          <ul className="gen-differences">
            {differences.map(({ columnName, kind, before, now }) => (
              <li key={columnName}>
                <Checkbox
                  checked={!left.includes(columnName)}
                  onChange={({ target }) => setLeft(target.checked ? left.filter((name) => name !== columnName) : [...left, columnName])}
                >
                  <Mono>{columnName}</Mono>
                </Checkbox>
                <Dot tone={tones[kind]}>{t(`tool.gen.difference.${kind}`)}</Dot>
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
