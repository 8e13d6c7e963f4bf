import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, TableSearch } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const names = ['text', 'act', 'from', 'to', 'subjectId', 'actorId'] as const
type Query = { text?: string; act?: string; from?: string; to?: string; subjectId?: string; actorId?: string }

async function load(query: Query, cursor?: string) {
  const { entries: rows, nextCursor } = await browserApi().operatorSystem.audit({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function AuditPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.audit')}>
      <TableSearch
        label={t('operator.search.audit')}
        extra={
          <>
            <TextField label={t('operator.audit.from')} type="date" name="from" defaultValue={query.from ?? ''} />
            <TextField label={t('operator.audit.to')} type="date" name="to" defaultValue={query.to ?? ''} />
          </>
        }
      />
      <ListTable
        list={list}
        name="audit"
        caption={t('operator.audit')}
        empty={t('empty.operator.audit')}
        clear={t('operator.clear.filters')}
        columns={[
          t('operator.audit.when'),
          t('operator.audit.who'),
          t('operator.audit.act'),
          t('operator.audit.what'),
          t('operator.audit.why'),
        ]}
        row={(entry) => (
          <tr key={entry.id}>
            <td className={consoleStyles.keep}>{formatOperatorMoment(entry.at)}</td>
            <td>
              {entry.actor.name || entry.actor.id}
              {entry.as && (
                <div className="small muted">{t('operator.audit.as', { name: entry.as.name || entry.as.id })}</div>
              )}
            </td>
            <td className={consoleStyles.keep}>{entry.act}</td>
            <td className={consoleStyles.words}>
              {entry.subject.name || entry.subject.id}
              {(entry.before != null || entry.after != null) && (
                <details>
                  <summary className="small">{t('operator.audit.change')}</summary>
                  <pre className={consoleStyles.json}>
                    {entry.before != null &&
                      `${t('operator.audit.before')}: ${JSON.stringify(entry.before, null, 1)}\n`}
                    {entry.after != null && `${t('operator.audit.after')}: ${JSON.stringify(entry.after, null, 1)}`}
                  </pre>
                </details>
              )}
            </td>
            <td>{entry.reason}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
