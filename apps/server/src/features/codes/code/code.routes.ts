import {
  Code,
  CodeAct,
  CodeContainer,
  CodeDetail,
  CodeFilters,
  CodeHistory,
  CodeLevel,
  codeActs,
  codes,
  Id,
  int,
  PackList,
  PinUnlockInput,
  RelabelInput,
  scannedText,
  UnpackList,
} from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answersData, answersRows } from '../../../platform/http/answer.ts';
import { endpoint, logRead } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import * as codeService from './code.service.ts';
import { ssccsAt } from './sscc.service.ts';

/** By text, or by batch, level and ordinal. */
const CodeName = z
  .object({ code: scannedText(), batchId: Id, level: CodeLevel, ordinal: int(1, Number.MAX_SAFE_INTEGER) })
  .partial()
  .superRefine(({ code, batchId, ordinal }, { addIssue }) => {
    if (code === undefined && (batchId === undefined || ordinal === undefined))
      addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['code'] });
  });

/** Only codes that the caller did not name: reading a batch page by page amounts to an export. */
async function logWhole(request: FastifyRequest, rows: readonly Pick<Code, 'batchNo' | 'code'>[]) {
  const whole = rows.filter(({ code }) => code !== null);
  if (whole.length === 0 || !codeService.seesWhole(request.ctx.actor)) return;
  await logRead(request, { title: codes.log, type: 'export' }, { batchNo: whole[0]?.batchNo, wholeCodes: whole.length });
}

export function codeRoutes(app: FastifyInstance) {
  const { path, log: title, word } = codes;
  const access = (verb: string) => ({ permission: codes.permission(verb) });
  const list = {
    method: 'GET',
    url: `${path}/list`,
    answer: answersRows(Code),
    access: access('list'),
    querystring: listQuery(CodeFilters, []),
    word,
  } as const;
  endpoint(app, list, async (ctx, asked) => {
    const page = await codeService.list(ctx, asked.query);
    const { code, codes: pasted } = asked.query as z.output<typeof CodeFilters>;
    if (code === undefined && !pasted) await logWhole(asked.request, page.rows);
    return listed(ctx, page);
  });

  const detail = {
    method: 'GET',
    url: `${path}/detail`,
    answer: answersData(CodeDetail),
    access: access('query'),
    querystring: CodeName,
    word,
  } as const;
  endpoint(app, detail, async (ctx, asked) => {
    const code = await codeService.read(ctx, asked.query);
    if (asked.query.code === undefined) await logWhole(asked.request, [code]);
    return done(ctx, code);
  });

  const history = {
    method: 'GET',
    url: `${path}/history`,
    answer: answersData(CodeHistory),
    access: access('query'),
    querystring: CodeName,
    word,
  } as const;
  endpoint(app, history, async (ctx, asked) => done(ctx, await codeService.history(ctx, asked.query)));

  for (const name of codeActs) {
    const log = { title, type: 'edit' } as const;
    const act = { method: 'PUT', url: `${path}/${name}`, access: access(name), log, body: CodeAct, word } as const;
    endpoint(app, act, async (ctx, asked) => {
      const { reason, ...selection } = asked.body;
      await codeService.act(ctx, name, selection, { reason });
      return done(ctx);
    });
  }

  const packing = {
    method: 'PUT',
    url: `${path}/pack`,
    access: access('pack'),
    log: { title, type: 'edit' },
    body: PackList,
    word,
    answer: answersData(z.object({ packed: z.int(), released: z.int() })),
  } as const;
  endpoint(app, packing, async (ctx, asked) => done(ctx, await codeService.pack(ctx, asked.body)));
  const unpacking = { ...packing, url: `${path}/unpack`, access: access('unpack'), body: UnpackList } as const;
  endpoint(app, unpacking, async (ctx, asked) => done(ctx, await codeService.unpack(ctx, asked.body)));
  const relabelled = answersData(CodeContainer);
  const relabelling = { ...packing, url: `${path}/relabel`, access: access('relabel'), body: RelabelInput, answer: relabelled } as const;
  endpoint(app, relabelling, async (ctx, asked) => {
    const place = await codeService.relabel(ctx, asked.body);
    // the caller prints the new label next
    const code = await codeService.textOf(ctx.installation, ctx.db, place.batchId, place.ordinal, place.level);
    const [sscc = null] = await ssccsAt(ctx.db, [place]);
    return done(ctx, { ...place, ordinal: place.ordinal + 1, code, sscc });
  });

  const unlocking = {
    method: 'PUT',
    url: `${path}/unlockPin`,
    access: access('unlockPin'),
    log: { title, type: 'edit' },
    body: PinUnlockInput,
    word,
  } as const;
  endpoint(app, unlocking, async (ctx, asked) => {
    await codeService.unlockPin(ctx, asked.body);
    return done(ctx);
  });
}
