import type { menu as chinese } from '../../zh-CN/system/menu.ts';

export const menu: Record<keyof typeof chinese, string> = {
  'system.menu': 'Menu',
};
