import type { Job } from '@suyuan/contract';
import { seedText } from './seed-text.ts';

/** What a job is called: one that the installation starts with by what it does, in the language in use. */
export const jobNameOf = ({ jobGroup, invokeTarget, jobName }: Pick<Job, 'jobGroup' | 'invokeTarget' | 'jobName'>) =>
  jobGroup === 'SYSTEM' ? seedText(`monitor.job.seed.name.${invokeTarget.replace(/\(.*/, '')}`, jobName) : jobName;
