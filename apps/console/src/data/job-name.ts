import type { Job } from '@suyuan/contract';
import { translateSeedText } from './seed-text.ts';

/** Preinstalled jobs are translated. */
export const jobNameOf = ({ jobGroup, invokeTarget, jobName }: Pick<Job, 'jobGroup' | 'invokeTarget' | 'jobName'>) =>
  jobGroup === 'SYSTEM' ? translateSeedText(`monitor.job.seed.name.${invokeTarget.replace(/\(.*/, '')}`, jobName) : jobName;
