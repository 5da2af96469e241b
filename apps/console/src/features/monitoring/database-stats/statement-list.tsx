import { type DatabaseStatement, type DatabaseStatements, databaseStats } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DatabaseList, numberColumn } from './list-of.tsx';

/** A time that does not wrap. */
const withoutBreaks = (time: string) => time.replaceAll('-', '\u2011').replace(' ', '\u00a0');

export function StatementList() {
  const t = useTranslations();
  const client = useQueryClient();
  const [isSlowOnly, setSlowOnly] = useState(false);
  const reset = useMutation({
    mutationFn: () => request('DELETE', `${databaseStats.path}/statements`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [databaseStats.path] });
      shellServices.notify('success', t('monitor.druid.wasReset'));
    },
  });
  const confirmReset = async () => {
    if (await confirm({ title: t('monitor.druid.resetAsk'), okText: t('monitor.druid.reset') })) reset.mutate();
  };
  return (
    <DatabaseList<DatabaseStatement, DatabaseStatements>
      subPath="/statements"
      query={isSlowOnly ? { slow: 'true' } : {}}
      rows={({ rows }) => rows}
      rowKey="sql"
      empty={t(isSlowOnly ? 'monitor.druid.noSlow' : 'monitor.druid.noStatements')}
      note={({ source, since }) => t(`monitor.druid.source.${source}`, { since: withoutBreaks(since ?? '') })}
      tools={
        <>
          <Checkbox checked={isSlowOnly} onChange={({ target }) => setSlowOnly(target.checked)}>
            {t('monitor.druid.slowOnly')}
          </Checkbox>
          <Can do={[databaseStats.permission('reset')]}>
            <Button onClick={() => void confirmReset()}>{t('monitor.druid.reset')}</Button>
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
