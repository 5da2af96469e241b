import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';

export const sampleBusiness = { path: '/tool/sample', permission: 'tool:sample:remove', log: '示例业务' } as const;

const SampleStatus = z.object({
  there: z.boolean(),
  batches: z.int(),
  /** A removal task is queued or running. */
  removing: z.boolean(),
});
export type SampleStatus = z.output<typeof SampleStatus>;

const owner = { path: sampleBusiness.path, log: sampleBusiness.log };
const access = { permission: sampleBusiness.permission };
export const sampleStatus = defineEndpoint(owner, 'GET', { access, data: SampleStatus });
/** Starts a task. */
export const removeSampleData = defineEndpoint(owner, 'DELETE', { access, log: 'remove', sensitive: true });
