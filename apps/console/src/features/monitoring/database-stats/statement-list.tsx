import { type DatabaseStatement, type DatabaseStatements, databaseStats } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { ListOf, numberColumn } from './list-of.tsx';

/** A time that does not wrap. */
const unbroken = (time: string) => time.replaceAll('-', '\u2011').replace(' ', '\u00a0');

export function StatementList() {
  const t = useWords();
  const client = useQueryClient();
  const [slow, onlySlow] = useState(false);
  const reset = useMutation({
    mutationFn: () => request('DELETE', `${databaseStats.path}/statements`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [databaseStats.path] });
      hosts.tell('success', t('monitor.druid.wasReset'));
    },
  });
  const ask = async () => {
    if (await confirm({ title: t('monitor.druid.resetAsk'), okText: t('monitor.druid.reset') })) reset.mutate();
  };
  return (
    <ListOf<DatabaseStatement, DatabaseStatements>
      rest="/statements"
      query={slow ? { slow: 'true' } : {}}
      rows={({ rows }) => rows}
      rowKey="sql"
      empty={t(slow ? 'monitor.druid.noSlow' : 'monitor.druid.noStatements')}
      note={({ source, since }) => t(`monitor.druid.source.${source}`, { since: unbroken(since ?? '') })}
      tools={
        <>
          <Checkbox checked={slow} onChange={({ target }) => onlySlow(target.checked)}>
            {t('monitor.druid.slowOnly')}
          </Checkbox>
          <Can do={[databaseStats.permission('reset')]}>
            <Button onClick={() => void ask()}>{t('monitor.druid.reset')}</Button>
          </Can>
        </>
      }
      columns={[
        { title: t('monitor.druid.sql'), dataIndex: 'sql', width: 376, render: (sql: string) => <code className="druid-sql">{sql}</code> },
        numberColumn(t('monitor.druid.count'), 'count'),
        numberColumn(t('monitor.druid.total'), 'total'),
        numberColumn(t('monitor.druid.mean'), 'mean', true),
        numberColumn(t('monitor.druid.slowest'), 'slowest', true),
        numberColumn(t('monitor.druid.rows'), 'rows'),
        numberColumn(t('monitor.druid.failed'), 'failed'),
        numberColumn(t('monitor.druid.cacheHit'), 'cacheHit', true),
      ]}
    />
  );
}
