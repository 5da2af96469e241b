import { z } from 'zod';

/** Sample data: `GET` returns its state, `DELETE` starts a task that removes it. */
export const sampleBusiness = { path: '/tool/sample', permission: 'tool:sample:remove', log: '示例业务' } as const;

export const SampleStanding = z.object({
  there: z.boolean(),
  batches: z.int(),
  /** A removal task is queued or running. */
  removing: z.boolean(),
});
export type SampleStanding = z.output<typeof SampleStanding>;
