import type { Access, Language } from '@suyuan/contract';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { type DataScope, emptyScope } from '../db/scope.ts';
import { Problem } from '../problem.ts';
import { type Actor, anonymousActor, type Context, hasPermission } from './context.ts';
import type { Installation } from './installation.ts';
import { safeTranslate } from './safe-error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Word key of a field of this route, for messages. */
    word?: ((field: string) => string) | undefined;
  }
  interface FastifyRequest {
    ctx: Context;
  }
  interface FastifyInstance {
    /** All routes of this site with their access. */
    routeTable: RouteInfo[];
  }
}

export interface RouteInfo {
  method: string | string[];
  url: string;
  access: Access;
  config: FastifyContextConfig;
  schema: { params?: unknown; querystring?: unknown; body?: unknown };
}

/** Undefined for an invalid token. @param isAttended whether the request counts as activity of the user */
export type ActorOf = (token: string, isAttended: boolean) => Promise<Actor | undefined>;

/** Denies routes without declared access, and creates each request's context. Runs after routing, before the body is read. */
export function registerAccessControl(app: FastifyInstance, installation: Installation, actorOf: ActorOf) {
  app.decorateRequest('ctx', null as unknown as Context);
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`);
    // a HEAD is not a separate operation
    if (method !== 'HEAD') app.routeTable.push({ method, url, access: config.access, config, schema });
  });
  app.addHook('onRequest', async (request) => {
    const anonymous = anonymousContext(request, installation);
    request.ctx = anonymous;
    const { access } = request.routeOptions.config;
    if (access === 'anonymous' || request.is404) return;

    // a client that polls marks its requests while it is not used, so that an idle session ends
    const actor = await actorOf(bearer(request), request.headers['x-unattended'] === undefined);
    if (!actor) throw new Problem('notSignedIn', { path: request.url.split('?')[0] });
    const permission = typeof access === 'object' ? access.permission : undefined;
    if (permission && !hasPermission(actor, permission)) {
      request.log.warn({ deny: permission, user: actor.userName, ip: request.ip, route: request.routeOptions.url });
      throw new Problem('forbidden', { permission });
    }
    request.ctx = { ...anonymous, actor, scope: scopeOf(actor, permission) };
  });
}

/** RuoYi accepts a token with or without a scheme. Duplicate headers are rejected. */
export function bearer({ headers, raw }: FastifyRequest): string {
  const headerCount = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length;
  return headerCount > 1 ? '' : (headers.authorization ?? '').replace(/^Bearer /i, '');
}

/** The preferred one of our languages (RFC 9110, 12.5.4), by default Chinese. */
export function preferredLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const ranges = (headers['accept-language'] ?? '').matchAll(/(?:^|,)\s*(zh|en)\b[^,;]*(?:;\s*q=([\d.]+))?/gi);
  let preferred = { tag: 'zh', weight: 0 };
  for (const [, tag = '', weight = '1'] of ranges)
    if (Number(weight) > preferred.weight) preferred = { tag: tag.toLowerCase(), weight: Number(weight) };
  return preferred.tag === 'en' ? 'en-US' : 'zh-CN';
}

export function anonymousContext(request: FastifyRequest, installation: Installation): Context {
  const language = installation.englishEnabled ? preferredLanguage(request) : 'zh-CN';
  const t = safeTranslate(request, language, installation.translate[language]);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 500);
  return { db: installation.db, actor: anonymousActor, scope: emptyScope, language, t, installation, ip: request.ip, userAgent };
}

/** Visible rows through `permission`: the union over the roles that grant it. */
export function scopeOf({ admin, roles, deptId, userId }: Actor, permission?: string): DataScope {
  const granting = permission ? roles.filter(({ permissions }) => permissions.includes(permission)) : roles;
  if (admin || granting.some(({ dataScope }) => dataScope === '1')) return 'all';
  const own = granting.some(({ dataScope }) => dataScope === '3') && deptId ? [deptId] : [];
  return {
    deptIds: [...granting.filter(({ dataScope }) => dataScope === '2').flatMap(({ deptIds }) => deptIds), ...own],
    branch: granting.some(({ dataScope }) => dataScope === '4') ? deptId : null,
    userId: granting.some(({ dataScope }) => dataScope === '5') ? userId : null,
  };
}
