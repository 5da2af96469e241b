import type { Job } from '@suyuan/contract';
import { seedText } from './seed-text.ts';

/** Name of a job; preinstalled jobs are translated into the current language. */
export const jobNameOf = ({ jobGroup, invokeTarget, jobName }: Pick<Job, 'jobGroup' | 'invokeTarget' | 'jobName'>) =>
  jobGroup === 'SYSTEM' ? seedText(`monitor.job.seed.name.${invokeTarget.replace(/\(.*/, '')}`, jobName) : jobName;
