import type { Config, DictData, DictType, Job, Notice } from './records.ts';

const audit = { createBy: 'admin', createTime: '2026-01-05 08:00:00', updateBy: '', updateTime: null };

/** Types, and entries as `label=value` with tag class and default flag. */
const dictionaries: [
  type: string,
  name: string,
  remark: string,
  entries: [label: string, value: string, tag: string, isDefault: string][],
][] = [
  [
    'sys_user_sex',
    '用户性别',
    '用户性别列表',
    [
      ['男', '0', '', 'Y'],
      ['女', '1', '', 'N'],
      ['未知', '2', '', 'N'],
    ],
  ],
  [
    'sys_show_hide',
    '菜单状态',
    '菜单状态列表',
    [
      ['显示', '0', 'primary', 'Y'],
      ['隐藏', '1', 'danger', 'N'],
    ],
  ],
  [
    'sys_normal_disable',
    '系统开关',
    '系统开关列表',
    [
      ['正常', '0', 'primary', 'Y'],
      ['停用', '1', 'danger', 'N'],
    ],
  ],
  [
    'sys_job_status',
    '任务状态',
    '任务状态列表',
    [
      ['正常', '0', 'primary', 'Y'],
      ['暂停', '1', 'danger', 'N'],
    ],
  ],
  [
    'sys_job_group',
    '任务分组',
    '任务分组列表',
    [
      ['默认', 'DEFAULT', '', 'Y'],
      ['系统', 'SYSTEM', '', 'N'],
    ],
  ],
  [
    'sys_yes_no',
    '系统是否',
    '系统是否列表',
    [
      ['是', 'Y', 'primary', 'Y'],
      ['否', 'N', 'danger', 'N'],
    ],
  ],
  [
    'sys_notice_type',
    '通知类型',
    '通知类型列表',
    [
      ['通知', '1', 'warning', 'Y'],
      ['公告', '2', 'success', 'N'],
    ],
  ],
  [
    'sys_notice_status',
    '通知状态',
    '通知状态列表',
    [
      ['正常', '0', 'primary', 'Y'],
      ['关闭', '1', 'danger', 'N'],
    ],
  ],
  [
    'sys_oper_type',
    '操作类型',
    '操作类型列表',
    [
      ['其他', '0', 'info', 'N'],
      ['新增', '1', 'info', 'N'],
      ['修改', '2', 'info', 'N'],
      ['删除', '3', 'danger', 'N'],
      ['授权', '4', 'primary', 'N'],
      ['导出', '5', 'warning', 'N'],
      ['导入', '6', 'warning', 'N'],
      ['强退', '7', 'danger', 'N'],
      ['生成代码', '8', 'warning', 'N'],
      ['清空数据', '9', 'danger', 'N'],
    ],
  ],
  [
    'sys_common_status',
    '系统状态',
    '登录状态列表',
    [
      ['成功', '0', 'primary', 'N'],
      ['失败', '1', 'danger', 'N'],
    ],
  ],
];

export const seedDictTypes = (): DictType[] =>
  dictionaries.map(([dictType, dictName, remark], index) => ({ ...audit, dictId: index + 1, dictName, dictType, status: '0', remark }));

export const seedDictData = (): DictData[] =>
  dictionaries
    .flatMap(([dictType, , , entries]) => entries.map((entry, index) => ({ dictType, entry, dictSort: index + 1 })))
    .map(({ dictType, entry: [dictLabel, dictValue, listClass, isDefault], dictSort }, index) => ({
      ...audit,
      ...{ dictCode: index + 1, dictSort, dictLabel, dictValue, dictType, cssClass: '', listClass, isDefault, status: '0' },
      remark: dictLabel,
    }));

const configs: [name: string, key: string, value: string][] = [
  ['主框架页-默认皮肤样式名称', 'sys.index.skinName', 'skin-blue'],
  ['用户管理-账号初始密码', 'sys.user.initPassword', '123456'],
  ['主框架页-侧边栏主题', 'sys.index.sideTheme', 'theme-dark'],
  ['账号自助-验证码开关', 'sys.account.captchaEnabled', 'true'],
  ['账号自助-是否开启用户注册功能', 'sys.account.registerUser', 'false'],
  ['用户登录-黑名单列表', 'sys.login.blackIPList', ''],
  ['用户管理-初始密码修改策略', 'sys.account.initPasswordModify', '1'],
  ['用户管理-账号密码更新周期', 'sys.account.passwordValidateDays', '0'],
];

/** Default settings with overrides. As on the recorded server, an administrator has saved each once. */
export const seedConfigs = (values: Record<string, string>): Config[] =>
  configs.map(([configName, configKey, configValue], index) => ({
    ...audit,
    ...{ configId: index + 1, configName, configKey, configType: 'Y' },
    configValue: values[configKey] ?? configValue,
    ...{ updateBy: 'admin', updateTime: '2026-01-06 09:00:00', remark: `${configName}的取值` },
  }));

const notices: [title: string, type: string, content: string][] = [
  ['新版本发布', '2', '<p>新版本已经<b>发布</b>。</p>'],
  ['夜间维护', '1', '<p>今晚十点起维护一小时。</p>'],
  ['产品介绍', '1', '<h2>产品介绍</h2><p>一个后台管理系统。</p>'],
];

export const seedNotices = (): Notice[] =>
  notices.map(([noticeTitle, noticeType, noticeContent], index) => ({
    ...audit,
    ...{ noticeId: index + 1, noticeTitle, noticeType, noticeContent, status: '0', remark: '管理员' },
  }));

const jobs: [name: string, target: string, cron: string][] = [
  ['系统默认（无参）', 'ryTask.ryNoParams', '0/10 * * * * ?'],
  ['系统默认（有参）', "ryTask.ryParams('ry')", '0/15 * * * * ?'],
  ['系统默认（多参）', "ryTask.ryMultipleParams('ry', true, 2000L, 316.50D, 100)", '0/20 * * * * ?'],
];

export const seedJobs = (): Job[] =>
  jobs.map(([jobName, invokeTarget, cronExpression], index) => ({
    ...audit,
    ...{ jobId: index + 1, jobName, jobGroup: 'DEFAULT', invokeTarget, cronExpression },
    ...{ misfirePolicy: '3', concurrent: '1', status: '1', updateTime: '2026-01-06 09:00:00', remark: '' },
  }));
