import {
  GenColumn,
  GenDbTable,
  GenDifference,
  GenFiles,
  GenNewTable,
  GenOptions,
  GenTableAnswer,
  GenTableName,
  GenTableNames,
  GenWriteResult,
  GenWriting,
  genCreate,
  genDbTableFilters,
  genTables,
  Id,
  syncGenTable,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, fileResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as generatorService from './generator.service.ts';
import * as codeService from './generator-code.service.ts';
import * as createService from './generator-create.service.ts';
import * as generatorSyncService from './generator-sync.service.ts';

export function generatorRoutes(app: FastifyInstance) {
  const { path, word } = genTables;
  const access = (verb: string) => ({ permission: genTables.permission(verb) });
  const log = (type: 'import' | 'generate' | 'add' | 'edit', title: string = genTables.log ?? '') => ({ title, type }) as const;
  const idParams = z.object({ id: Id });

  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/db/list`,
      access: access('list'),
      querystring: listQuery(genDbTableFilters, []),
      word,
      answer: rowsResponse(GenDbTable),
    },
    async (ctx, { query }) => listed(ctx, await generatorService.dbList(ctx, query)),
  );
  endpoint(app, { method: 'GET', url: `${path}/options`, access: access('list'), answer: dataResponse(GenOptions) }, async (ctx) =>
    done(ctx, await generatorService.options(ctx)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/column/:id`, access: access('list'), params: idParams, answer: rowsResponse(GenColumn) },
    async (ctx, { params }) => listed(ctx, await generatorService.columns(ctx, params.id)),
  );
  resourceRoutes(app, genTables, { list: generatorService.list, edit: generatorService.edit, remove: generatorService.remove }, [
    'list',
    'edit',
    'remove',
  ]);
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id`, access: access('query'), params: idParams, answer: dataResponse(GenTableAnswer) },
    async (ctx, { params }) => done(ctx, await generatorService.read(ctx, params.id)),
  );

  endpoint(
    app,
    { method: 'POST', url: `${path}/importTable`, access: access('import'), log: log('import'), querystring: GenTableNames, word },
    async (ctx, { query }) => {
      await generatorService.importTables(ctx, query.tables);
      return done(ctx);
    },
  );
  endpoint(
    app,
    {
      method: 'POST',
      url: `${path}/createTable`,
      access: { permission: genCreate },
      log: log('add', '创建表'),
      body: GenNewTable,
      word,
      refuse({ query }) {
        if (typeof query === 'object' && query !== null && 'sql' in query) throw new Problem('genSqlRefused');
      },
    },
    async (ctx, { body }) => {
      await createService.create(ctx, body);
      return done(ctx);
    },
  );

  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/differences/:id`,
      access: access('edit'),
      params: idParams,
      answer: dataResponse(z.array(GenDifference)),
    },
    async (ctx, { params }) => done(ctx, await generatorSyncService.differences(ctx, params.id)),
  );
  actionRoute(app, syncGenTable, generatorSyncService.sync, { word });
  endpoint(
    app,
    { method: 'GET', url: `${path}/synchDb/:tableName`, access: access('edit'), log: log('edit'), params: GenTableName },
    async (ctx, { params }) => {
      await generatorSyncService.syncAll(ctx, params.tableName);
      return done(ctx);
    },
  );

  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/preview/:id`,
      access: access('preview'),
      params: idParams,
      answer: dataResponse(z.record(z.string(), z.string())),
    },
    async (ctx, { params }) => done(ctx, await codeService.preview(ctx, params.id)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/files/:id`, access: access('preview'), params: idParams, answer: dataResponse(GenFiles) },
    async (ctx, { params }) => done(ctx, await codeService.files(ctx, params.id)),
  );
  const archive = async (ctx: Parameters<typeof codeService.archive>[0], tables: readonly string[]) =>
    new Download({ type: 'application/octet-stream', fileName: 'suyuan-module.zip', body: await codeService.archive(ctx, tables) });
  const zip = { access: access('code'), log: log('generate'), answer: fileResponse('application/octet-stream') } as const;
  endpoint(app, { ...zip, method: 'GET', url: `${path}/download/:tableName`, params: GenTableName }, (ctx, { params }) =>
    archive(ctx, [params.tableName]),
  );
  endpoint(app, { ...zip, method: 'GET', url: `${path}/batchGenCode`, querystring: GenTableNames, word }, (ctx, { query }) =>
    archive(ctx, query.tables),
  );
  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/genCode/:tableName`,
      access: access('code'),
      log: log('generate'),
      params: GenTableName,
      querystring: GenWriting,
      answer: dataResponse(GenWriteResult),
    },
    async (ctx, { params, query }) => done(ctx, await codeService.write(ctx, params.tableName, query.conflicts ?? 'keep')),
  );
}
