import type { Json } from '../json.ts';
import type { FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { isEmpty } from '../rules/evaluate.ts';

/** Characters and entities that leave a reader nothing to see. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]|&(?:nbsp|ensp|emsp|thinsp|shy|zwnj|zwj|#0*(?:160|8203)|#x0*(?:a0|200b));/gi;

/** Markup without a word or a picture in it: an editor that was cleared leaves a paragraph, and nobody has answered by that. */
const isBlankHtml = (html: string): boolean =>
  // a tag ends before the next one begins, so that no text takes long
  !/<img\b/i.test(html) && html.replace(/<[^<>]*>/g, '').replace(INVISIBLE, '') === '';

/** Whether a field is not filled in: there is nothing, or nothing but markup. */
export const isUnanswered = (node: FormNode, value: Json | undefined): boolean =>
  isEmpty(value) || (specOf(node.type).answer === 'html' && typeof value === 'string' && isBlankHtml(value));
