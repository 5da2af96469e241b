import { dealerSeed } from './manage/channelBusiness-seed.ts';
import { jobSeed } from './monitor/job-seed.ts';
import { configSeed } from './system/config-seed.ts';
import { dictionarySeed } from './system/dict-seed.ts';

/** What an installation starts with, as its database has it: by it other languages tell what nobody has written anew. */
export const seeds = { ...dealerSeed, ...jobSeed, ...configSeed, ...dictionarySeed } as const;
