import { type DruidActivity, druid } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { Can } from '../../../kit/permission.tsx';
import { request } from '../../../kit/request.ts';
import { useWords } from '../../../kit/words.ts';
import { ListOf, numberColumn } from './list-of.tsx';

/** What the database is doing now, who waits for whom, and how to end what stands in the way. */
export function ActivityList() {
  const t = useWords();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: (pid: number) => request('PUT', `${druid.path}/cancel/${pid}`),
    onSuccess: async (_, pid) => {
      await client.invalidateQueries({ queryKey: [druid.path] });
      hosts.tell('success', t('monitor.druid.cancelled', { pid: String(pid) }));
    },
  });
  const ask = async (pid: number) => {
    const title = t('monitor.druid.cancelAsk', { pid: String(pid) });
    if (await confirm({ title, content: t('monitor.druid.cancelMeans'), okText: t('monitor.druid.cancel'), danger: true }))
      cancel.mutate(pid);
  };
  return (
    <ListOf<DruidActivity, DruidActivity[]>
      rest="/activity"
      every={3000}
      rows={(rows) => inTree(rows)}
      rowKey={({ pid }) => String(pid)}
      empty={t('monitor.druid.quiet')}
      columns={[
        { title: t('monitor.druid.pid'), dataIndex: 'pid' },
        { title: t('monitor.druid.application'), dataIndex: 'application' },
        { title: t('monitor.druid.address'), dataIndex: 'address' },
        { title: t('monitor.druid.state'), dataIndex: 'state' },
        { title: t('monitor.druid.wait'), dataIndex: 'wait' },
        { title: t('monitor.druid.blockedBy'), dataIndex: 'blockedBy', render: (pids: number[]) => pids.join(', ') },
        numberColumn(t('monitor.druid.transactionAge'), 'transactionAge'),
        numberColumn(t('monitor.druid.queryAge'), 'queryAge'),
        {
          title: t('monitor.druid.sql'),
          dataIndex: 'query',
          width: 400,
          render: (sql: string) => <code className="druid-sql">{sql}</code>,
        },
        {
          key: 'act',
          render: (_, { pid, state }) =>
            state === 'active' && (
              <Can do={druid.permission('cancel')}>
                <button type="button" className="row-link row-danger" onClick={() => void ask(pid)}>
                  {t('monitor.druid.cancel')}
                </button>
              </Can>
            ),
        },
      ]}
    />
  );
}

/** Who waits below whom they wait for; each once, below the first of those who hold it up. */
function inTree(rows: DruidActivity[]): (DruidActivity & { children?: DruidActivity[] })[] {
  const nodes = new Map(rows.map((row) => [row.pid, { ...row } as DruidActivity & { children?: DruidActivity[] }]));
  const below = new Set<number>();
  const reaches = (from: number, to: number): boolean => {
    const children = nodes.get(from)?.children ?? [];
    return from === to || children.some(({ pid }) => reaches(pid, to));
  };
  for (const node of nodes.values()) {
    const holder = node.blockedBy.map((pid) => nodes.get(pid)).find((each) => each !== undefined);
    // two that wait for each other have no first
    if (!holder || reaches(node.pid, holder.pid)) continue;
    holder.children = [...(holder.children ?? []), node];
    below.add(node.pid);
  }
  return [...nodes.values()].filter(({ pid }) => !below.has(pid));
}
