import type { Task } from '@suyuan/contract';
import { useTranslations } from '../../data/i18n.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { formatTime } from '../../ui/time-format.tsx';
import { TaskList, useTasks } from '../tasks.tsx';
import { Story } from './story.tsx';

/** One task per state, as the server sends it. */
const ofEachState = (now: number): Task[] => {
  const ago = (seconds: number) => formatTime(now - seconds * 1000) ?? '';
  const blank = { kind: 'issueBatch', result: null, problem: null, createTime: ago(70), startTime: ago(60), finishTime: null };
  return [
    { ...blank, taskId: 1, subject: 'B-20261120', state: 'running', done: 4_200_000, total: 10_000_000 },
    { ...blank, taskId: 2, subject: 'B-20261121', state: 'queued', done: 0, total: null, startTime: null },
    { ...blank, taskId: 3, subject: 'B-20261119', state: 'done', done: 1000, total: 1000, finishTime: ago(5) },
    {
      ...blank,
      taskId: 6,
      kind: 'listExport',
      subject: 'GS1',
      state: 'done',
      done: 48_210,
      total: 48_210,
      result: { link: '/common/download?fileName=none.xlsx&delete=true', fileName: 'supplier.xlsx', count: 48_210 },
      finishTime: ago(7),
    },
    { ...blank, taskId: 4, subject: 'B-20261118', state: 'failed', done: 10, total: 1000, problem: 'busy', finishTime: ago(9) },
    { ...blank, taskId: 5, subject: 'B-20261117', state: 'cancelled', done: 500, total: 1000, finishTime: ago(600) },
  ];
};

const samples = ofEachState(Date.now());

export default function JobsStory() {
  const t = useTranslations();
  const { list } = useTasks(true);
  return (
    <>
      <Story name="TaskList" note={t('kit.story.ownJobs')}>
        {list.error && !list.data ? (
          <ErrorState error={list.error} />
        ) : list.data ? (
          <TaskList tasks={list.data.rows} />
        ) : (
          <LoadingState rows={3} />
        )}
      </Story>
      <Story name="TaskList" note={t('kit.story.eachState')}>
        <TaskList tasks={samples} />
      </Story>
    </>
  );
}
