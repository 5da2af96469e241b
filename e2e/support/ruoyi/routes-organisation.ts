import { checkDeptScope } from './access.ts';
import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { type Dept, nextId, type Post } from './records.ts';
import { spreadsheetRoute } from './spreadsheet.ts';
import { atMost, changesOf, created, email, filterRows, notBlank, notNull, pageOf, removeRows, updateRow, validate } from './table.ts';
import { deptDetail, deptView, withoutUpdate } from './views.ts';

const deptColumns = {
  unlessEmpty: ['deptName', 'status'],
  unlessNull: ['orderNum', 'leader', 'phone', 'email'],
} as const;
const deptChecks = {
  deptName: [notBlank('部门名称不能为空'), atMost(30, '部门名称长度不能超过30个字符')],
  orderNum: [notNull('显示顺序不能为空')],
  phone: [atMost(11, '联系电话长度不能超过11个字符')],
  email: [email('邮箱格式不正确'), atMost(50, '邮箱长度不能超过50个字符')],
};

function checkDeptName({ db, body }: Call, action: '新增' | '修改') {
  const siblings = db.depts.filter(({ parentId, delFlag }) => parentId === body.number('parentId') && delFlag === '0');
  const name = body.text('deptName');
  if (siblings.some(({ deptName, deptId }) => deptName === name && deptId !== body.number('deptId')))
    throw new Refusal(`${action}部门'${name}'失败，部门名称已存在`);
}

function addDept(call: Call) {
  const { db, body, session } = call;
  validate(body, deptChecks);
  checkDeptName(call, '新增');
  const parent = db.depts.find(({ deptId }) => deptId === body.number('parentId'));
  if (!parent) throw new Refusal('Cannot invoke "com.ruoyi.common.core.domain.entity.SysDept.getStatus()" because "info" is null');
  if (parent.status !== '0') throw new Refusal('部门停用，不允许新增');
  db.depts.push({
    ...{ ...created(session.user.userName), deptId: nextId(db, 'deptId'), parentId: parent.deptId, deptName: '', orderNum: 0 },
    ...{ ancestors: `${parent.ancestors},${parent.deptId}`, leader: null, phone: null, email: null, status: '0', delFlag: '0' },
    ...changesOf<Dept>(body, { unlessEmpty: ['deptName', 'leader', 'phone', 'email', 'status'], unlessNull: ['orderNum'] }),
  });
  return ok();
}

const isBelow = (dept: Dept, deptId: number | null) => dept.ancestors.split(',').includes(String(deptId));

function editDept(call: Call) {
  const { db, body, session } = call;
  validate(body, deptChecks);
  const [deptId, parentId] = [body.number('deptId'), body.number('parentId')];
  checkDeptScope(call, 'system:dept:edit', deptId);
  checkDeptName(call, '修改');
  const name = body.text('deptName');
  if (parentId === null)
    throw new Refusal(
      'Cannot invoke "java.lang.Long.equals(Object)" because the return value of "com.ruoyi.common.core.domain.entity.SysDept.getParentId()" is null',
    );
  if (parentId === deptId) throw new Refusal(`修改部门'${name}'失败，上级部门不能是自己`);
  if (body.text('status') === '1' && db.depts.some((dept) => isBelow(dept, deptId) && dept.status === '0' && dept.delFlag === '0'))
    throw new Refusal('该部门包含未停用的子部门！');
  const row = db.depts.find((dept) => dept.deptId === deptId);
  const parent = db.depts.find((dept) => dept.deptId === parentId);
  const before = row?.ancestors;
  const moved = parent ? { parentId, ancestors: `${parent.ancestors},${parent.deptId}` } : {};
  const count = updateRow(row, { ...changesOf<Dept>(body, deptColumns), ...moved }, session.user.userName);
  if (row && before !== undefined && before !== row.ancestors)
    for (const dept of db.depts) if (isBelow(dept, deptId)) dept.ancestors = dept.ancestors.replace(before, row.ancestors);
  if (row && body.text('status') === '0') for (const dept of db.depts) if (isBelow(row, dept.deptId)) dept.status = '0';
  return affected(count);
}

/** Pairs from a body such as `{"deptIds":"1,2","orderNums":"2,1"}`. @throws Refusal when one is missing */
export function sortOf(body: Call['body'], key: string): [id: number, orderNum: number][] {
  const [ids, orders] = [body.text(key), body.text('orderNums')];
  if (ids === null || orders === null)
    throw new Refusal('Cannot invoke "String.split(String)" because the return value of "java.util.Map.get(Object)" is null');
  const numbers = orders.split(',').map(Number);
  return ids.split(',').map((id, index) => [Number(id), numbers[index] ?? 0]);
}

function deptsOf(call: Call) {
  const depts = call.access.deptsInScope(call.session, 'system:dept:list');
  return filterRows(depts, call, { like: ['deptName'], equal: ['deptId', 'parentId', 'status'] });
}

