import { z } from 'zod';
import { audited, Flag, Id, int, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const PostInput = z.object({
  postCode: text(64, /^[\p{L}\p{N}_.-]+$/u),
  postName: text(50, /^[^<>]*$/),
  /** Position in lists, ascending. */
  postSort: int(0, 9999),
  /** `1`: not assignable to further users. */
  status: Flag.optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Post = z.object({
  postId: Id,
  ...PostInput.required().shape,
  /** False without a selected user. */
  flag: z.boolean(),
  /** Deletion requires 0. */
  userCount: z.int(),
  ...audited,
  /** Null: created by the installation. */
  createBy: z.string().nullable(),
});
export type Post = z.output<typeof Post>;

/** Job titles of users. They grant no permissions. */
export const posts = defineResource({
  domain: 'system',
  name: 'post',
  key: 'postId',
  log: '岗位管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: Post,
  input: PostInput,
  filters: z.object({ postCode: text(64), postName: text(50), status: Flag }).partial(),
  wire: {},
  sortable: ['postCode', 'postName', 'postSort', 'createTime'],
});
