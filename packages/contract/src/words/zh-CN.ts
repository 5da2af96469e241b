import { account } from './zh-CN/account.ts';
import { issue } from './zh-CN/issue.ts';
import { kit } from './zh-CN/kit.ts';
import { manage } from './zh-CN/manage.ts';
import { monitor } from './zh-CN/monitor.ts';
import { problem } from './zh-CN/problem.ts';
import { bell } from './zh-CN/shell/bell.ts';
import { editor } from './zh-CN/shell/editor.ts';
import { palette } from './zh-CN/shell/palette.ts';
import { setting } from './zh-CN/shell/setting.ts';
import { upkeep } from './zh-CN/shell/upkeep.ts';
import { shell } from './zh-CN/shell.ts';
import { shopper } from './zh-CN/shopper.ts';
import { system } from './zh-CN/system.ts';

/** Every sentence of the product, in Chinese first; the English pack has the same keys or does not compile. */
export const zhCN = {
  ...account,
  ...issue,
  ...kit,
  ...manage,
  ...monitor,
  ...problem,
  ...shell,
  ...palette,
  ...setting,
  ...bell,
  ...editor,
  ...upkeep,
  ...shopper,
  ...system,
} as const;

export type WordKey = keyof typeof zhCN;
export type Words = Record<WordKey, string>;
