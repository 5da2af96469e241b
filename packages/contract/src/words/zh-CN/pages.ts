import { business } from './business.ts';
import { digit } from './digit.ts';
import { figure } from './figure.ts';
import { issue } from './issue.ts';
import { manage } from './manage.ts';
import { monitor } from './monitor.ts';
import { parts } from './parts.ts';
import { problem } from './problem.ts';
import { editor } from './shell/editor.ts';
import { frames } from './shell/frames.ts';
import { palette } from './shell/palette.ts';
import { setting } from './shell/setting.ts';
import { story } from './story.ts';
import { system } from './system.ts';
import { tool } from './tool.ts';

/** What the console's pages say beyond the frame; loaded beside the first of them. */
export const pages = {
  ...figure,
  ...business,
  ...digit,
  ...issue,
  ...manage,
  ...monitor,
  ...parts,
  ...problem,
  ...editor,
  ...frames,
  ...palette,
  ...setting,
  ...story,
  ...system,
  ...tool,
} as const;
