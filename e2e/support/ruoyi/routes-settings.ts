import { type Cache, fromRedis } from './cache.ts';
import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { type Config, type Database, type DictType, nextId } from './records.ts';
import { spreadsheetRoute } from './spreadsheet.ts';
import { atMost, changesOf, created, filterRows, matching, notBlank, pageOf, removeRows, updateRow, validate } from './table.ts';
import { withoutUpdate } from './views.ts';

/** RuoYi loads settings and dictionaries into Redis at startup. */
export function loadSettings({ db, cache }: { db: Database; cache: Cache }) {
  for (const { configKey, configValue } of db.configs) cache.set(`sys_config:${configKey}`, configValue);
  for (const { dictType } of db.dictTypes) cache.set(`sys_dict:${dictType}`, enabledEntries(db, dictType));
}

/** '' when there is none. */
export function settingOf({ db, cache }: { db: Database; cache: Cache }, key: string): string {
  const cached = cache.get<string>(`sys_config:${key}`);
  if (cached) return cached;
  const value = db.configs.find(({ configKey }) => configKey === key)?.configValue;
  if (value !== undefined) cache.set(`sys_config:${key}`, value);
  return value ?? '';
}

const bySort = (one: { dictSort: number }, other: { dictSort: number }) => one.dictSort - other.dictSort;
const dataView = (row: Database['dictData'][number]) => ({ ...withoutUpdate(row), default: row.isDefault === 'Y' });
const enabledEntries = (db: Database, type: string) =>
  db.dictData
    .filter(({ dictType, status }) => dictType === type && status === '0')
    .toSorted(bySort)
    .map((row) => fromRedis(dataView(row)));

const cacheType = ({ db, cache }: Call, type: string) => cache.set(`sys_dict:${type}`, enabledEntries(db, type));

const typeColumns = { unlessEmpty: ['dictName', 'dictType'], unlessNull: ['status', 'remark'] } as const;
const typeChecks = {
  dictName: [notBlank('字典名称不能为空'), atMost(100, '字典类型名称长度不能超过100个字符')],
  dictType: [
    notBlank('字典类型不能为空'),
    atMost(100, '字典类型类型长度不能超过100个字符'),
    matching(/^[a-z][a-z0-9_]*$/, '字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）'),
  ],
};

function saveType(call: Call, action: '新增' | '修改', row: DictType | undefined) {
  const { db, body, session } = call;
  validate(body, typeChecks);
  const changes = changesOf<DictType>(body, typeColumns);
  if (db.dictTypes.some((other) => other.dictType === changes.dictType && other.dictId !== body.number('dictId')))
    throw new Refusal(`${action}字典'${body.text('dictName')}'失败，字典类型已存在`);
  if (action === '修改') {
    const oldType = row?.dictType;
    const count = updateRow(row, changes, session.user.userName);
    if (row && oldType !== undefined) {
      for (const entry of db.dictData) if (entry.dictType === oldType) entry.dictType = row.dictType;
      cacheType(call, row.dictType);
    }
    return affected(count);
  }
  const fresh = { ...created(session.user.userName), dictId: nextId(db, 'dictId'), dictName: '', dictType: '', status: '0' };
  db.dictTypes.push({ ...fresh, ...changes, remark: body.text('remark') || null });
  cacheType(call, changes.dictType ?? '');
  return ok();
}

const typesOf = (call: Call) =>
  filterRows(call.db.dictTypes, call, { like: ['dictName', 'dictType'], equal: ['status'], day: 'createTime' });
