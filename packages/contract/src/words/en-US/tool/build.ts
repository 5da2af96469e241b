import type { build as chinese } from '../../zh-CN/tool/build.ts';

export const build: Record<keyof typeof chinese, string> = {
  'tool.build': 'Form designer',
  'tool.build.purpose': 'Put components on the board by mouse or keyboard, set rules, try the form and publish it',
};
