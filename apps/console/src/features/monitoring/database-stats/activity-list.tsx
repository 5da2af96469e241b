import { type DatabaseActivity, databaseStats } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hosts } from '../../../data/hosts.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { useNarrow } from '../../../ui/viewport.ts';
import { ListOf, numberColumn } from './list-of.tsx';

const ways = {
  cancel: {
    act: 'monitor.druid.cancel',
    title: 'monitor.druid.cancelAsk',
    means: 'monitor.druid.cancelMeans',
    done: 'monitor.druid.cancelled',
  },
  terminate: {
    act: 'monitor.druid.terminate',
    title: 'monitor.druid.terminateAsk',
    means: 'monitor.druid.terminateMeans',
    done: 'monitor.druid.terminated',
  },
} as const;

interface Asked {
  pid: number;
  way: keyof typeof ways;
}

/** A running statement can be cancelled. An idle session with an open transaction can only be ended. */
function wayOf(state: string | null): keyof typeof ways | undefined {
  if (state === 'active') return 'cancel';
  return state?.startsWith('idle in transaction') ? 'terminate' : undefined;
}

export function ActivityList() {
  const t = useWords();
  const narrow = useNarrow();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: ({ pid, way }: Asked) => request('PUT', `${databaseStats.path}/${way}/${pid}`),
    onSuccess: async (_, { pid, way }) => {
      await client.invalidateQueries({ queryKey: [databaseStats.path] });
      hosts.tell('success', t(ways[way].done, { pid: String(pid) }));
    },
  });
  const ask = async ({ pid, way }: Asked) => {
    const { title, means, act } = ways[way];
    if (await confirm({ title: t(title, { pid: String(pid) }), content: t(means), okText: t(act), danger: true })) end.mutate({ pid, way });
  };
  return (
    <ListOf<DatabaseActivity, DatabaseActivity[]>
      rest="/activity"
      every={3000}
      rows={(rows) => (narrow ? inTree(rows).flatMap(inLine) : inTree(rows))}
      rowKey={({ pid }) => String(pid)}
      empty={t('monitor.druid.quiet')}
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
          render: (sql: string) => <code className="druid-sql">{sql}</code>,
        },
        {
          key: 'actions',
          render: (_, { pid, state }) => {
            const way = wayOf(state);
            return (
              way && (
                <Can do={[databaseStats.permission('cancel')]}>
                  <button type="button" className="row-link row-danger" onClick={() => void ask({ pid, way })}>
                    {t(ways[way].act)}
                  </button>
                </Can>
              )
            );
          },
        },
      ]}
    />
  );
}

interface Waiting extends DatabaseActivity {
  children?: Waiting[];
}

/** Flat order for narrow windows; each row names the session it waits for. */
const inLine = ({ children = [], ...row }: Waiting): DatabaseActivity[] => [row, ...children.flatMap(inLine)];

/** Waiting sessions as children of the first session that blocks them; each appears once. */
function inTree(rows: DatabaseActivity[]): Waiting[] {
  const nodes = new Map(rows.map((row): [number, Waiting] => [row.pid, { ...row }]));
  const below = new Set<number>();
  const reaches = (from: number, to: number): boolean => {
    const children = nodes.get(from)?.children ?? [];
    return from === to || children.some(({ pid }) => reaches(pid, to));
  };
  for (const node of nodes.values()) {
    const holder = node.blockedBy.map((pid) => nodes.get(pid)).find((each) => each !== undefined);
    // a deadlock has no root
    if (!holder || reaches(node.pid, holder.pid)) continue;
    holder.children = [...(holder.children ?? []), node];
    below.add(node.pid);
  }
  return [...nodes.values()].filter(({ pid }) => !below.has(pid));
}
