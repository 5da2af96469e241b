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
import { endpoint, logRead } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { dataResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
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
async function logUnmaskedRead(request: FastifyRequest, rows: readonly Pick<Code, 'batchNo' | 'code'>[]) {
  const unmasked = rows.filter(({ code }) => code !== null);
  if (unmasked.length === 0 || !codeService.canSeeUnmasked(request.ctx.actor)) return;
  await logRead(request, { title: codes.log, type: 'export' }, { batchNo: unmasked[0]?.batchNo, wholeCodes: unmasked.length });
}

export function codeRoutes(app: FastifyInstance) {
  const { path, log: title, word } = codes;
  const access = (verb: string) => ({ permission: codes.permission(verb) });
  const list = {
    method: 'GET',
    url: `${path}/list`,
    answer: rowsResponse(Code),
    access: access('list'),
    querystring: listQuery(CodeFilters, []),
    word,
  } as const;
  endpoint(app, list, async (ctx, input) => {
    const page = await codeService.list(ctx, input.query);
    const { code, codes: pastedCodes } = input.query as z.output<typeof CodeFilters>;
    if (code === undefined && !pastedCodes) await logUnmaskedRead(input.request, page.rows);
    return listed(ctx, page);
  });

  const detail = {
    method: 'GET',
    url: `${path}/detail`,
    answer: dataResponse(CodeDetail),
    access: access('query'),
    querystring: CodeName,
    word,
  } as const;
  endpoint(app, detail, async (ctx, input) => {
    const code = await codeService.read(ctx, input.query);
    if (input.query.code === undefined) await logUnmaskedRead(input.request, [code]);
    return done(ctx, code);
  });

  const history = {
    method: 'GET',
    url: `${path}/history`,
    answer: dataResponse(CodeHistory),
    access: access('query'),
    querystring: CodeName,
    word,
  } as const;
  endpoint(app, history, async (ctx, input) => done(ctx, await codeService.history(ctx, input.query)));

  for (const name of codeActs) {
    const log = { title, type: 'edit' } as const;
    const actRoute = { method: 'PUT', url: `${path}/${name}`, access: access(name), log, body: CodeAct, word } as const;
    endpoint(app, actRoute, async (ctx, input) => {
      const { reason, ...selection } = input.body;
      await codeService.act(ctx, name, selection, { reason });
      return done(ctx);
    });
  }

  const packRoute = {
    method: 'PUT',
    url: `${path}/pack`,
    access: access('pack'),
    log: { title, type: 'edit' },
    body: PackList,
    word,
    answer: dataResponse(z.object({ packed: z.int(), released: z.int() })),
  } as const;
  endpoint(app, packRoute, async (ctx, input) => done(ctx, await codeService.pack(ctx, input.body)));
  const unpackRoute = { ...packRoute, url: `${path}/unpack`, access: access('unpack'), body: UnpackList } as const;
  endpoint(app, unpackRoute, async (ctx, input) => done(ctx, await codeService.unpack(ctx, input.body)));
  const relabelAnswer = dataResponse(CodeContainer);
  const relabelRoute = {
    ...packRoute,
    url: `${path}/relabel`,
    access: access('relabel'),
    body: RelabelInput,
    answer: relabelAnswer,
  } as const;
  endpoint(app, relabelRoute, async (ctx, input) => {
    const place = await codeService.relabel(ctx, input.body);
    // the caller prints the new label next
    const code = await codeService.textOf(ctx.installation, ctx.db, place.batchId, place.ordinal, place.level);
    const [sscc = null] = await ssccsAt(ctx.db, [place]);
    return done(ctx, { ...place, ordinal: place.ordinal + 1, code, sscc });
  });

  const unlockRoute = {
    method: 'PUT',
    url: `${path}/unlockPin`,
    access: access('unlockPin'),
    log: { title, type: 'edit' },
    body: PinUnlockInput,
    word,
  } as const;
  endpoint(app, unlockRoute, async (ctx, input) => {
    await codeService.unlockPin(ctx, input.body);
    return done(ctx);
  });
}
