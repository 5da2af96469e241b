import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { PageHeader } from '../../kit/page-header.tsx';
import { useWords } from '../../kit/words.ts';

interface Ends {
  start?: string;
  end?: string;
}

/** The way between two places. Without the key of a map service it says what a key adds. */
export default function MapPage() {
  const t = useWords();
  const [asked, setAsked] = useState<Required<Ends>>();
  const rules = [{ required: true, whitespace: true, message: t('shell.frame.map.both') }];
  return (
    <div className="page">
      <PageHeader title={t('shell.page.map')} purpose={t('shell.frame.map.purpose')} />
      <section className="card account-card">
        <Form<Required<Ends>> name="map-route" layout="vertical" className="map-form" onFinish={setAsked}>
          <Form.Item name="start" label={t('shell.frame.map.start')} rules={rules}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="end" label={t('shell.frame.map.end')} rules={rules}>
            <Input maxLength={50} />
          </Form.Item>
          <Button type="primary" htmlType="submit">
            {t('shell.frame.map.query')}
          </Button>
        </Form>
        {asked && <Alert type="warning" showIcon role="status" title={t('shell.frame.map.noKey', { ...asked })} />}
      </section>
    </div>
  );
}
