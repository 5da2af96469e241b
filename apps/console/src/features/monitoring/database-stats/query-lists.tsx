import {
  cancelStatement,
  type DatabaseActivity,
  type DatabaseStatement,
  databaseActivity,
  databaseStatements,
  databaseStats,
  resetStatements,
  terminateSession,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { confirm } from '../../../ui/confirm.ts';
import { LinkButton } from '../../../ui/row-link.tsx';
import { CellCode, DatabaseList, numberColumn } from './database-list.tsx';

/** A time that does not wrap. */
const withoutBreaks = (time: string) => time.replaceAll('-', '\u2011').replace(' ', '\u00a0');

export function StatementList() {
  const t = useTranslations();
  const client = useQueryClient();
  const [isSlowOnly, setSlowOnly] = useState(false);
  const reset = useMutation({
    mutationFn: () => call(resetStatements, {}),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [databaseStats.path] });
      shellServices.notify('success', t('monitor.druid.wasReset'));
    },
  });
  const confirmReset = () =>
    void confirm({ title: t('monitor.druid.resetAsk'), okText: t('monitor.druid.reset') }, () => reset.mutateAsync());
  return (
    <DatabaseList<DatabaseStatement, typeof databaseStatements>
      endpoint={databaseStatements}
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
            <Button onClick={confirmReset}>{t('monitor.druid.reset')}</Button>
          </Can>
        </>
      }
      columns={[
        { title: t('monitor.druid.sql'), dataIndex: 'sql', width: 376, render: (sql: string) => <CellCode>{sql}</CellCode> },
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

const endActions = {
  cancel: {
    endpoint: cancelStatement,
    act: 'monitor.druid.cancel',
    title: 'monitor.druid.cancelAsk',
    means: 'monitor.druid.cancelMeans',
    done: 'monitor.druid.cancelled',
  },
  terminate: {
    endpoint: terminateSession,
    act: 'monitor.druid.terminate',
    title: 'monitor.druid.terminateAsk',
    means: 'monitor.druid.terminateMeans',
    done: 'monitor.druid.terminated',
  },
} as const;

interface EndRequest {
  pid: number;
  action: keyof typeof endActions;
}

/** A running statement can be cancelled. An idle session with an open transaction can only be ended. */
function actionFor(state: string | null): keyof typeof endActions | undefined {
  if (state === 'active') return 'cancel';
  return state?.startsWith('idle in transaction') ? 'terminate' : undefined;
}

export function ActivityList() {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const client = useQueryClient();
  const endSession = useMutation({
    mutationFn: ({ pid, action }: EndRequest) => call(endActions[action].endpoint, { pid }),
    onSuccess: async (_, { pid, action }) => {
      await client.invalidateQueries({ queryKey: [databaseStats.path] });
      shellServices.notify('success', t(endActions[action].done, { pid: String(pid) }));
    },
  });
  const confirmEnd = ({ pid, action }: EndRequest) => {
    const { title, means, act } = endActions[action];
    void confirm({ title: t(title, { pid: String(pid) }), content: t(means), okText: t(act), danger: true }, () =>
      endSession.mutateAsync({ pid, action }),
    );
  };
  return (
    <DatabaseList<DatabaseActivity, typeof databaseActivity>
      endpoint={databaseActivity}
      query={{}}
      pollIntervalMs={3000}
      rows={(rows) => (isNarrow ? toTree(rows).flatMap(flatten) : toTree(rows))}
      rowKey={({ pid }) => String(pid)}
      empty={t('monitor.druid.quiet')}
      isTree
      columns={[
        { title: t('monitor.druid.pid'), dataIndex: 'pid' },
        { title: t('monitor.druid.application'), dataIndex: 'application' },
        { title: t('monitor.druid.address'), dataIndex: 'address' },
        { title: t('monitor.druid.state'), dataIndex: 'state' },
        { title: t('monitor.druid.wait'), dataIndex: 'wait' },
        { title: t('monitor.druid.blockedBy'), dataIndex: 'blockedBy', render: (pids: number[]) => pids.join(', ') || '—' },
        numberColumn(t('monitor.druid.transactionAge'), 'transactionAge'),
        numberColumn(t('monitor.druid.queryAge'), 'queryAge'),
        {
          title: t('monitor.druid.sql'),
          dataIndex: 'query',
          width: 400,
          render: (sql: string) => <CellCode>{sql}</CellCode>,
        },
        {
          key: 'actions',
          render: (_, { pid, state }) => {
            const action = actionFor(state);
            return (
              action && (
                <Can do={[databaseStats.permission('cancel')]}>
                  <LinkButton danger onClick={() => confirmEnd({ pid, action })}>
                    {t(endActions[action].act)}
                  </LinkButton>
                </Can>
              )
            );
          },
        },
      ]}
    />
  );
}

interface ActivityNode extends DatabaseActivity {
  children?: ActivityNode[];
}

/** Flat order for narrow windows; each row names the session it waits for. */
const flatten = ({ children = [], ...row }: ActivityNode): DatabaseActivity[] => [row, ...children.flatMap(flatten)];

/** Waiting sessions as children of the first session that blocks them; each appears once. */
function toTree(rows: DatabaseActivity[]): ActivityNode[] {
  const nodes = new Map(rows.map((row): [number, ActivityNode] => [row.pid, { ...row }]));
  const childPids = new Set<number>();
  const isDescendant = (from: number, to: number): boolean => {
    const children = nodes.get(from)?.children ?? [];
    return from === to || children.some(({ pid }) => isDescendant(pid, to));
  };
  for (const node of nodes.values()) {
    const blocker = node.blockedBy.map((pid) => nodes.get(pid)).find((each) => each !== undefined);
    // a deadlock has no root
    if (!blocker || isDescendant(node.pid, blocker.pid)) continue;
    blocker.children = [...(blocker.children ?? []), node];
    childPids.add(node.pid);
  }
  return [...nodes.values()].filter(({ pid }) => !childPids.has(pid));
}
