import { logininfors } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

export default function LogininforPage() {
  const t = useWords();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.logininfor.status.${value}`) }));
  return (
    <ResourcePage
      resource={logininfors}
      columns={[
        columnOf(logininfors, 'userName'),
        columnOf(logininfors, 'status', (status) => (
          <CodeBadge of={logininfors} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
        )),
        columnOf(logininfors, 'msg'),
        columnOf(logininfors, 'ipaddr'),
        columnOf(logininfors, 'loginLocation'),
        columnOf(logininfors, 'browser'),
        columnOf(logininfors, 'os'),
        columnOf(logininfors, 'loginTime', (time) => <TimeText value={time} seconds />),
      ]}
      filters={
        <>
          <Form.Item name="userName" label={t('monitor.logininfor.userName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="ipaddr" label={t('monitor.logininfor.ipaddr')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('monitor.logininfor.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <RangeFilter label={t('monitor.logininfor.loginTime')} />
        </>
      }
    />
  );
}
