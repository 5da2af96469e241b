/** What can be wrong with one field: first what is wrong, then what would be right. */
export const issue = {
  'issue.required': '{field}未填写；请填写后再提交',
  'issue.type':
    '{field}的类型不对；应为 {expected, select, string {文字} number {数字} int {整数} boolean {是或否} array {列表} object {对象} other {另一种类型}}',
  'issue.tooShort': '{field}太短；至少 {min} 个字符',
  'issue.tooLong': '{field}太长；至多 {max} 个字符',
  'issue.tooSmall': '{field}太小；不能小于 {min, number}',
  'issue.tooLarge': '{field}太大；不能大于 {max, number}',
  'issue.tooFew': '{field}太少；至少 {min} 项',
  'issue.tooMany': '{field}太多；至多 {max} 项',
  'issue.choice': '{field}不在可选范围内；可选：{choices}',
  'issue.format': '{field}的格式不对',
  'issue.formatHint': '{field}的格式不对；应为{hint}',
  'issue.unseen': '{field}含有看不见的控制字符或残缺的字符；去掉后再提交',
  'issue.day': '{field}不是存在的日期；应为 1900 年以后的日期，格式为 YYYY-MM-DD',
  'issue.moment': '{field}不是时间；应形如 2026-01-31 或 2026-01-31 08:30:00',
  'issue.orderNone': '这个列表不能排序；去掉{field}后再查询',
  'issue.gln': '{field}不是有效的 GLN；应为 13 位数字，末位是校验位',
  'issue.gtin': '{field}的校验位不对或长度不对；应为 8、12、13 或 14 位 GTIN',
  'issue.tags': '{field}不能含有 HTML 标签；去掉尖括号里的内容',
  'issue.region': '{field}不是行政区划代码；应为 6 位数字，如 440300',
} as const;
