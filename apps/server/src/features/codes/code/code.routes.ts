import {
  actOnCodes,
  type Code,
  codeActs,
  codeDetail,
  codeHistory,
  codePage,
  codes,
  packCodes,
  relabelContainer,
  unlockCodePin,
  unpackCodes,
} from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logRead } from '../../../platform/http/endpoint.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as codeService from './code.service.ts';
import { ssccsAt } from './sscc.service.ts';

/** Only codes that the caller did not name: reading a batch page by page amounts to an export. */
async function logUnmaskedRead(request: FastifyRequest, rows: readonly Pick<Code, 'batchNo' | 'code'>[]) {
  const unmasked = rows.filter(({ code }) => code !== null);
  if (unmasked.length === 0 || !codeService.canSeeUnmasked(request.ctx.actor)) return;
  await logRead(
    request,
    { title: codes.log ?? codes.name, type: 'export' },
    { batchNo: unmasked[0]?.batchNo, wholeCodes: unmasked.length },
  );
}

export function codeRoutes(app: FastifyInstance) {
  serve(app, codePage, async (ctx, { query, request }) => {
    const page = await codeService.list(ctx, query);
    if (query.code === undefined && !query.codes) await logUnmaskedRead(request, page.rows);
    return page;
  });
  serve(app, codeDetail, async (ctx, { query, request }) => {
    const code = await codeService.read(ctx, query);
    if (query.code === undefined) await logUnmaskedRead(request, [code]);
    return code;
  });
  serve(app, codeHistory, (ctx, { query }) => codeService.history(ctx, query));

  for (const name of codeActs)
    serve(app, actOnCodes(name), async (ctx, { body: { reason, ...selection } }) => {
      await codeService.act(ctx, name, selection, { reason });
    });
  serve(app, packCodes, (ctx, { body }) => codeService.pack(ctx, body));
  serve(app, unpackCodes, (ctx, { body }) => codeService.unpack(ctx, body));
  serve(app, relabelContainer, async (ctx, { body }) => {
    const place = await codeService.relabel(ctx, body);
    // the caller prints the new label next
    const code = await codeService.textOf(ctx.installation, ctx.db, place.batchId, place.ordinal, place.level);
    const [sscc = null] = await ssccsAt(ctx.db, [place]);
    return { ...place, ordinal: place.ordinal + 1, code, sscc };
  });
  serve(app, unlockCodePin, (ctx, { body }) => codeService.unlockPin(ctx, body));
}
