import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { done } from '../../../platform/http/envelope.ts';
import type { ImportRow } from './user-import.service.ts';

/** Lines of the family's summary; more than that nobody reads in a dialog. */
const LINES = 200;

/** What was asked for beside the file: our console asks for numbers, the family's for a text. */
interface Asked {
  dryRun: boolean;
  keepGood: boolean;
}

/** Beside the family's summary. */
export const ImportAnswer = z.object({
  count: z.int(),
  updated: z.int(),
  bad: z.int(),
  faults: z.array(z.object({ row: z.int(), message: z.string() })),
});

/**
 * What became of a file: numbers and faults under `data`, and the family's summary as `msg`, which its consoles show as HTML; they take
 * an answer with faults for a failure, although the good rows are in.
 */
export function importAnswer(ctx: Context, rows: ImportRow[], { dryRun, keepGood }: Asked) {
  const refused = rows.filter(({ outcome }) => outcome === 'refused');
  const bad = refused.length;
  const count = rows.length - bad;
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length;
  const data = { count, updated, bad, faults: refused.slice(0, 1000).map(({ row, message }) => ({ row, message })) };
  if (dryRun || keepGood) return done(ctx, data);
  const msg = bad > 0 ? ctx.t('system.user.importFailed', { bad, count }) : ctx.t('system.user.importedMsg', { count });
  return { code: bad > 0 ? 500 : 200, msg: [msg, ...summary(ctx, bad > 0 ? refused : rows)].join('<br/>'), data };
}

function summary({ t }: Pick<Context, 't'>, rows: ImportRow[]): string[] {
  const keys = { added: 'system.user.importAdded', updated: 'system.user.importUpdated', refused: 'system.user.importRefused' } as const;
  const lines = rows.slice(0, LINES).map(({ outcome, userName, message }, index) => t(keys[outcome], { no: index + 1, userName, message }));
  return [...lines, ...(rows.length > LINES ? [t('system.user.importMore', { count: rows.length - LINES })] : [])].map(escaped);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
