import { z } from 'zod';

/** The sample business: `GET` tells what stands of it, `DELETE` has it removed by a task. */
export const sampleBusiness = { path: '/tool/sample', permission: 'tool:sample:remove', log: '示例业务' } as const;

export const SampleStanding = z.object({
  there: z.boolean(),
  batches: z.int(),
  /** A task that removes it waits or runs. */
  removing: z.boolean(),
});
export type SampleStanding = z.output<typeof SampleStanding>;
