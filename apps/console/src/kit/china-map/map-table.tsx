import { useWords } from '../words.ts';

export interface TableRow {
  key: string;
  name: string;
  text: string;
}

/** What the map shows, as rows: for those who read, hear or copy it. */
export function MapTable({ title, measure, rows }: { title: string; measure: string; rows: readonly TableRow[] }) {
  const t = useWords();
  return (
    <div className="figure-table">
      <table>
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('kit.figure.place')}</th>
            <th scope="col">{measure}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, text }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="none">{t('kit.figure.nothing')}</p>}
    </div>
  );
}
