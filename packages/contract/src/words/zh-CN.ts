import { api } from './zh-CN/api.ts';
import { frame } from './zh-CN/frame.ts';
import { pages } from './zh-CN/pages.ts';
import { verify } from './zh-CN/verify.ts';

/** Every sentence of the product, in Chinese first; the English pack has the same keys or does not compile. */
export const zhCN = { ...frame, ...pages, ...verify, ...api } as const;

export type WordKey = keyof typeof zhCN;
export type Words = Record<WordKey, string>;
