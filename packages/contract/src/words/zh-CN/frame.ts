import { account } from './account.ts';
import { kit } from './kit.ts';
import { batchState } from './manage/batch-state.ts';
import { bell } from './shell/bell.ts';
import { upkeep } from './shell/upkeep.ts';
import { shell } from './shell.ts';

/** What the console's frame and its home page say: the words that every start brings along. */
export const frame = { ...account, ...kit, ...batchState, ...bell, ...upkeep, ...shell } as const;
