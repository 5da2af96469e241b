import {
  type Action,
  type Endpoint,
  Id,
  Ids,
  type LifeCycle,
  type RecordOf,
  type Resource,
  type ResourceSpec,
  type ResultOf,
  type Step,
  stepNames,
  type Translate,
  targetStates,
  valueCountsOf,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ValueCounter } from '../db/value-counter.ts';
import type { Context } from './context.ts';
import { endpoint } from './endpoint.ts';
import { done, listed } from './envelope.ts';
import { exportedList, exportRoute } from './exported-list.ts';
import { importedSheet, importRoutes } from './import-routes.ts';
import type { StepFunctions } from './life-cycle.ts';
import { listQuery } from './list-query.ts';
import { dataResponse, rowsResponse } from './response-spec.ts';
import { serve } from './serve.ts';
import type { Handlers } from './served.ts';

/** `PUT /manage/batch/{id}/approve`. */
export function actionRoute<A extends Action>(
  app: FastifyInstance,
  action: A,
  run: (ctx: Context, id: number, body: z.output<A['body']>) => Promise<ResultOf<A>>,
  note?: (t: Translate) => string,
) {
  // The casts: the type of the action is lost where it is generic.
  const declared: Endpoint = action;
  serve(
    app,
    declared,
    async (ctx, { params, body }) => (await run(ctx, Number((params as { id: number }).id), body as z.output<A['body']>)) as never,
    { note },
  );
}

/** For the API document. */
function transitionNote(t: Translate, step: Step): string {
  const { from, secondPerson, confirm } = step;
  const [states, to] = [from, targetStates(step)].map((names = []) => names.map((name) => `\`${name}\``).join(', '));
  const notes = [
    to ? t('api.step', { from: states, to }) : t('api.stepInState', { from: states }),
    ...(secondPerson ? [t('api.secondPerson', { problem: secondPerson })] : []),
    ...(confirm ? [t('api.confirm', { field: confirm.field })] : []),
  ];
  return notes.join('\n\n');
}

/** Registers the declared steps, and requires a function for each. */
export function lifeCycleRoutes<L extends LifeCycle>(app: FastifyInstance, { steps }: L, functions: StepFunctions<L>) {
  for (const name of stepNames({ steps } as L)) {
    const step = steps[name] as Step;
    actionRoute(app, step as Action, functions[name] as never, (t) => transitionNote(t, step));
  }
}

/** Counts for the tabs of a list. A tab counts what the list would show with it, so its own filter is left out. */
function countRoute(app: FastifyInstance, noun: Resource, field: string, { list }: Pick<Handlers<ResourceSpec>, 'list'>) {
  serve(
    app,
    valueCountsOf(noun),
    async (ctx, { query }) => {
      const counter = new ValueCounter(ctx.db, field);
      const paging = { page: 1, pageSize: 1, descending: false, counter };
      await list(ctx, { ...(query as Record<string, unknown>), [field]: undefined, paging } as never);
      return counter.counts;
    },
    { operation: 'stateCounts' },
  );
}

/** Export uses `list`, import uses `add`. */
type ResourceService<S extends ResourceSpec> = Pick<Handlers<S>, S['operations'][number] & keyof Handlers<S>>;

/** What `If-Match` needs where records have a version. */
type Versioned<S extends ResourceSpec, Registered> = 'remove' extends Registered
  ? 'version' extends keyof RecordOf<S>
    ? Pick<Handlers<S>, 'table' | 'lockTree'>
    : unknown
  : unknown;

/**
 * Registers the declared operations of `resource` under RuoYi's URLs, and for the other dialect.
 * @param operations operations that the feature registers itself, because they depart from RuoYi's conventions
 */
export function resourceRoutes<S extends ResourceSpec, Registered extends S['operations'][number] = S['operations'][number]>(
  app: FastifyInstance,
  resource: Resource<S>,
  service: Pick<ResourceService<S>, Registered & keyof ResourceService<S>> & Versioned<S, Registered>,
  operations: readonly Registered[] = resource.operations as readonly Registered[],
) {
  // Cast to any resource: its schemas guarantee what reaches the service.
  const [noun, handlers] = [resource, service] as unknown as [Resource, Handlers<ResourceSpec>];
  const { path, key, log: title, removeLog = title, word, input: inputSchema, changes, filters, sortable, record } = noun;
  const access = (operation: string) => ({ permission: noun.permission(operation) });
  const log = (type: 'add' | 'edit') => (title ? { title, type } : undefined);
  const params = z.object({ id: Id });
  const query = listQuery(filters, sortable, noun.wire?.pageSize);
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
        {
          method: 'DELETE',
          url: `${path}/:ids`,
          access: access('remove'),
          log: removeLog ? { title: removeLog, type: 'remove' } : undefined,
          params: ids,
          operation: 'remove',
        },
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
  if (noun.tabs) countRoute(app, noun, noun.tabs.field, handlers);
  if (noun.rest) app.served.push({ noun, handlers, operations });
}
