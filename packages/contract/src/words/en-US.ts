import { account } from './en-US/account.ts';
import { issue } from './en-US/issue.ts';
import { kit } from './en-US/kit.ts';
import { manage } from './en-US/manage.ts';
import { monitor } from './en-US/monitor.ts';
import { problem } from './en-US/problem.ts';
import { shell } from './en-US/shell.ts';
import { shopper } from './en-US/shopper.ts';
import { system } from './en-US/system.ts';
import type { Words } from './zh-CN.ts';

/** The English pack, loaded on demand. */
export const enUS: Words = { ...account, ...issue, ...kit, ...manage, ...monitor, ...problem, ...shell, ...shopper, ...system };
