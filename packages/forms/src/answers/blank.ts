import type { Json } from '../json.ts';
import type { FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { isEmpty } from '../rules/evaluate.ts';

const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]|&(?:nbsp|ensp|emsp|thinsp|shy|zwnj|zwj|#0*(?:160|8203)|#x0*(?:a0|200b));/gi;

/** Markup without text or image, such as the empty paragraph of a cleared editor. */
const isBlankHtml = (html: string): boolean =>
  // The class excludes `<`, so matching takes linear time.
  !/<img\b/i.test(html) && html.replace(/<[^<>]*>/g, '').replace(INVISIBLE, '') === '';

/** Empty, or markup without visible content. */
export const isUnanswered = (node: FormNode, value: Json | undefined): boolean =>
  isEmpty(value) || (specOf(node.type).answer === 'html' && typeof value === 'string' && isBlankHtml(value));
