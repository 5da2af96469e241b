/** Generated from the migrated schema by scripts/generate-database.ts. Do not edit. */
import type { ColumnType, Generated } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: the writer of a jsonb column defines its type
export type Json = any;

/** Columns of most records. `createBy` is null if no person created the record. */
interface AuditColumns<Author = number> {
  createBy: Author;
  updateBy: number | null;
  createTime: Generated<string>;
  updateTime: string | null;
  version: Generated<number>;
}

export interface AuditLogRow {
  operId: Generated<number>;
  title: string;
  businessType: number;
  method: Generated<string>;
  requestMethod: Generated<string>;
  operatorType: Generated<number>;
  operName: Generated<string>;
  deptName: Generated<string>;
  operUrl: Generated<string>;
  operIp: Generated<string>;
  operLocation: Generated<string>;
  operParam: Generated<string>;
  jsonResult: Generated<string>;
  status: string;
  errorMsg: string | null;
  operTime: Generated<string>;
  costTime: Generated<number>;
}

export interface AuditLogClearingRow {
  upTo: number;
  clearBy: number;
  clearTime: Generated<string>;
}

export interface AuditLogRemovedRow {
  operId: number;
  removeBy: number;
  removeTime: Generated<string>;
}

export interface AuditLogSealRow {
  seal: number;
  operId: number;
  rowHash: Buffer;
  hash: Buffer;
  sealTime: Generated<string>;
}

export interface AuditLogUnsealedRow {
  operId: number;
}

export interface BatchRow extends AuditColumns {
  batchId: Generated<number>;
  batchNo: string;
  categoryId: number;
  supplierId: number;
  codeRuleId: number;
  quantity: number;
  madeDate: string;
  expiryDate: string | null;
  state: Generated<string>;
  stateBefore: string | null;
  stateReason: string | null;
  submitBy: number | null;
  submitTime: string | null;
  approveBy: number | null;
  approveTime: string | null;
  issueTime: string | null;
  packaging: number[] | null;
  nested: Generated<boolean>;
  productionLine: string | null;
  intendedDealerId: number | null;
  intendedRegionCode: string | null;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
  legalHold: Generated<boolean>;
}

export interface BatchEventRow {
  eventId: Generated<number>;
  batchId: number;
  action: string;
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
  reason: string | null;
  userId: number | null;
  eventTime: Generated<string>;
  ordinals: string | null;
  within: Generated<boolean>;
}

export interface BatchRangeRow {
  rangeId: Generated<number>;
  batchId: number;
  level: Generated<number>;
  ordinalFrom: number;
  spaceId: number;
  epoch: number;
  serialFrom: number;
  count: number;
  createTime: Generated<string>;
}

export interface BatchSupplementRow {
  supplementId: Generated<number>;
  batchId: number;
  quantity: number;
  reason: string;
  state: Generated<string>;
  stateReason: string | null;
  ordinalFrom: number | null;
  judgeBy: number | null;
  judgeTime: string | null;
  createBy: number;
  createTime: Generated<string>;
}

