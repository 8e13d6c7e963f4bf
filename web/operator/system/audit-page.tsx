import { useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const names = ['text', 'act', 'from', 'to', 'subjectId', 'actorId', 'sort'] as const
type Query = Omit<InputOf<typeof operatorSystem.audit>, 'cursor'>

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
      <ConsoleTable
        list={list}
        name="audit"
        caption={t('operator.audit')}
        empty={t('empty.operator.audit')}
        search={t('operator.search.audit')}
        filters={[
          { name: 'from', label: t('operator.audit.from'), type: 'date' },
          { name: 'to', label: t('operator.audit.to'), type: 'date' },
        ]}
        usualSort="-date"
        detail={(entry) => (
          <dl className={consoleStyles.details}>
            <dt>{t('operator.audit.why')}</dt>
            <dd>{entry.reason || t('operator.none')}</dd>
            {entry.before != null && (
              <>
                <dt>{t('operator.audit.before')}</dt>
                <dd>
                  <pre className={consoleStyles.json}>{JSON.stringify(entry.before, null, 1)}</pre>
                </dd>
              </>
            )}
            {entry.after != null && (
              <>
                <dt>{t('operator.audit.after')}</dt>
                <dd>
                  <pre className={consoleStyles.json}>{JSON.stringify(entry.after, null, 1)}</pre>
                </dd>
              </>
            )}
          </dl>
        )}
        columns={[
          { id: 'act', label: t('operator.audit.act'), cell: ({ act }) => act },
          { id: 'what', label: t('operator.audit.what'), width: 30, cell: ({ subject }) => subject.name || subject.id },
          { id: 'who', label: t('operator.audit.who'), width: 20, cell: ({ actor }) => actor.name || actor.id },
          {
            id: 'as',
            label: t('operator.audit.actingAs'),
            width: 14,
            isOptional: true,
            cell: ({ as }) => as && (as.name || as.id),
          },
          { id: 'why', isWideOnly: true, label: t('operator.audit.why'), width: 50, cell: ({ reason }) => reason },
          {
            id: 'date',
            label: t('operator.audit.when'),
            kind: 'date',
            sort: 'date',
            isLead: true,
            cell: ({ at }) => formatShortMoment(at),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