const typeRoutes: Routes = {
  'GET /system/dict/type/list': {
    permission: 'system:dict:list',
    handle: (call) => pageOf(typesOf(call).map(withoutUpdate), call, ['dictId', 'dictName', 'dictType', 'status', 'createTime', 'remark']),
  },
  ...spreadsheetRoute('/system/dict/type/export', 'system:dict:export', '字典类型', typesOf, {
    ...{ 字典主键: 'dictId', 字典名称: 'dictName', 字典类型: 'dictType', 状态: 'status' },
  }),
  'GET /system/dict/type/optionselect': { handle: ({ db }) => okData(db.dictTypes.map(withoutUpdate)) },
  'GET /system/dict/type/:dictId': {
    permission: 'system:dict:query',
    handle: ({ db, id }) => okData(db.dictTypes.filter(({ dictId }) => dictId === id('dictId')).map(withoutUpdate)[0]),
  },
  'POST /system/dict/type': { permission: 'system:dict:add', log: ['字典类型', 1], handle: (call) => saveType(call, '新增', undefined) },
  'PUT /system/dict/type': {
    permission: 'system:dict:edit',
    log: ['字典类型', 2],
    handle: (call) =>
      saveType(
        call,
        '修改',
        call.db.dictTypes.find(({ dictId }) => dictId === call.body.number('dictId')),
      ),
  },
  'DELETE /system/dict/type/refreshCache': {
    permission: 'system:dict:remove',
    log: ['字典类型', 9],
    handle: (call) => {
      call.cache.deleteByPrefix('sys_dict:');
      for (const { dictType } of call.db.dictTypes) cacheType(call, dictType);
      return ok();
    },
  },
  'DELETE /system/dict/type/:dictIds': {
    permission: 'system:dict:remove',
    log: ['字典类型', 3],
    handle: ({ db, cache, ids }) => {
      for (const row of db.dictTypes.filter(({ dictId }) => ids('dictIds').includes(dictId))) {
        if (db.dictData.some(({ dictType }) => dictType === row.dictType)) throw new Refusal(`${row.dictName}已分配,不能删除`);
        removeRows(db.dictTypes, ({ dictId }) => dictId === row.dictId);
        cache.delete(`sys_dict:${row.dictType}`);
      }
      return ok();
    },
  },
};

const dataColumns = {
  unlessEmpty: ['dictLabel', 'dictValue', 'dictType', 'isDefault'],
  unlessNull: ['dictSort', 'cssClass', 'listClass', 'status', 'remark'],
} as const;
const dataChecks = {
  dictLabel: [notBlank('字典标签不能为空'), atMost(100, '字典标签长度不能超过100个字符')],
  dictValue: [notBlank('字典键值不能为空'), atMost(100, '字典键值长度不能超过100个字符')],
  dictType: [notBlank('字典类型不能为空'), atMost(100, '字典类型长度不能超过100个字符')],
  cssClass: [atMost(100, '样式属性长度不能超过100个字符')],
};
const entriesOf = (call: Call) =>
  filterRows(call.db.dictData, call, { like: ['dictLabel'], equal: ['dictType', 'status'] })
    .toSorted(bySort)
    .map(dataView);

const dataRoutes: Routes = {
  'GET /system/dict/data/list': {
    permission: 'system:dict:list',
    handle: (call) => pageOf(entriesOf(call), call, ['dictCode', 'dictSort', 'dictLabel', 'dictValue', 'dictType', 'status', 'createTime']),
  },
  ...spreadsheetRoute('/system/dict/data/export', 'system:dict:export', '字典数据', entriesOf, {
    ...{ 字典编码: 'dictCode', 字典排序: 'dictSort', 字典标签: 'dictLabel', 字典键值: 'dictValue', 字典类型: 'dictType', 状态: 'status' },
  }),
  'GET /system/dict/data/type/:dictType': {
    handle: (call) => {
      const type = call.variable('dictType');
      if (!call.cache.get<unknown[]>(`sys_dict:${type}`)?.length) cacheType(call, type);
      return okData(call.cache.get(`sys_dict:${type}`));
    },
  },
  'GET /system/dict/data/:dictCode': {
    permission: 'system:dict:query',
    handle: ({ db, id }) => okData(db.dictData.filter(({ dictCode }) => dictCode === id('dictCode')).map(dataView)[0]),
  },
  'POST /system/dict/data': {
    permission: 'system:dict:add',
    log: ['字典数据', 1],
    handle: (call) => {
      const { db, body, session } = call;
      validate(body, dataChecks);
      db.dictData.push({
        ...{ ...created(session.user.userName), dictCode: nextId(db, 'dictCode'), dictSort: 0, dictLabel: '', dictValue: '', dictType: '' },
        ...{ cssClass: null, listClass: null, isDefault: 'N', status: '0', ...changesOf(body, dataColumns) },
      });
      cacheType(call, body.text('dictType') ?? '');
      return ok();
    },
  },
  'PUT /system/dict/data': {
    permission: 'system:dict:edit',
    log: ['字典数据', 2],
    handle: (call) => {
      const { db, body, session } = call;
      validate(body, dataChecks);
      const row = db.dictData.find(({ dictCode }) => dictCode === body.number('dictCode'));
      const count = updateRow(row, changesOf(body, dataColumns), session.user.userName);
      cacheType(call, body.text('dictType') ?? '');
      return affected(count);
    },
  },
  'DELETE /system/dict/data/:dictCodes': {
    permission: 'system:dict:remove',
    log: ['字典类型', 3],
    handle: (call) => {
      const removedEntries = call.db.dictData.filter(({ dictCode }) => call.ids('dictCodes').includes(dictCode));
      removeRows(call.db.dictData, (row) => removedEntries.includes(row));
      for (const { dictType } of removedEntries) cacheType(call, dictType);
      return ok();
    },
  },
};

