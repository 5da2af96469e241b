interface ExtensionSpec {
  /** Routes below `/api` that a plain RuoYi server does not have. */
  addresses?: readonly string[];
  /** Parameters of RuoYi routes that only this server reads. */
  parameters?: readonly string[];
  /** Fields that only this server adds to RuoYi responses. */
  fields?: readonly string[];
}

/**
 * Extensions of this server to the RuoYi API. `/getInfo` and `/captchaImage` return their names. A plain RuoYi server returns none,
 * and the console hides the controls that depend on them.
 */
export const extensions = {
  /** A long poll that returns when the session ends. */
  sessionWatch: { addresses: ['GET /account/session/watch'] },
  /** Changing a password or disabling a user ends the user's sessions. */
  sessionEnd: {},
  /** Sessions, sign-ins and notices of the current user. */
  ownActivity: {
    addresses: [
      'GET /account/session/list',
      'DELETE /account/session/:id',
      'DELETE /account/session/others',
      'GET /account/signIn/list',
      'GET /account/notice/list',
    ],
  },
  /** Display names of users by login name. */
  displayNames: { addresses: ['GET /account/displayName'] },
  /** Background tasks with progress and cancel. */
  tasks: { addresses: ['GET /account/task/list', 'GET /account/task/:id', 'PUT /account/task/:id/cancel'] },
  /** Imports have a preview and run in the background. */
  importPreview: { parameters: ['importData?dryRun', 'importData?background', 'importData?keepGood'] },
  /** Audit logs are sealed and archived, never deleted. */
  auditArchive: {
    addresses: ['GET /monitor/operlog/chain', 'GET /monitor/operlog/:id/seal'],
    parameters: ['/monitor/operlog/list?place'],
  },
  /** One audit log entry by its id. RuoYi lists contain complete entries instead. */
  auditEntry: { addresses: ['GET /monitor/operlog/:id'] },
  /** Roles, posts and departments in all user lists and records, and filters by display name and role. */
  userRoles: {
    parameters: ['/system/user/list?nickName', '/system/user/list?roleId', '/system/user/list?below'],
    fields: ['User.roles', 'User.roleIds', 'User.postNames', 'RoleCandidate.dept.deptName'],
  },
  /** Several users are enabled or disabled in one request. */
  bulkStatus: { parameters: ['/system/user/changeStatus userIds'] },
  /** Secret settings are masked, and every value is validated by the kind of its setting. */
  settingKinds: { fields: ['Config.configValue'] },
  /** Number of users of a role, department or post. */
  userCounts: { fields: ['Role.userCount', 'Dept.userCount', 'Post.userCount'] },
  /** Changes to the rights of a user or a role apply from the next request, not from the next sign-in. */
  instantRights: {},
  /** More than one top-level department. RuoYi has only the initial one. */
  topDepartments: { parameters: ['/system/dept parentId 0'] },
  /** A menu's remark. RuoYi stores it but never returns it. */
  menuRemarks: { fields: ['Menu.remark'] },
  /** Notices are filtered by state, and all are marked as read in one request. */
  noticeStates: { parameters: ['/system/notice/list?status', '/system/notice/markReadAll?ids=all'] },
  /** Who has read a notice. RuoYi has this after 3.9.2. */
  noticeReaders: { addresses: ['GET /system/notice/readUsers/list'] },
  /** The server sorts and pages the list of sessions and ends several at once. */
  onlinePaging: {
    addresses: ['DELETE /monitor/online/batch/:tokenIds'],
    fields: ['Online.nickName', 'Online.current', 'Online.activeTime'],
  },
  /** List of job targets, explanation of cron expressions, time zones, alarms and result of the newest run. */
  jobDetails: {
    addresses: ['GET /monitor/job/targets', 'GET /monitor/job/cron'],
    fields: ['Job.builtin', 'Job.timeZone', 'Job.alarmAfter', 'Job.failures', 'Job.lastTime', 'Job.lastStatus'],
  },
  /** Job logs are filtered by job and sorted by duration, and contain the trigger of a run. */
  jobLogDetails: { parameters: ['/monitor/jobLog/list?jobId', '/monitor/jobLog/list?orderByColumn=costTime'] },
  /** Measurements of every process. */
  processes: { addresses: ['GET /monitor/server/processes', 'GET /monitor/server/samples'] },
  /** Cache figures per name, and keys with their age and size. */
  cacheDetails: { addresses: ['GET /monitor/cache/keys'], fields: ['CacheOverview.most', 'CacheName.place'] },
  /** Statistics of PostgreSQL. RuoYi embeds the pages of Druid. */
  databaseStats: {
    addresses: [
      'GET /monitor/druid/source',
      'GET /monitor/druid/activity',
      'GET /monitor/druid/routes',
      'GET /monitor/druid/tables',
      'GET /monitor/druid/statements',
      'DELETE /monitor/druid/statements',
      'PUT /monitor/druid/cancel/:pid',
      'PUT /monitor/druid/terminate/:pid',
    ],
  },
  /** OpenAPI documents by name. RuoYi embeds Swagger UI. */
  apiDocuments: { addresses: ['GET /tool/swagger/:document'] },
  /** The generator lists files with their differences, synchronises column by column and creates tables by a form. */
  generatorDetails: {
    addresses: ['GET /tool/gen/files/:id', 'GET /tool/gen/differences/:id', 'PUT /tool/gen/:id/sync', 'GET /tool/gen/options'],
    parameters: ['/tool/gen/createTable body', '/tool/gen/genCode/:tableName?conflicts'],
    fields: [
      'GenTable.englishName',
      'GenTable.formColNum',
      'GenTable.genView',
      'GenTable.genTime',
      'GenColumn.englishName',
      'GenColumn.maxLength',
    ],
  },
  /** Form designer, publication and answers. */
  forms: { addresses: ['GET /tool/form/list', 'GET /tool/form/fill', 'GET /tool/formAnswer/list'] },
  /** Sample data and its removal. */
  sample: { addresses: ['GET /tool/sample', 'DELETE /tool/sample'] },
  /** Administrative regions and the map service. */
  regions: { addresses: ['GET /common/regions', 'GET /common/map'] },
  /** Remembers a browser without storing the password. */
  deviceTickets: { parameters: ['/login ticket', '/login remember'] },
  /** Open work of the current user. */
  openWork: { addresses: ['GET /account/openWork'] },
  /** Numbers and derived values of new records. */
  proposals: {
    addresses: [
      'GET /manage/batch/proposal',
      'GET /manage/category/proposal',
      'GET /manage/supplier/proposal',
      'GET /manage/channelBusiness/proposal',
    ],
  },
  /** Number of records by state, for the tabs of a list. */
  stateCounts: {
    addresses: [
      'GET /manage/batch/stateCounts',
      'GET /manage/channelBusiness/stateCounts',
      'GET /manage/codeCase/stateCounts',
      'GET /manage/dispatch/stateCounts',
      'GET /manage/handover/stateCounts',
      'GET /manage/supplier/stateCounts',
      'GET /manage/traceability/stateCounts',
      'GET /tool/form/stateCounts',
    ],
  },
  /** Product traceability. */
  traceability: { addresses: ['GET /manage/batch/list', 'GET /manage/figure/home'] },
} as const satisfies Record<string, ExtensionSpec>;

export type Extension = keyof typeof extensions;

// The cast restores the names, which `Object.keys` loses.
export const extensionNames = Object.keys(extensions) as [Extension, ...Extension[]];
