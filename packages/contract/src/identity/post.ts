import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

/** Job titles of users. They grant no permissions. */
export const posts = defineResource({
  domain: 'system',
  name: 'post',
  key: 'postId',
  rest: 'posts',
  log: '岗位管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    postCode: f.code(64, /^[\p{L}\p{N}_.-]+$/u).unique('postCodeTaken'),
    postName: f.text(50, /^[^<>]*$/).unique('postNameTaken'),
    /** Position in lists, ascending. */
    postSort: f.number(0, 9999).initially(0),
    /** `1`: not assignable to further users. */
    status: f.flag().omittable().initially('0'),
    remark: f.lines(500).optional(),
    /** False without a selected user. */
    flag: f.boolean().computed(),
    /** Deletion requires 0. */
    userCount: f.serverNumber().onlyWith('userCounts'),
    ...audited,
    /** Null: created by the installation. */
    createBy: audited.createBy.optional(),
  },
  filters: ['postName', 'postCode', 'status'],
  sortable: ['postCode', 'postName', 'postSort', 'createTime'],
  columns: ['postName', 'status', 'postCode', 'userCount', 'postSort', 'remark', 'createTime'],
  form: ['postName', 'postCode', 'postSort', 'status', 'remark'],
  wire: {},
});

export const Post = posts.record;
export type Post = RecordOf<typeof posts>;

export const postOptions = defineEndpoint(posts, 'GET /optionselect', { access: 'signedIn', rest: false, data: z.array(Post) });
