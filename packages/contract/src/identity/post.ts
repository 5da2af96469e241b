import { z } from 'zod';
import { audited, Flag, Id, int, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const PostInput = z.object({
  postCode: text(64, /^[\p{L}\p{N}_.-]+$/u),
  postName: text(50, /^[^<>]*$/),
  /** Place in lists, small first. */
  postSort: int(0, 9999),
  /** `1`: nobody new is given it. */
  status: Flag.optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Post = z.object({
  postId: Id,
  ...PostInput.required().shape,
  /** Whether the user in question holds it, where one is. */
  flag: z.boolean(),
  /** People who hold it; while above 0 the post cannot be removed. */
  userCount: z.int(),
  ...audited,
  /** Null: it came with the installation. */
  createBy: z.string().nullable(),
});
export type Post = z.output<typeof Post>;

/** What people are called by their work: an attribute of theirs, and no right. */
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
