import { account } from './en-US/account.ts';
import { api } from './en-US/api.ts';
import { business } from './en-US/business.ts';
import { digit } from './en-US/digit.ts';
import { figure } from './en-US/figure.ts';
import { issue } from './en-US/issue.ts';
import { kit } from './en-US/kit.ts';
import { batchState } from './en-US/manage/batch-state.ts';
import { manage } from './en-US/manage.ts';
import { monitor } from './en-US/monitor.ts';
import { parts } from './en-US/parts.ts';
import { problem } from './en-US/problem.ts';
import { bell } from './en-US/shell/bell.ts';
import { editor } from './en-US/shell/editor.ts';
import { frames } from './en-US/shell/frames.ts';
import { palette } from './en-US/shell/palette.ts';
import { setting } from './en-US/shell/setting.ts';
import { upkeep } from './en-US/shell/upkeep.ts';
import { shell } from './en-US/shell.ts';
import { story } from './en-US/story.ts';
import { system } from './en-US/system.ts';
import { tool } from './en-US/tool.ts';
import { verify } from './en-US/verify.ts';
import type { Words } from './zh-CN.ts';

/** The English pack, loaded on demand. */
export const enUS: Words = {
  ...account,
  ...api,
  ...figure,
  ...business,
  ...digit,
  ...issue,
  ...kit,
  ...manage,
  ...batchState,
  ...monitor,
  ...parts,
  ...problem,
  ...shell,
  ...frames,
  ...palette,
  ...setting,
  ...bell,
  ...editor,
  ...upkeep,
  ...verify,
  ...story,
  ...system,
  ...tool,
};
