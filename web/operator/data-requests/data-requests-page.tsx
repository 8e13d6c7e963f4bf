import { Link, useLoaderData } from 'react-router'
import type { DataRequest, FoundSubject } from '#contract/operator/data-requests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { controlMessages } from '#web/operator/control-messages.ts'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { formatDayOf, formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { dataRequestMessages } from './data-request-messages.ts'

const t = createTranslator(dataRequestMessages)
const c = createTranslator(controlMessages)

async function load(cursor?: string) {
  const { requests: rows, nextCursor } = await browserApi().operatorDataRequests.list({ cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const { text } = buildTableQuery(request, ['text'])
  const [first, subjects] = await Promise.all([
    load(),
    text ? browserApi().operatorDataRequests.find({ identifier: text }) : null,
  ])
  return { first, subjects: subjects?.subjects ?? null }
})

export const HydrateFallback = Undetermined

export default function DataRequestsPage() {
  const { first, subjects } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, load)
  return (
    <ConsoleFrame title={c('operator.dataRequests')} text={t('data.text')}>
      <div className={consoleStyles.toolbar}>
        <TableFilters search={t('data.search')} />
      </div>
      {subjects && <FoundSubjects subjects={subjects} />}
      <ConsoleTable
        list={list}
        name="data-requests"
        caption={t('data.list')}
        empty={t('data.empty')}
        columns={[
          { id: 'person', label: t('data.col.person'), width: 20, cell: ({ name }) => name || t('data.erased') },
          { id: 'action', label: t('data.col.action'), cell: ({ action }) => t(`data.action.${action}`) },
          {
            id: 'request',
            label: t('data.col.request'),
            width: 40,
            wraps: true,
            cell: ({ requestedOn, reference, reason }) => `${formatDayOf(requestedOn)}, ${reference}: ${reason}`,
          },
          { id: 'due', label: t('data.col.due'), kind: 'date', isLead: true, cell: ({ dueOn }) => formatDayOf(dueOn) },
          {
            id: 'asked',
            label: t('data.col.asked'),
            width: 20,
            cell: ({ askedBy, askedAt }) => `${askedBy}, ${formatShortMoment(askedAt)}`,
          },
          {
            id: 'state',
            label: t('data.col.state'),
            width: 20,
            wraps: true,
            cell: (request) => <RequestState request={request} />,
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

function FoundSubjects({ subjects }: { subjects: readonly FoundSubject[] }) {
  return (
    <TitledCard title={t('data.found', { n: subjects.length })}>
      {subjects.length === 0 ? (
        <p className="muted">{t('data.found.none')}</p>
      ) : (
        <ul className={consoleStyles.lines}>
          {subjects.map(({ kind, id, name, email, match }) => (
            <li key={`${kind} ${id}`} className="row space-between wrapping">
              <span>
                <Link
                  className={consoleStyles.pickName}
                  to={`/operator/data-requests/${kind}/${encodeURIComponent(id)}`}>
                  {name || t('data.nameless')}
                </Link>
                {email && <span className="small muted"> {email}</span>}
              </span>
              <span className="row gap-8">
                <span className="small muted">{match}</span>
                <Badge look="outline">{t(`data.kind.${kind}`)}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

function RequestState({ request }: { request: DataRequest }) {
  const { id: requestId, state, decidedBy, decidedAt, downloadUntil } = request
  const { pending, run } = useForm({ toasts: true })
  const download = async () => {
    const done = await run(() => browserApi().operatorDataRequests.download({ requestId }))
    if (!done) return
    const { fileName, content } = done.answer
    downloadFile(fileName, JSON.stringify(content, null, 2), 'application/json')
  }
  if (state === 'waiting') return t('data.state.waiting')
  return (
    <>
      {t(`data.state.${state}`, { name: decidedBy ?? '', moment: decidedAt ? formatOperatorMoment(decidedAt) : '' })}
      {downloadUntil && (
        <div className="row gap-8 wrapping">
          <Button size="small" kind="secondary" loading={pending} onClick={download}>
            {t('data.download')}
          </Button>
          <span className="small muted">
            {t('data.download.until', { moment: formatOperatorMoment(downloadUntil) })}
          </span>
        </div>
      )}
    </>
  )
}
