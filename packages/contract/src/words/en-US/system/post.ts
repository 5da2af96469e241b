import type { post as chinese } from '../../zh-CN/system/post.ts';

export const post: Record<keyof typeof chinese, string> = {
  'system.post': 'Post',
};
