import type { Paging } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as queries from './own-notice.queries.ts';

export const list = ({ db, actor, language }: Context, { paging }: { paging: Paging }) =>
  queries.listReadBy(db, actor.userId, language, paging);
