import openapi from '../../../../locales/zh-CN/openapi.json' with { type: 'json' };
import verify from '../../../../locales/zh-CN/verify.json' with { type: 'json' };
import { pages } from './zh-CN-pages.ts';
import { startup } from './zh-CN-startup.ts';

export const zhCN = { ...startup, ...pages, ...verify, ...openapi };

export type WordKey = keyof typeof zhCN;
export type Words = Record<WordKey, string>;
