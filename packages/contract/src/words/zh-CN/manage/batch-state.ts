/** States of a batch: home counts by them, so they come with the frame. */
export const batchState = {
  'manage.batch.state.draft': '草稿',
  'manage.batch.state.pending': '待审批',
  'manage.batch.state.approved': '已审批',
  'manage.batch.state.issuing': '发码中',
  'manage.batch.state.issued': '已发码',
  'manage.batch.state.active': '已激活',
  'manage.batch.state.closed': '已结批',
  'manage.batch.state.frozen': '已冻结',
  'manage.batch.state.recalled': '已召回',
  'manage.batch.state.void': '已作废',
  'manage.batch.state.cancelled': '已取消',
} as const;
