import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { timeText } from './clock.ts';
import { isCron, nextTime } from './cron.ts';
import { type Job, type JobLog, nextId } from './records.ts';
import { spreadsheetRoute } from './spreadsheet.ts';
import { changesOf, created, filterRows, pageOf, removeRows, updateRow } from './table.ts';

const jobColumns = {
  unlessEmpty: ['jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'misfirePolicy', 'concurrent', 'remark'],
  unlessNull: ['status'],
} as const;
const FORBIDDEN =
  /java\.net\.URL|javax\.naming\.InitialContext|org\.yaml\.snakeyaml|org\.springframework|org\.apache|com\.ruoyi\.(common|generator)/i;

/** @throws Refusal with RuoYi's message; RuoYi checks beans in the Spring context */
function checkJob({ body }: Call, action: '新增' | '修改') {
  const target = body.text('invokeTarget') ?? '';
  const refuse = (reason: string) => new Refusal(`${action}任务'${body.text('jobName')}'失败，${reason}`);
  if (!isCron(body.text('cronExpression') ?? '')) throw refuse('Cron表达式不正确');
  if (/rmi:/i.test(target)) throw refuse("目标字符串不允许'rmi'调用");
  if (/ldaps?:/i.test(target)) throw refuse("目标字符串不允许'ldap(s)'调用");
  if (/https?:\/\//i.test(target)) throw refuse("目标字符串不允许'http(s)'调用");
  if (FORBIDDEN.test(target)) throw refuse('目标字符串存在违规');
  const [name = ''] = target.split('(');
  const bean = name.split('.')[0] ?? '';
  if (name.split('.').length > 2) {
    if (!name.startsWith('com.ruoyi.quartz.task')) throw refuse('目标字符串不在白名单内');
  } else if (bean !== 'ryTask') throw new Refusal(`No bean named '${bean}' available`);
}

const jobView = (job: Job) => ({ ...job, nextValidTime: nextTime(job.cronExpression) });
const jobsOf = (call: Call) =>
  filterRows(call.db.jobs, call, { like: ['jobName', 'invokeTarget'], equal: ['jobGroup', 'status'] }).map(jobView);
const jobOf = ({ db, body }: Call) => db.jobs.find(({ jobId }) => jobId === body.number('jobId'));

function editJob(call: Call) {
  const { body, session } = call;
  checkJob(call, '修改');
  const row = jobOf(call);
  // the scheduler fails after the update, which is rolled back
  if (row && body.text('status') === null)
    throw new Refusal(
      'Cannot invoke "String.equals(Object)" because the return value of "com.ruoyi.quartz.domain.SysJob.getStatus()" is null',
    );
  return affected(updateRow(row, changesOf<Job>(body, jobColumns), session.user.userName));
}

function runJob(call: Call) {
  const { db, body } = call;
  const job = jobOf(call);
  if (!job || job.jobGroup !== body.text('jobGroup')) throw new Refusal('任务不存在或已过期！');
  const at = timeText();
  db.jobLogs.push({
    ...{ createBy: null, createTime: at, updateBy: null, updateTime: null, remark: null, jobLogId: nextId(db, 'jobLogId') },
    ...{ jobName: job.jobName, jobGroup: job.jobGroup, invokeTarget: job.invokeTarget, status: '0', exceptionInfo: '' },
    ...{ jobMessage: `${job.jobName} 总共耗时：3毫秒`, startTime: at, endTime: at },
  });
  return ok();
}

const jobRoutesOnly: Routes = {
  'GET /monitor/job/list': {
    permission: 'monitor:job:list',
    handle: (call) =>
      pageOf(jobsOf(call), call, ['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'status', 'createTime']),
  },
  ...spreadsheetRoute('/monitor/job/export', 'monitor:job:export', '定时任务', jobsOf, {
    ...{ 任务序号: 'jobId', 任务名称: 'jobName', 任务组名: 'jobGroup', 调用目标字符串: 'invokeTarget', 执行表达式: 'cronExpression' },
  }),
  'GET /monitor/job/:jobId': {
    permission: 'monitor:job:query',
    handle: ({ db, id }) => okData(db.jobs.filter(({ jobId }) => jobId === id('jobId')).map(jobView)[0]),
  },
  'POST /monitor/job': {
    permission: 'monitor:job:add',
    log: ['定时任务', 1],
    handle: (call) => {
      checkJob(call, '新增');
      const { db, body, session } = call;
      db.jobs.push({
        ...{ ...created(session.user.userName), jobId: nextId(db, 'jobId'), jobName: '', jobGroup: 'DEFAULT', invokeTarget: '' },
        ...{ cronExpression: '', misfirePolicy: '3', concurrent: '1', ...changesOf<Job>(body, jobColumns), status: '1' },
      });
      return ok();
    },
  },
  'PUT /monitor/job': { permission: 'monitor:job:edit', log: ['定时任务', 2], handle: editJob },
  'PUT /monitor/job/changeStatus': {
    permission: 'monitor:job:changeStatus',
    log: ['定时任务', 2],
    handle: (call) => {
      const row = jobOf(call);
      if (!row) throw new Refusal('Cannot invoke "com.ruoyi.quartz.domain.SysJob.setStatus(String)" because "newJob" is null');
      return affected(updateRow(row, { status: call.body.text('status') ?? '' }));
    },
  },
  'PUT /monitor/job/run': { permission: 'monitor:job:changeStatus', log: ['定时任务', 2], handle: runJob },
  'DELETE /monitor/job/:jobIds': {
    permission: 'monitor:job:remove',
    log: ['定时任务', 3],
    handle: ({ db, ids }) => {
      removeRows(db.jobs, ({ jobId }) => ids('jobIds').includes(jobId));
      return ok();
    },
  },
};

/** RuoYi's job log has no columns for job id, duration and trigger. */
const logColumns = [
  'jobLogId',
  'jobName',
  'jobGroup',
  'invokeTarget',
  'jobMessage',
  'status',
  'startTime',
  'endTime',
  'createTime',
] as const;
const newest = (one: JobLog, other: JobLog) =>
  one.createTime === other.createTime ? other.jobLogId - one.jobLogId : one.createTime! < other.createTime! ? 1 : -1;
const logsOf = (call: Call) =>
  filterRows(call.db.jobLogs, call, { like: ['jobName', 'invokeTarget'], equal: ['jobGroup', 'status'], day: 'createTime' }).toSorted(
    newest,
  );

const logRoutes: Routes = {
  'GET /monitor/jobLog/list': { permission: 'monitor:job:list', handle: (call) => pageOf(logsOf(call), call, logColumns) },
  ...spreadsheetRoute('/monitor/jobLog/export', 'monitor:job:export', '调度日志', logsOf, {
    ...{ 日志序号: 'jobLogId', 任务名称: 'jobName', 任务组名: 'jobGroup', 日志信息: 'jobMessage', 执行状态: 'status' },
  }),
  'GET /monitor/jobLog/:jobLogId': {
    permission: 'monitor:job:query',
    handle: ({ db, id }) => okData(db.jobLogs.find(({ jobLogId }) => jobLogId === id('jobLogId'))),
  },
  'DELETE /monitor/jobLog/clean': {
    permission: 'monitor:job:remove',
    log: ['调度日志', 9],
    handle: ({ db }) => {
      removeRows(db.jobLogs, () => true);
      return ok();
    },
  },
  'DELETE /monitor/jobLog/:jobLogIds': {
    permission: 'monitor:job:remove',
    log: ['定时任务调度日志', 3],
    handle: ({ db, ids }) => affected(removeRows(db.jobLogs, ({ jobLogId }) => ids('jobLogIds').includes(jobLogId))),
  },
};

export const jobRoutes: Routes = { ...jobRoutesOnly, ...logRoutes };