const deptRoutes: Routes = {
  'GET /system/dept/list': { permission: 'system:dept:list', handle: (call) => okData(deptsOf(call).map(deptView)) },
  'GET /system/dept/list/exclude/:deptId': {
    permission: 'system:dept:list',
    handle: ({ access, session, id }) => {
      const deptId = id('deptId');
      const depts = access.deptsInScope(session, 'system:dept:list');
      return okData(depts.filter((dept) => dept.deptId !== deptId && !isBelow(dept, deptId)).map(deptView));
    },
  },
  'GET /system/dept/:deptId': {
    permission: 'system:dept:query',
    handle: (call) => {
      checkDeptScope(call, 'system:dept:query', call.id('deptId'));
      const dept = call.db.depts.find(({ deptId }) => deptId === call.id('deptId'));
      return okData(dept && deptDetail(call.db, dept));
    },
  },
  'POST /system/dept': { permission: 'system:dept:add', log: ['部门管理', 1], handle: addDept },
  'PUT /system/dept': { permission: 'system:dept:edit', log: ['部门管理', 2], handle: editDept },
  'PUT /system/dept/updateSort': {
    permission: 'system:dept:edit',
    log: ['保存部门排序', 2],
    handle: ({ db, body }) => {
      for (const [id, orderNum] of sortOf(body, 'deptIds')) for (const dept of db.depts) if (dept.deptId === id) dept.orderNum = orderNum;
      return ok();
    },
  },
  'DELETE /system/dept/:deptId': {
    permission: 'system:dept:remove',
    log: ['部门管理', 3],
    handle: (call) => {
      const deptId = call.id('deptId');
      const live = call.db.depts.filter(({ delFlag }) => delFlag === '0');
      if (live.some(({ parentId }) => parentId === deptId)) throw new Refusal('存在下级部门,不允许删除', 601);
      if (call.db.users.some((user) => user.deptId === deptId && user.delFlag === '0')) throw new Refusal('部门存在用户,不允许删除', 601);
      checkDeptScope(call, 'system:dept:remove', deptId);
      const row = live.find((dept) => dept.deptId === deptId);
      if (row) row.delFlag = '2';
      return affected(row ? 1 : 0);
    },
  },
};

const postColumns = { unlessEmpty: ['postCode', 'postName', 'status'], unlessNull: ['postSort', 'remark'] } as const;
const postChecks = {
  postCode: [notBlank('岗位编码不能为空'), atMost(64, '岗位编码长度不能超过64个字符')],
  postName: [notBlank('岗位名称不能为空'), atMost(50, '岗位名称长度不能超过50个字符')],
  postSort: [notNull('显示顺序不能为空')],
};

function savePost({ db, body, session }: Call, action: '新增' | '修改') {
  validate(body, postChecks);
  const others = db.posts.filter(({ postId }) => postId !== body.number('postId'));
  const name = body.text('postName');
  if (others.some(({ postName }) => postName === name)) throw new Refusal(`${action}岗位'${name}'失败，岗位名称已存在`);
  if (others.some(({ postCode }) => postCode === body.text('postCode'))) throw new Refusal(`${action}岗位'${name}'失败，岗位编码已存在`);
  const changes = changesOf<Post>(body, postColumns);
  if (action === '修改') {
    const row = db.posts.find(({ postId }) => postId === body.number('postId'));
    return affected(updateRow(row, changes, session.user.userName));
  }
  const fresh = { ...created(session.user.userName), postId: nextId(db, 'postId'), postCode: '', postName: '', postSort: 0, status: '0' };
  db.posts.push({ ...fresh, ...changes, remark: body.text('remark') || null });
  return ok();
}

export const postView = (post: Post) => ({ ...withoutUpdate(post), flag: false });
const postsOf = (call: Call) => filterRows(call.db.posts, call, { like: ['postCode', 'postName'], equal: ['status'] }).map(postView);

const postRoutes: Routes = {
  'GET /system/post/list': {
    permission: 'system:post:list',
    handle: (call) => pageOf(postsOf(call), call, ['postId', 'postCode', 'postName', 'postSort', 'status', 'createTime', 'remark']),
  },
  ...spreadsheetRoute('/system/post/export', 'system:post:export', '岗位数据', postsOf, {
    ...{ 岗位序号: 'postId', 岗位编码: 'postCode', 岗位名称: 'postName', 岗位排序: 'postSort', 状态: 'status' },
  }),
  'GET /system/post/optionselect': { handle: ({ db }) => okData(db.posts.map(postView)) },
  'GET /system/post/:postId': {
    permission: 'system:post:query',
    handle: ({ db, id }) => okData(db.posts.filter(({ postId }) => postId === id('postId')).map(postView)[0]),
  },
  'POST /system/post': { permission: 'system:post:add', log: ['岗位管理', 1], handle: (call) => savePost(call, '新增') },
  'PUT /system/post': { permission: 'system:post:edit', log: ['岗位管理', 2], handle: (call) => savePost(call, '修改') },
  'DELETE /system/post/:postIds': {
    permission: 'system:post:remove',
    log: ['岗位管理', 3],
    handle: ({ db, ids }) => {
      const postIds = ids('postIds');
      const assigned = db.posts.find(({ postId }) => postIds.includes(postId) && db.userPosts.some((link) => link.postId === postId));
      if (assigned) throw new Refusal(`${assigned.postName}已分配,不能删除`);
      return affected(removeRows(db.posts, ({ postId }) => postIds.includes(postId)));
    },
  },
};

export const organisationRoutes: Routes = { ...deptRoutes, ...postRoutes };
