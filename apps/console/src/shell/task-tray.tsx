import type { Page, Task } from '@suyuan/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takeArrived } from '../data/prefetch.ts';
import { request } from '../data/request.ts';
import { has } from '../data/server-about.ts';
import { useWords } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { Failed, Waiting } from '../ui/states.tsx';
import { TASKS_ASK } from './home/asks.ts';
import { TaskList } from './task-list.tsx';

const TASKS = '/account/task';

/** Milliseconds between looks: often while something runs, else now and then. */
const pace = (running: number, open: boolean) => (running > 0 ? 1500 : open ? 5000 : 60_000);

const isUnderWay = ({ state }: Task) => state === 'queued' || state === 'running';

/** The own long work, newest first. Pages that show what a task changed are asked anew once it ends. */
export function useTasks(open = false) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: [TASKS, 'list'],
    queryFn: ({ signal }) => request<Page<Task>>('GET', TASKS_ASK, undefined, { signal }),
    initialData: () => takeArrived<Page<Task>>(TASKS_ASK),
    enabled: has('tasks'),
    refetchInterval: ({ state }) => pace(state.data?.rows.filter(isUnderWay).length ?? 0, open),
    // what is opened is asked anew, once
    ...(open && { refetchOnMount: 'always' as const }),
    meta: { ownErrors: true },
  });
  const underWay = list.data?.rows.filter(isUnderWay).length ?? 0;
  const before = useRef(underWay);
  useEffect(() => {
    if (underWay < before.current) void client.invalidateQueries({ queryKey: ['/manage/batch'] });
    before.current = underWay;
  }, [underWay, client]);
  return { list, underWay };
}

/** Long work at the head of every page: how far, how fast, how long yet, and a way to stop it. */
export function TaskTray() {
  const t = useWords();
  const { underWay } = useTasks();
  if (!has('tasks')) return null;
  return (
    <PopupButton
      label={underWay ? t('account.taskRunning', { count: underWay }) : t('account.task')}
      title={t('account.task')}
      panel={() => <Tray />}
    >
      <Icon name={underWay > 0 ? 'tasks' : 'tray'} turning={underWay > 0} />
      {underWay > 0 && <span className="count">{underWay}</span>}
    </PopupButton>
  );
}

/** What is asked anew when it is opened, and often while it stands open. */
function Tray() {
  const t = useWords();
  const { list } = useTasks(true);
  const { refetch } = list;
  return (
    <div className="task-tray">
      <h2>{t('account.task')}</h2>
      {list.error && !list.data ? (
        <Failed error={list.error} onRetry={() => void refetch()} />
      ) : list.data ? (
        <TaskList tasks={list.data.rows} />
      ) : (
        <Waiting rows={3} />
      )}
    </div>
  );
}
