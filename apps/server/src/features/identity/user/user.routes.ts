import { ProfileInput, User } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataResponse } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as userService from './user.service.ts';
import { userRecordRoutes } from './user-record.routes.ts';

const PROFILE = '/system/user/profile';

export function userRoutes(app: FastifyInstance) {
  userRecordRoutes(app);
  endpoint(
    app,
    { method: 'GET', url: PROFILE, access: 'signedIn', answer: dataResponse(User, { roleGroup: z.string(), postGroup: z.string() }) },
    async (ctx) => {
      const user = await userService.read(ctx.db, ctx.actor.userId);
      return { ...done(ctx, user), roleGroup: user.roles.map(({ roleName }) => roleName).join(','), postGroup: user.postNames.join(',') };
    },
  );

  const edit = { method: 'PUT', url: PROFILE, access: 'signedIn', body: ProfileInput } as const;
  const log = { title: '个人信息', type: 'edit' } as const;
  endpoint(app, { ...edit, log, word: (field) => `account.profile.${field}` }, async (ctx, { body }) => {
    await userService.editProfile(ctx, body);
    return done(ctx);
  });
}
