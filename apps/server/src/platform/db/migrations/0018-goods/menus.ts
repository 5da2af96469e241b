const kinds = [
  ['category', '品类目录', 'goods'],
  ['supplier', '供应商目录', 'supplier'],
  ['channelBusiness', '渠道商目录', 'dealer'],
  ['traceability', '溯源环节目录', 'route'],
] as const;

const verbs = [
  ['query', '查询'],
  ['add', '新增'],
  ['edit', '修改'],
  ['remove', '删除'],
  ['export', '导出'],
  ['import', '导入'],
] as const;

/** The four catalogue trees, below the directory 数字目录. */
export const pages = kinds.map(([kind, name, icon], index) => ({
  menuId: 2110 + index,
  parentId: 2001,
  orderNum: index + 1,
  name,
  path: kind,
  component: `digit/${kind}/index`,
  perms: `digit:${kind}:list`,
  icon,
  // other pages end in the same path; the names of their routes tell them apart
  routeName: `digit${kind[0]?.toUpperCase()}${kind.slice(1)}`,
}));

/** Buttons of the trees: 3100 to 3123. */
export const catalogueVerbs = kinds.flatMap(([kind, name], place) =>
  verbs.map(([verb, act], index) => ({
    menuId: 3100 + place * 6 + index,
    parentId: 2110 + place,
    orderNum: index + 1,
    name: `${name}${act}`,
    perms: `digit:${kind}:${verb}`,
  })),
);

export const buttons = [
  { menuId: 3130, parentId: 2103, orderNum: 7, name: '品类复制', perms: 'manage:category:clone' },
  { menuId: 3131, parentId: 2108, orderNum: 1, name: '品类列表查询', perms: 'business:category:query' },
  { menuId: 3132, parentId: 2100, orderNum: 19, name: '批次复制', perms: 'manage:batch:clone' },
];

const reading = kinds.flatMap(([kind]) => [`digit:${kind}:list`, `digit:${kind}:query`]);
const keeping = (kind: string) => ['list', ...verbs.map(([verb]) => verb)].map((verb) => `digit:${kind}:${verb}`);
const gallery = ['business:category:list', 'business:category:query'];

/** What the roles of the installation get: planners keep the classes, the dealer desk its own, everybody sees the gallery. */
export const grants: [roleId: number, perms: string[]][] = [
  [100, [...kinds.flatMap(([kind]) => keeping(kind)), ...gallery, 'manage:category:clone', 'manage:batch:clone']],
  [101, [...reading, ...gallery]],
  [102, gallery],
  [103, gallery],
  [104, [...reading, ...keeping('traceability'), ...gallery]],
  [105, [...reading, ...keeping('channelBusiness'), ...gallery]],
  [106, [...reading, ...gallery]],
];
