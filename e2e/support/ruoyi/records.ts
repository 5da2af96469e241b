/** Tables of RuoYi-Vue 3.9.2 as visible in its responses, with column types. Rows are mutable objects. */

interface Audit {
  createBy: string | null;
  createTime: string | null;
  updateBy: string | null;
  updateTime: string | null;
  remark: string | null;
}

export interface User extends Audit {
  userId: number;
  deptId: number | null;
  userName: string;
  nickName: string;
  email: string;
  phonenumber: string;
  sex: string;
  avatar: string;
  password: string;
  status: string;
  delFlag: string;
  loginIp: string;
  loginDate: string | null;
  pwdUpdateDate: string | null;
}

export interface Role extends Audit {
  roleId: number;
  roleName: string;
  roleKey: string;
  roleSort: number;
  dataScope: string;
  menuCheckStrictly: boolean;
  deptCheckStrictly: boolean;
  status: string;
  delFlag: string;
}

export interface Menu extends Audit {
  menuId: number;
  menuName: string;
  parentId: number;
  orderNum: number;
  path: string;
  component: string | null;
  query: string;
  routeName: string;
  isFrame: string;
  isCache: string;
  menuType: string;
  visible: string;
  status: string;
  perms: string;
  icon: string;
}

export interface Dept extends Audit {
  deptId: number;
  parentId: number;
  ancestors: string;
  deptName: string;
  orderNum: number;
  leader: string | null;
  phone: string | null;
  email: string | null;
  status: string;
  delFlag: string;
}

export interface Post extends Audit {
  postId: number;
  postCode: string;
  postName: string;
  postSort: number;
  status: string;
}

export interface DictType extends Audit {
  dictId: number;
  dictName: string;
  dictType: string;
  status: string;
}

export interface DictData extends Audit {
  dictCode: number;
  dictSort: number;
  dictLabel: string;
  dictValue: string;
  dictType: string;
  cssClass: string | null;
  listClass: string | null;
  isDefault: string;
  status: string;
}

export interface Config extends Audit {
  configId: number;
  configName: string;
  configKey: string;
  configValue: string;
  configType: string;
}

export interface Notice extends Audit {
  noticeId: number;
  noticeTitle: string;
  noticeType: string;
  noticeContent: string | null;
  status: string;
}

export interface Job extends Audit {
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  cronExpression: string;
  misfirePolicy: string;
  concurrent: string;
  status: string;
}

export interface JobLog extends Audit {
  jobLogId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  jobMessage: string;
  status: string;
  exceptionInfo: string;
  startTime: string | null;
  endTime: string | null;
}

export interface OperLog {
  operId: number;
  title: string;
  businessType: number;
  method: string;
  requestMethod: string;
  operatorType: number;
  operName: string;
  deptName: string | null;
  operUrl: string;
  operIp: string;
  operLocation: string;
  operParam: string;
  jsonResult: string | null;
  status: number;
  errorMsg: string | null;
  operTime: string;
  costTime: number;
}

export interface LoginLog {
  infoId: number;
  userName: string;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  status: string;
  msg: string;
  loginTime: string;
}

export interface GenTable extends Audit {
  tableId: number;
  tableName: string;
  tableComment: string;
  subTableName: string | null;
  subTableFkName: string | null;
  className: string;
  tplCategory: string;
  tplWebType: string;
  packageName: string;
  moduleName: string;
  businessName: string;
  functionName: string;
  functionAuthor: string;
  genType: string;
  genPath: string;
  options: string | null;
}

export interface GenColumn extends Audit {
  columnId: number;
  tableId: number;
  columnName: string;
  columnComment: string;
  columnType: string;
  javaType: string;
  javaField: string;
  isPk: string;
  isIncrement: string;
  isRequired: string;
  isInsert: string | null;
  isEdit: string | null;
  isList: string | null;
  isQuery: string | null;
  queryType: string;
  htmlType: string;
  dictType: string;
  sort: number;
}

export interface DatabaseTable {
  tableName: string;
  tableComment: string;
  createTime: string;
  updateTime: string | null;
  /** Name, type and comment per column; the first is the primary key. */
  columns: [name: string, type: string, comment: string][];
}

export interface Database {
  users: User[];
  roles: Role[];
  menus: Menu[];
  depts: Dept[];
  posts: Post[];
  dictTypes: DictType[];
  dictData: DictData[];
  configs: Config[];
  notices: Notice[];
  jobs: Job[];
  jobLogs: JobLog[];
  operLogs: OperLog[];
  loginLogs: LoginLog[];
  genTables: GenTable[];
  genColumns: GenColumn[];
  databaseTables: DatabaseTable[];
  userRoles: { userId: number; roleId: number }[];
  userPosts: { userId: number; postId: number }[];
  roleMenus: { roleId: number; menuId: number }[];
  roleDepts: { roleId: number; deptId: number }[];
  noticeReads: { userId: number; noticeId: number }[];
  sequences: Record<string, number>;
}

export function nextId(db: Database, column: string): number {
  const id = db.sequences[column] ?? 1;
  db.sequences[column] = id + 1;
  return id;
}
