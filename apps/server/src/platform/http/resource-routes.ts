import {
  type Action,
  type ChangesOf,
  Id,
  Ids,
  type InputOf,
  type Page,
  type QueryOf,
  type RecordOf,
  type Resource,
  type ResourceSpec,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { endpoint } from './endpoint.ts';
import { done, listed } from './envelope.ts';
import { exportedList, exportRoute } from './exported-list.ts';
import { importedSheet, importRoutes } from './import-routes.ts';
import { listQuery } from './list-query.ts';
import { dataResponse, type ResponseSpec, rowsResponse } from './response-spec.ts';

/** `PUT /manage/batch/{id}/approve`. */
export function actionRoute<Body extends z.ZodType>(
  app: FastifyInstance,
  { path, permission, log, body }: Action<Body>,
  run: (ctx: Context, id: number, body: z.output<Body>) => Promise<unknown>,
  { sensitive = false, word, answer }: { sensitive?: boolean; word?: (field: string) => string; answer?: ResponseSpec } = {},
) {
  const route = { method: 'PUT', url: path, access: { permission }, params: z.object({ id: Id }), body, sensitive, word, answer } as const;
  endpoint(app, { ...route, log: log ? { title: log, type: 'edit' } : undefined }, async (ctx, input) =>
    done(ctx, await run(ctx, input.params.id, input.body as z.output<Body>)),
  );
}

interface Handlers<S extends ResourceSpec> {
  list(ctx: Context, query: QueryOf<S>): Promise<Page<RecordOf<S>>>;
  read(ctx: Context, id: number): Promise<RecordOf<S>>;
  /** Resolves to the new record's ID. */
  add(ctx: Context, input: InputOf<S>): Promise<number>;
  edit(ctx: Context, id: number, changes: ChangesOf<S>): Promise<void>;
  /** Removes all of `ids` or none. */
  remove(ctx: Context, ids: number[]): Promise<void>;
}

/** Export uses `list`, import uses `add`. */
type ResourceService<S extends ResourceSpec> = Pick<Handlers<S>, S['operations'][number] & keyof Handlers<S>>;

/**
 * Registers the declared operations of `resource` under RuoYi's URLs.
 * @param operations operations that the feature registers itself, because they depart from RuoYi's conventions
 */
export function resourceRoutes<S extends ResourceSpec, Registered extends S['operations'][number] = S['operations'][number]>(
  app: FastifyInstance,
  resource: Resource<S>,
  service: Pick<ResourceService<S>, Registered & keyof ResourceService<S>>,
  operations: readonly Registered[] = resource.operations as readonly Registered[],
) {
  // Cast to any resource: its schemas guarantee what reaches the service.
  const [noun, handlers] = [resource, service] as unknown as [Resource, Handlers<ResourceSpec>];
  const { path, key, log: title, word, input: inputSchema, changes, filters, sortable, record } = noun;
  const access = (operation: string) => ({ permission: noun.permission(operation) });
  const log = (type: 'add' | 'edit' | 'remove') => (title ? { title, type } : undefined);
  const params = z.object({ id: Id });
  const query = listQuery(filters, sortable);
  const listSpec = { operation: 'list', answer: rowsResponse(record) };
  const readSpec = { operation: 'read', answer: dataResponse(record) };
  const addSpec = { operation: 'add', answer: dataResponse(z.object({ [key]: z.int() })) };

  const mount: Partial<Record<string, () => void>> = {
    list: () =>
      endpoint(
        app,
        { method: 'GET', url: `${path}/list`, access: access('list'), querystring: query, word, ...listSpec },
        async (ctx, input) => listed(ctx, await handlers.list(ctx, input.query)),
      ),
    read: () =>
      endpoint(app, { method: 'GET', url: `${path}/:id`, access: access('read'), params, ...readSpec }, async (ctx, input) =>
        done(ctx, await handlers.read(ctx, input.params.id)),
      ),
    add: () =>
      endpoint(
        app,
        { method: 'POST', url: path, access: access('add'), log: log('add'), body: inputSchema, word, ...addSpec },
        async (ctx, input) => done(ctx, { [key]: await handlers.add(ctx, input.body) }),
      ),
    edit: () =>
      endpoint(
        app,
        { method: 'PUT', url: path, access: access('edit'), log: log('edit'), body: changes, word, operation: 'edit' },
        async (ctx, input) => {
          await handlers.edit(ctx, input.body.id, input.body.fields);
          return done(ctx);
        },
      ),
    remove: () => {
      const ids = z.object({ ids: Ids });
      endpoint(
        app,
        { method: 'DELETE', url: `${path}/:ids`, access: access('remove'), log: log('remove'), params: ids, operation: 'remove' },
        async (ctx, input) => {
          await handlers.remove(ctx, [...new Set(input.params.ids)]);
          return done(ctx);
        },
      );
    },
    export: () => exportRoute(app, exportedList(noun, handlers.list)),
    import: () => importRoutes(app, importedSheet(noun, handlers.add)),
  };
  for (const operation of operations) mount[operation]?.();
}
