import { type SampleStanding, sampleBusiness } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import * as taskService from '../../account/task/task.service.ts';
import type { TaskHandler } from '../../account/task/task-handler.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as removal from './removal.queries.ts';
import { removeSample } from './sample.service.ts';

const KIND = 'removeSample';

/** What stands of the sample business, and whether it is being removed. */
export const readStanding = ({ db }: Pick<Context, 'db'>): Promise<SampleStanding> => removal.readStanding(db, KIND);

/** Has the sample business removed by a task. Where it is gone, or on its way, nothing more is begun. */
export async function askRemoval({ db, actor }: Context): Promise<void> {
  const { there, removing } = await removal.readStanding(db, KIND);
  if (there && !removing) await taskService.enqueue(db, { kind: KIND, subject: '', payload: {}, createBy: actor.userId });
}

/** The task: all of the sample is gone and told of, or none is, whenever its process ends. */
export const removeSampleTask: TaskHandler = {
  run: (job) =>
    job.finish(async (db) => {
      const { there } = await removal.readStanding(db, KIND);
      if (!there) return undefined;
      const kept = await removeSample({ db });
      // what the system stores is Chinese, as in every log
      const accounts =
        kept.length > 0 ? `<p>示例账号 ${kept.join('、')} 名下还有您的记录，已停用而没有删除；要继续用时在用户管理中启用。</p>` : '';
      await noticeService.file(db, {
        noticeTitle: '示例业务已删除',
        noticeContent: `<p>示例的批次连同码、扫码、案件与溯源记录都已删除；您自己的记录用到的示例资料留下，归您所有。</p>${accounts}`,
        audience: sampleBusiness.permission,
      });
      return { kept };
    }),
};
