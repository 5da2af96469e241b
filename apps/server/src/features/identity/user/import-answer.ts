import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { done } from '../../../platform/http/envelope.ts';
import type { ImportRow } from './user-import.service.ts';

/** Maximum lines of RuoYi's summary dialog. */
const LINES = 200;

/** Request options: our console expects numbers, RuoYi's a text. */
interface ImportOptions {
  dryRun: boolean;
  keepGood: boolean;
}

/** Returned in addition to RuoYi's summary. */
export const ImportAnswer = z.object({
  count: z.int(),
  updated: z.int(),
  bad: z.int(),
  faults: z.array(z.object({ row: z.int(), message: z.string() })),
});

/**
 * Import result: counts and faults in `data`, RuoYi's summary in `msg`, which its consoles render as HTML. They treat an answer with faults
 * as a failure, even if the good rows were stored.
 */
export function importAnswer(ctx: Context, rows: ImportRow[], { dryRun, keepGood }: ImportOptions) {
  const refusedRows = rows.filter(({ outcome }) => outcome === 'refused');
  const bad = refusedRows.length;
  const count = rows.length - bad;
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length;
  const data = { count, updated, bad, faults: refusedRows.slice(0, 1000).map(({ row, message }) => ({ row, message })) };
  if (dryRun || keepGood) return done(ctx, data);
  const msg = bad > 0 ? ctx.t('system.user.importFailed', { bad, count }) : ctx.t('system.user.importedMsg', { count });
  return { code: bad > 0 ? 500 : 200, msg: [msg, ...summary(ctx, bad > 0 ? refusedRows : rows)].join('<br/>'), data };
}

function summary({ t }: Pick<Context, 't'>, rows: ImportRow[]): string[] {
  const keys = { added: 'system.user.importAdded', updated: 'system.user.importUpdated', refused: 'system.user.importRefused' } as const;
  const lines = rows.slice(0, LINES).map(({ outcome, userName, message }, index) => t(keys[outcome], { no: index + 1, userName, message }));
  return [...lines, ...(rows.length > LINES ? [t('system.user.importMore', { count: rows.length - LINES })] : [])].map(escapeHtml);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