export interface BlacklistRow extends AuditColumns<number | null> {
  blacklistId: Generated<number>;
  kind: string;
  batchId: number | null;
  level: number | null;
  ordinal: number | null;
  device: string | null;
  network: string | null;
  reason: string;
  caseId: number | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface BulkActionRow {
  codeListId: Generated<number>;
  act: string;
  fileName: string;
  file: string;
  encoding: string;
  delimiter: string | null;
  codeColumn: Generated<number>;
  titled: Generated<boolean>;
  dealerId: number | null;
  reason: string | null;
  state: Generated<string>;
  total: number | null;
  done: Generated<number>;
  doneCount: Generated<number>;
  alreadyCount: Generated<number>;
  refusedCount: Generated<number>;
  deptId: number | null;
  createBy: number;
  createTime: Generated<string>;
  finishTime: string | null;
}

export interface BulkActionPartRow {
  codeListId: number;
  lineFrom: number;
  outcomes: Buffer;
}

export interface CaptchaRow {
  captchaId: string;
  answer: Buffer;
  expireTime: string;
}

export interface CategoryRow extends AuditColumns {
  catalogueId: Generated<number>;
  kind: string;
  parentId: number | null;
  ancestors: Generated<number[]>;
  catalogueName: string;
  catalogueCode: string;
  orderNum: Generated<number>;
  status: Generated<string>;
  bizStep: string | null;
  disposition: string | null;
  publicFlag: string | null;
  remark: string | null;
  sample: Generated<boolean>;
}

export interface CodeBlockRow {
  batchId: number;
  level: number;
  ordinalFrom: number;
  count: number;
  firsts: number[];
  counts: number[];
  kinds: number[];
  statuses: string[];
  befores: string[];
  holders: number[];
  reasons: string[];
  totals: number[];
}

export interface CodeDayRow {
  batchId: number;
  day: string;
  status: string;
  change: number;
}

export interface CodeEpochRow {
  spaceId: number;
  epoch: number;
  createTime: Generated<string>;
  retireTime: string | null;
}

export interface CodeExportRow {
  exportId: Generated<number>;
  batchId: number;
  level: Generated<number>;
  format: string;
  columns: string[];
  header: Generated<boolean>;
  bom: Generated<boolean>;
  ordinalFrom: number;
  count: number;
  layout: ColumnType<Json, string | null | undefined, string | null>;
  ticketHash: Buffer;
  expireTime: string;
  state: Generated<string>;
  sentCount: Generated<number>;
  sentBytes: Generated<number>;
  openFrom: Generated<number>;
  againBytes: Generated<number>;
  bytes: number | null;
  sha256: string | null;
  createBy: number;
  createTime: Generated<string>;
  finishTime: string | null;
}

export interface CodeImportRow {
  importId: Generated<number>;
  batchId: number;
  fileName: string;
  filePath: string | null;
  bytes: number;
  lineCount: number;
  separator: string | null;
  columnNo: Generated<number>;
  header: Generated<boolean>;
  keepGood: Generated<boolean>;
  state: Generated<string>;
  readBytes: Generated<number>;
  readLines: Generated<number>;
  accepted: Generated<number>;
  runs: ColumnType<Json, string | null | undefined, string | null>;
  discarded: Generated<boolean>;
  createBy: number;
  createTime: Generated<string>;
  finishTime: string | null;
}

export interface CodeImportFaultRow {
  importId: number;
  lineFrom: number;
  lineTo: number;
  cause: string;
}

export interface CodePackRow {
  batchId: number;
  level: number;
  ordinalFrom: number;
  count: number;
  parentBatchId: number | null;
  parentLevel: number | null;
  parentOrdinal: number | null;
}

export interface CodeRelabelRow {
  relabelId: Generated<number>;
  batchId: number;
  level: number;
  ordinal: number;
  spaceId: number;
  epoch: number;
  serial: number;
  reason: string;
  createBy: number;
  createTime: Generated<string>;
}

export interface CodeRuleRow extends AuditColumns {
  codeRuleId: Generated<number>;
  ruleName: string;
  spaceId: number;
  form: Generated<string>;
  pinDigits: Generated<number>;
  status: Generated<string>;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface CodeRunRow {
  batchId: number | null;
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
  status: string | null;
  statusBefore: string | null;
  holderId: number | null;
  reason: string | null;
}

export interface CodeSegmentRow {
  batchId: number;
  level: Generated<number>;
  ordinalFrom: number;
  count: number;
  status: string;
  statusBefore: string | null;
  holderId: number | null;
  reason: string | null;
}

export interface CodeSpaceRow {
  spaceId: Generated<number>;
  prefix: string;
  alphabet: string;
  serialDigits: number;
  tagDigits: number;
  checkCharacter: boolean;
  totalLength: ColumnType<number, never, never>;
  kind: Generated<string>;
  nextSerial: Generated<number>;
  capacity: number;
  createTime: Generated<string>;
}

export interface CodeTallyRow {
  batchId: number | null;
  level: number | null;
  status: string | null;
  holderId: number | null;
  count: number | null;
}

export interface ConsumerReportRow {
  reportId: Generated<number>;
  caseId: number;
  scanId: string | null;
  codeText: string | null;
  words: string | null;
  contact: string | null;
  boughtAt: string | null;
  picture: Buffer | null;
  region: string | null;
  ip: string | null;
  device: Buffer;
  createTime: Generated<string>;
  sample: Generated<boolean>;
}

export interface DealerRow extends AuditColumns {
  channelBusinessId: Generated<number>;
  channelBusinessCode: string;
  channelBusinessName: string;
  parentId: number | null;
  ancestors: Generated<number[]>;
  catalogueId: number | null;
  state: Generated<string>;
  uscc: string | null;
  gln: string | null;
  grade: string | null;
  contactName: string | null;
  contactPhone: string | null;
  email: string | null;
  regionCode: string | null;
  address: string | null;
  depositYuan: number | null;
  contractNo: string | null;
  contractFrom: string | null;
  contractTo: string | null;
  contractPath: string | null;
  contractFile: string | null;
  exclusive: Generated<string>;
  stateReason: string | null;
  submitBy: number | null;
  submitTime: string | null;
  reviewBy: number | null;
  reviewTime: string | null;
  lng: number | null;
  lat: number | null;
  warehouses: string | null;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface DealerEventRow {
  eventId: Generated<number>;
  channelBusinessId: number;
  action: string;
  reason: string | null;
  userId: number | null;
  eventTime: Generated<string>;
}

export interface DealerProductRow {
  channelBusinessId: number;
  categoryId: number;
}

export interface DealerRegionRow {
  channelBusinessId: number;
  regionCode: string;
}

export interface DepartmentRow extends AuditColumns<number | null> {
  deptId: Generated<number>;
  parentId: number | null;
  ancestors: Generated<number[]>;
  deptName: string;
  orderNum: Generated<number>;
  leader: string | null;
  phone: string | null;
  email: string | null;
  status: Generated<string>;
}

export interface DeviceRow {
  deviceId: Generated<string>;
  userId: number;
  ticketHash: Buffer;
  spentHash: Buffer | null;
  spentKey: Buffer | null;
  passwordDigest: Buffer;
  createTime: Generated<string>;
  useTime: Generated<string>;
  ipaddr: string;
  loginLocation: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  failureCount: Generated<number>;
  failureExpireTime: string | null;
}

export interface DictionaryRow extends AuditColumns<number | null> {
  dictId: Generated<number>;
  dictName: string;
  dictType: string;
  status: Generated<string>;
  remark: string | null;
}

export interface DictionaryEntryRow extends AuditColumns<number | null> {
  dictCode: Generated<number>;
  dictSort: Generated<number>;
  dictLabel: string;
  dictValue: string;
  dictType: string;
  cssClass: string | null;
  listClass: Generated<string>;
  isDefault: Generated<string>;
  status: Generated<string>;
  remark: string | null;
}

export interface ExpiryWatchRow {
  day: string;
  noticeId: number | null;
  watchTime: Generated<string>;
}

export interface FileRow {
  fileId: Generated<number>;
  path: string;
  originalName: string;
  contentType: string;
  bytes: number;
  sha256: Buffer;
  createBy: number;
  createTime: Generated<string>;
}

export interface FileUsageRow {
  userId: number;
  bytes: number;
}

export interface FormRow extends AuditColumns {
  formId: Generated<number>;
  formKey: string;
  formName: string;
  state: Generated<string>;
  doc: ColumnType<Json, string | null | undefined, string | null>;
  versionNo: number | null;
  audience: Generated<string>;
  openTime: string | null;
  closeTime: string | null;
  answerMost: number | null;
  once: Generated<boolean>;
  answerCount: Generated<number>;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface FormAnswerRow {
  answerId: Generated<number>;
  formId: number;
  versionNo: number;
  data: ColumnType<Json, string | null | undefined, string | null>;
  ip: string | null;
  deptId: number | null;
  createBy: number;
  createTime: Generated<string>;
}

export interface FormAnswerFileRow {
  answerId: number;
  path: string;
}

export interface FormRoleRow {
  formId: number;
  roleId: number;
}

export interface FormVersionRow {
  formId: number;
  versionNo: number;
  doc: ColumnType<Json, string | null | undefined, string | null>;
  sha256: string;
  note: string | null;
  publishBy: number;
  publishTime: Generated<string>;
}

export interface GenColumnRow {
  columnId: Generated<number>;
  tableId: number;
  columnName: string;
  columnComment: Generated<string>;
  englishName: Generated<string>;
  columnType: string;
  javaType: string;
  javaField: string;
  isPk: string;
  isIncrement: string;
  isRequired: string;
  isInsert: string;
  isEdit: string;
  isList: string;
  isQuery: string;
  queryType: string;
  htmlType: string;
  dictType: Generated<string>;
  maxLength: number | null;
  sort: number;
  facts: ColumnType<Json, string | null | undefined, string | null>;
}

export interface GenOutputRow {
  tableId: number;
  path: string;
  content: string;
  writeTime: Generated<string>;
}

export interface GenTableRow extends AuditColumns<number | null> {
  tableId: Generated<number>;
  tableName: string;
  tableComment: string;
  className: string;
  tplCategory: Generated<string>;
  tplWebType: Generated<string>;
  packageName: string;
  moduleName: string;
  businessName: string;
  functionName: string;
  englishName: string;
  functionAuthor: Generated<string>;
  formColNum: Generated<number>;
  genType: Generated<string>;
  genPath: Generated<string>;
  subTableName: string | null;
  subTableFkName: string | null;
  options: ColumnType<Json, string | null | undefined, string | null>;
  facts: ColumnType<Json, string | null | undefined, string | null>;
  genTime: string | null;
  remark: string | null;
}

export interface IdempotencyRow {
  userId: number;
  idempotencyKey: string;
  asked: Buffer;
  answer: ColumnType<Json, string | null | undefined, string | null>;
  createTime: Generated<string>;
}

export interface InstallationRow {
  name: string;
  value: string;
}

export interface JobRow extends AuditColumns<number | null> {
  jobId: Generated<number>;
  jobName: string;
  jobGroup: Generated<string>;
  invokeTarget: string;
  cronExpression: string;
  timeZone: Generated<string>;
  misfirePolicy: Generated<string>;
  concurrent: Generated<string>;
  status: Generated<string>;
  alarmAfter: Generated<number>;
  failures: Generated<number>;
  builtin: Generated<boolean>;
  nextTime: string | null;
  remark: string | null;
}

export interface JobLogRow {
  jobLogId: Generated<number>;
  jobId: number | null;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  jobMessage: Generated<string>;
  status: Generated<string>;
  exceptionInfo: Generated<string>;
  dueTime: string | null;
  startTime: Generated<string>;
  endTime: string | null;
  createTime: Generated<string>;
  lease: string | null;
  leaseTime: string | null;
  translations: ColumnType<Json, string | null | undefined, string | null>;
}

export interface MenuRow extends AuditColumns<number | null> {
  menuId: Generated<number>;
  menuName: string;
  parentId: Generated<number>;
  orderNum: Generated<number>;
  path: Generated<string>;
  component: string | null;
  query: string | null;
  routeName: Generated<string>;
  isFrame: Generated<number>;
  isCache: Generated<number>;
  menuType: string;
  visible: Generated<string>;
  status: Generated<string>;
  perms: string | null;
  icon: Generated<string>;
  remark: string | null;
}

export interface MonitorAlarmRow {
  alarm: string;
  raiseTime: string;
}

export interface NoticeRow extends AuditColumns<number | null> {
  noticeId: Generated<number>;
  noticeTitle: string;
  noticeType: string;
  noticeContent: string | null;
  status: Generated<string>;
  audience: string | null;
  scoped: Generated<boolean>;
  remark: string | null;
  deptId: number | null;
  translations: ColumnType<Json, string | null | undefined, string | null>;
}

export interface NoticeReadRow {
  readId: Generated<number>;
  noticeId: number;
  userId: number;
  readTime: Generated<string>;
}

export interface PermissionVersionRow {
  one: Generated<boolean>;
  version: number;
}

export interface PinRevealRow {
  batchId: number;
  level: number;
  ordinal: number;
  revealTime: Generated<string>;
  scanId: string;
  device: Buffer;
  region: string | null;
}

export interface PinTryRow {
  batchId: number;
  level: Generated<number>;
  ordinal: number;
  tries: number;
  firstTime: Generated<string>;
}

export interface PostRow extends AuditColumns<number | null> {
  postId: Generated<number>;
  postCode: string;
  postName: string;
  postSort: Generated<number>;
  status: Generated<string>;
  remark: string | null;
}

export interface PrintOrderRow {
  handoverId: Generated<number>;
  batchId: number;
  level: Generated<number>;
  recipient: string;
  kind: string;
  form: ColumnType<Json, string | null | undefined, string | null>;
  layout: ColumnType<Json, string | null | undefined, string | null>;
  ordinalFrom: number;
  count: number;
  state: Generated<string>;
  stateReason: string | null;
  salt: Buffer;
  releaseBy: number | null;
  releaseTime: string | null;
  passwordTime: string | null;
  taskId: number | null;
  filePath: string | null;
  ticketHash: Buffer | null;
  expireTime: string | null;
  starts: Generated<number>;
  files: ColumnType<Json, string | null | undefined, string | null>;
  bytes: number | null;
  finishTime: string | null;
  sample: Generated<boolean>;
  createBy: number;
  createTime: Generated<string>;
}

export interface PrintOrderDownloadRow {
  downloadId: Generated<number>;
  handoverId: number;
  beginTime: Generated<string>;
  endTime: string | null;
  ip: string | null;
  agent: string | null;
  bytes: number | null;
  whole: Generated<boolean>;
}

export interface ProcessRow {
  processId: string;
  role: string;
  hostName: string;
  pid: number;
  startTime: string;
  seenTime: Generated<string>;
}

export interface ProcessSampleRow {
  processId: string;
  sampleTime: Generated<string>;
  figures: ColumnType<Json, string | null | undefined, string | null>;
}

export interface ProductRow extends AuditColumns {
  categoryId: Generated<number>;
  categoryCode: string;
  categoryName: string;
  gtin: string | null;
  brand: string | null;
  spec: string | null;
  unit: string | null;
  shelfLife: number | null;
  shelfLifeUnit: string | null;
  origin: string | null;
  standardNo: string | null;
  intro: string | null;
  codeRuleId: number | null;
  status: Generated<string>;
  catalogueId: number | null;
  templateId: number | null;
  pictures: Generated<string[]>;
  videoUrl: string | null;
  netContent: number | null;
  netContentUnit: string | null;
  originRegionCode: string | null;
  licenceNo: string | null;
  suggestedPriceFen: number | null;
  story: string | null;
  attributes: ColumnType<Json, string | null | undefined, string | null>;
  packaging: ColumnType<Json, string | null | undefined, string | null>;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface RoleRow extends AuditColumns<number | null> {
  roleId: Generated<number>;
  roleName: string;
  roleKey: string;
  roleSort: number;
  dataScope: Generated<string>;
  menuCheckStrictly: Generated<boolean>;
  deptCheckStrictly: Generated<boolean>;
  status: Generated<string>;
  remark: string | null;
}

export interface RoleDepartmentRow {
  roleId: number;
  deptId: number;
}

export interface RoleMenuRow {
  roleId: number;
  menuId: number;
}

export interface ScanRow {
  scanId: string;
  scanTime: Generated<string>;
  verdict: string;
  reason: string | null;
  sessionNo: number | null;
  batchId: number | null;
  level: number | null;
  ordinal: number | null;
  codeText: string | null;
  device: Buffer;
  ip: string | null;
  region: string | null;
  channel: string;
  agent: string | null;
  pinAnswers: ColumnType<Json, string | null | undefined, string | null>;
  regionCode: string | null;
  lng: number | null;
  lat: number | null;
  holderId: number | null;
  accuracy: number | null;
  tx: Generated<number | null>;
  consumerVerdict: string | null;
}

export interface ScanArchiveRow {
  month: string;
  state: string;
  path: string;
  bytes: number;
  sha256: Buffer;
  scans: number;
  digest: string;
  firstScanId: string | null;
  lastScanId: string | null;
  batches: ColumnType<Json, string | null | undefined, string | null>;
  archiveTime: Generated<string>;
}

export interface ScanBatchDayRow {
  batchId: number;
  day: string;
  holderId: number;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanBatchHourRow {
  batchId: number;
  hour: string;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanBatchPlaceDayRow {
  batchId: number;
  day: string;
  regionCode: string;
  holderId: number;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanCaseRow extends AuditColumns<number | null> {
  caseId: Generated<number>;
  subject: string;
  reason: string;
  state: Generated<string>;
  verdict: string | null;
  cause: string | null;
  batchId: number | null;
  level: number | null;
  ordinal: number | null;
  holderId: number | null;
  codeText: string | null;
  scanCount: Generated<number>;
  reportCount: Generated<number>;
  lastTime: Generated<string>;
  lastRegion: string | null;
  assigneeId: number | null;
  note: string | null;
  judgeBy: number | null;
  judgeTime: string | null;
  told: Generated<boolean>;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface ScanCaseEventRow {
  eventId: Generated<number>;
  caseId: number;
  action: string;
  userId: number | null;
  eventTime: Generated<string>;
  note: string | null;
  verdict: string | null;
}

export interface ScanCaseInboxRow {
  scanId: string;
  reason: string;
}

export interface ScanCaseScanRow {
  caseId: number;
  scanId: string;
  batchId: number | null;
  ordinal: number | null;
}

export interface ScanDayRow {
  day: string;
  categoryId: number;
  regionCode: string;
  holderId: number;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanFollowRow {
  one: Generated<boolean>;
  origin: string;
  tx: number;
  followTime: Generated<string>;
  codeTime: Generated<string>;
}

export interface ScanHourRow {
  batchId: number;
  hour: string;
  regionCode: string;
  holderId: number;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanPlaceDayRow {
  day: string;
  regionCode: string;
  holderId: number;
  categoryId: number;
  verdict: string;
  reason: string;
  scans: number;
  firsts: number;
}

export interface ScanStateRow {
  batchId: number;
  level: Generated<number>;
  ordinal: number;
  firstTime: string | null;
  firstRegion: string | null;
  lastTime: string | null;
  sessions: Generated<number>;
  scans: Generated<number>;
  recent: ColumnType<Json, string | null | undefined, string | null>;
  firstRegionCode: string | null;
  blocked: Generated<boolean>;
  quietUntil: string | null;
  lastPlace: ColumnType<Json, string | null | undefined, string | null>;
  recalledScans: Generated<number>;
}

export interface SessionRow {
  sessionId: Generated<number>;
  tokenId: Generated<string>;
  tokenHash: Buffer;
  userId: number;
  loginTime: Generated<string>;
  activeTime: Generated<string>;
  confirmTime: Generated<string>;
  ipaddr: string;
  loginLocation: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  deviceId: string | null;
}

export interface SettingRow extends AuditColumns<number | null> {
  configId: Generated<number>;
  configName: string;
  configKey: string;
  configValue: string;
  configType: Generated<string>;
  remark: string | null;
}

export interface ShipmentRow extends AuditColumns {
  dispatchId: Generated<number>;
  dispatchNo: Generated<string>;
  kind: string;
  fromId: number | null;
  toId: number | null;
  regionCode: string | null;
  carrier: string | null;
  trackingNo: string | null;
  state: Generated<string>;
  stateReason: string | null;
  shipBy: number | null;
  shipTime: string | null;
  receiveBy: number | null;
  receiveTime: string | null;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface ShipmentLineRow {
  lineId: Generated<number>;
  dispatchId: number;
  batchId: number;
  level: Generated<number>;
  createTime: Generated<string>;
}

export interface ShipmentRunRow {
  lineId: number;
  dispatchId: number;
  batchId: number;
  level: number;
  ordinalFrom: number;
  count: number;
}

export interface SignInFailureRow {
  userName: string;
  failureCount: number;
  expireTime: string;
}

export interface SignInLogRow {
  infoId: Generated<number>;
  userName: string;
  ipaddr: string;
  loginLocation: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  status: string;
  msg: string;
  loginTime: Generated<string>;
}

export interface SsccPrefixRow {
  prefix: string;
  nextSerial: Generated<number>;
}

export interface SsccRangeRow {
  ssccRangeId: Generated<number>;
  batchId: number;
  level: number;
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

export interface StoredCodeRow {
  spaceId: number;
  hash: string;
  serial: number;
}

export interface SupplierRow extends AuditColumns {
  supplierId: Generated<number>;
  supplierCode: string;
  supplierName: string;
  gln: string | null;
  contactName: string | null;
  contactPhone: string | null;
  address: string | null;
  catalogueId: number | null;
  shortName: string | null;
  uscc: string | null;
  grade: string | null;
  email: string | null;
  regionCode: string | null;
  licenceNo: string | null;
  bankName: string | null;
  bankAccount: string | null;
  state: Generated<string>;
  stateReason: string | null;
  submitBy: number | null;
  submitTime: string | null;
  reviewBy: number | null;
  reviewTime: string | null;
  lng: number | null;
  lat: number | null;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface SupplierEventRow {
  eventId: Generated<number>;
  supplierId: number;
  action: string;
  reason: string | null;
  userId: number | null;
  eventTime: Generated<string>;
}

export interface SupplierPaperRow extends AuditColumns {
  paperId: Generated<number>;
  supplierId: number;
  kind: string;
  paperName: string;
  paperNo: string | null;
  issuer: string | null;
  validFrom: string | null;
  validTo: string | null;
  filePath: string | null;
  fileName: string | null;
  remark: string | null;
  sample: Generated<boolean>;
}

export interface TaskRow {
  taskId: Generated<number>;
  kind: string;
  subject: string;
  payload: ColumnType<Json, string | null | undefined, string | null>;
  state: Generated<string>;
  done: Generated<number>;
  total: number | null;
  result: ColumnType<Json, string | null | undefined, string | null>;
  problem: string | null;
  lease: string | null;
  leaseTime: string | null;
  attempts: Generated<number>;
  createBy: number | null;
  createTime: Generated<string>;
  startTime: string | null;
  finishTime: string | null;
  translations: ColumnType<Json, string | null | undefined, string | null>;
}

export interface TraceFileRow {
  traceRecordId: number;
  orderNum: number;
  kind: string;
  field: string | null;
  path: string;
}

export interface TraceIngredientRow {
  traceRecordId: number;
  orderNum: number;
  inputBatchId: number | null;
  inputName: string | null;
  lotNo: string | null;
  supplierId: number | null;
  quantity: number | null;
  unit: string | null;
}

export interface TraceLinkRow {
  batchId: number;
  linkNo: number;
  traceRecordId: number;
  previous: Buffer;
  hash: Buffer;
  body: string;
  sealTime: Generated<string>;
}

export interface TraceRecordRow extends AuditColumns {
  traceRecordId: Generated<number>;
  batchId: number;
  stepId: number;
  subject: string;
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
  state: Generated<string>;
  stateReason: string | null;
  eventTime: string;
  placeName: string | null;
  regionCode: string | null;
  lng: number | null;
  lat: number | null;
  channelBusinessId: number | null;
  stepName: string;
  filler: string;
  partyName: string | null;
  bizStep: string;
  disposition: string | null;
  form: ColumnType<Json, string | null | undefined, string | null>;
  data: ColumnType<Json, string | null | undefined, string | null>;
  source: Generated<string>;
  correctsId: number | null;
  submitBy: number | null;
  submitTime: string | null;
  verifyBy: number | null;
  verifyTime: string | null;
  publishBy: number | null;
  publishTime: string | null;
  eventId: string | null;
  editors: Generated<number[]>;
  deptId: number | null;
  sample: Generated<boolean>;
  rejectBy: number | null;
  rejectTime: string | null;
}

export interface TraceStepRow {
  stepId: Generated<number>;
  templateId: number;
  orderNum: number;
  stepName: string;
  catalogueId: number | null;
  required: boolean;
  filler: string;
  roleId: number | null;
  form: ColumnType<Json, string | null | undefined, string | null>;
  pictureMin: Generated<number>;
  pictureMax: Generated<number>;
  bizStep: string;
  disposition: string | null;
  public: boolean;
}

export interface TraceTemplateRow extends AuditColumns {
  templateId: Generated<number>;
  templateName: string;
  status: Generated<string>;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface TradeItemRow {
  gtin: string;
  categoryId: number;
  level: number;
}

export interface UserPostRow {
  userId: number;
  postId: number;
}

export interface UserRoleRow {
  userId: number;
  roleId: number;
}

export interface UsersRow extends AuditColumns<number | null> {
  userId: Generated<number>;
  userName: string;
  nickName: string;
  email: Generated<string>;
  phonenumber: Generated<string>;
  sex: Generated<string>;
  avatar: Generated<string>;
  password: string;
  status: Generated<string>;
  delFlag: Generated<string>;
  loginIp: Generated<string>;
  loginDate: string | null;
  pwdUpdateDate: string | null;
  remark: string | null;
  deptId: number | null;
  sample: Generated<boolean>;
}

export interface Database {
  auditLog: AuditLogRow;
  auditLogClearing: AuditLogClearingRow;
  auditLogRemoved: AuditLogRemovedRow;
  auditLogSeal: AuditLogSealRow;
  auditLogUnsealed: AuditLogUnsealedRow;
  batch: BatchRow;
  batchEvent: BatchEventRow;
  batchRange: BatchRangeRow;
  batchSupplement: BatchSupplementRow;
  blacklist: BlacklistRow;
  bulkAction: BulkActionRow;
  bulkActionPart: BulkActionPartRow;
  captcha: CaptchaRow;
  category: CategoryRow;
  codeBlock: CodeBlockRow;
  codeDay: CodeDayRow;
  codeEpoch: CodeEpochRow;
  codeExport: CodeExportRow;
  codeImport: CodeImportRow;
  codeImportFault: CodeImportFaultRow;
  codePack: CodePackRow;
  codeRelabel: CodeRelabelRow;
  codeRule: CodeRuleRow;
  codeRun: CodeRunRow;
  codeSegment: CodeSegmentRow;
  codeSpace: CodeSpaceRow;
  codeTally: CodeTallyRow;
  consumerReport: ConsumerReportRow;
  dealer: DealerRow;
  dealerEvent: DealerEventRow;
  dealerProduct: DealerProductRow;
  dealerRegion: DealerRegionRow;
  department: DepartmentRow;
  device: DeviceRow;
  dictionary: DictionaryRow;
  dictionaryEntry: DictionaryEntryRow;
  expiryWatch: ExpiryWatchRow;
  file: FileRow;
  fileUsage: FileUsageRow;
  form: FormRow;
  formAnswer: FormAnswerRow;
  formAnswerFile: FormAnswerFileRow;
  formRole: FormRoleRow;
  formVersion: FormVersionRow;
  genColumn: GenColumnRow;
  genOutput: GenOutputRow;
  genTable: GenTableRow;
  idempotency: IdempotencyRow;
  installation: InstallationRow;
  job: JobRow;
  jobLog: JobLogRow;
  menu: MenuRow;
  monitorAlarm: MonitorAlarmRow;
  notice: NoticeRow;
  noticeRead: NoticeReadRow;
  permissionVersion: PermissionVersionRow;
  pinReveal: PinRevealRow;
  pinTry: PinTryRow;
  post: PostRow;
  printOrder: PrintOrderRow;
  printOrderDownload: PrintOrderDownloadRow;
  process: ProcessRow;
  processSample: ProcessSampleRow;
  product: ProductRow;
  role: RoleRow;
  roleDepartment: RoleDepartmentRow;
  roleMenu: RoleMenuRow;
  scan: ScanRow;
  scanArchive: ScanArchiveRow;
  scanBatchDay: ScanBatchDayRow;
  scanBatchHour: ScanBatchHourRow;
  scanBatchPlaceDay: ScanBatchPlaceDayRow;
  scanCase: ScanCaseRow;
  scanCaseEvent: ScanCaseEventRow;
  scanCaseInbox: ScanCaseInboxRow;
  scanCaseScan: ScanCaseScanRow;
  scanDay: ScanDayRow;
  scanFollow: ScanFollowRow;
  scanHour: ScanHourRow;
  scanPlaceDay: ScanPlaceDayRow;
  scanState: ScanStateRow;
  session: SessionRow;
  setting: SettingRow;
  shipment: ShipmentRow;
  shipmentLine: ShipmentLineRow;
  shipmentRun: ShipmentRunRow;
  signInFailure: SignInFailureRow;
  signInLog: SignInLogRow;
  ssccPrefix: SsccPrefixRow;
  ssccRange: SsccRangeRow;
  storedCode: StoredCodeRow;
  supplier: SupplierRow;
  supplierEvent: SupplierEventRow;
  supplierPaper: SupplierPaperRow;
  task: TaskRow;
  traceFile: TraceFileRow;
  traceIngredient: TraceIngredientRow;
  traceLink: TraceLinkRow;
  traceRecord: TraceRecordRow;
  traceStep: TraceStepRow;
  traceTemplate: TraceTemplateRow;
  tradeItem: TradeItemRow;
  userPost: UserPostRow;
  userRole: UserRoleRow;
  users: UsersRow;
}