const configColumns = { unlessEmpty: ['configName', 'configKey', 'configValue', 'configType'], unlessNull: ['remark'] } as const;
const configChecks = {
  configName: [notBlank('参数名称不能为空'), atMost(100, '参数名称不能超过100个字符')],
  configKey: [notBlank('参数键名长度不能为空'), atMost(100, '参数键名长度不能超过100个字符')],
  configValue: [notBlank('参数键值不能为空'), atMost(500, '参数键值长度不能超过500个字符')],
};

function saveConfig({ db, cache, body, session }: Call, action: '新增' | '修改') {
  validate(body, configChecks);
  const changes = changesOf<Config>(body, configColumns);
  if (db.configs.some((other) => other.configKey === changes.configKey && other.configId !== body.number('configId')))
    throw new Refusal(`${action}参数'${body.text('configName')}'失败，参数键名已存在`);
  if (action === '新增') {
    const fresh = { ...created(session.user.userName), configId: nextId(db, 'configId'), configName: '', configKey: '', configValue: '' };
    db.configs.push({ ...fresh, configType: 'N', ...changes });
  } else {
    const row = db.configs.find(({ configId }) => configId === body.number('configId'));
    if (row) cache.delete(`sys_config:${row.configKey}`);
    affected(updateRow(row, changes, session.user.userName));
  }
  cache.set(`sys_config:${changes.configKey}`, changes.configValue);
  return ok();
}

const configsOf = (call: Call) =>
  filterRows(call.db.configs, call, { like: ['configName', 'configKey'], equal: ['configType'], day: 'createTime' });
const configRoutes: Routes = {
  'GET /system/config/list': {
    permission: 'system:config:list',
    handle: (call) => pageOf(configsOf(call), call, ['configId', 'configName', 'configKey', 'configValue', 'configType', 'createTime']),
  },
  ...spreadsheetRoute('/system/config/export', 'system:config:export', '参数数据', configsOf, {
    ...{ 参数主键: 'configId', 参数名称: 'configName', 参数键名: 'configKey', 参数键值: 'configValue', 系统内置: 'configType' },
  }),
  'GET /system/config/configKey/:configKey': { handle: (call) => okData(settingOf(call, call.variable('configKey'))) },
  'GET /system/config/:configId': {
    permission: 'system:config:query',
    handle: ({ db, id }) => okData(db.configs.find(({ configId }) => configId === id('configId'))),
  },
  'POST /system/config': { permission: 'system:config:add', log: ['参数管理', 1], handle: (call) => saveConfig(call, '新增') },
  'PUT /system/config': { permission: 'system:config:edit', log: ['参数管理', 2], handle: (call) => saveConfig(call, '修改') },
  'DELETE /system/config/refreshCache': {
    permission: 'system:config:remove',
    log: ['参数管理', 9],
    handle: (call) => {
      call.cache.deleteByPrefix('sys_config:');
      loadSettings(call);
      return ok();
    },
  },
  'DELETE /system/config/:configIds': {
    permission: 'system:config:remove',
    log: ['参数管理', 3],
    handle: ({ db, cache, ids }) => {
      for (const row of db.configs.filter(({ configId }) => ids('configIds').includes(configId))) {
        if (row.configType === 'Y') throw new Refusal(`内置参数【${row.configKey}】不能删除 `);
        removeRows(db.configs, ({ configId }) => configId === row.configId);
        cache.delete(`sys_config:${row.configKey}`);
      }
      return ok();
    },
  },
};

export const settingRoutes: Routes = { ...typeRoutes, ...dataRoutes, ...configRoutes };
