import { useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Report } from '#contract/operator/reports.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { Age } from '#web/operator/age.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { ReportedMessages } from '#web/operator/story/story-card.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
type Query = StorySubject & { state?: 'open' | 'settled' | 'all' }

async function load(query: Query, cursor?: string) {
  const { reports: rows, nextCursor } = await browserApi().operatorReports.list({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request, params }) => {
  const query = buildTableQuery(request, ['state', 'accountId', 'providerId'] as const) as Query
  const [first, open] = await Promise.all([
    load(query),
    params['reportId'] ? browserApi().operatorReports.show({ reportId: params['reportId'] }) : null,
  ])
  return { query, open, first }
})

export const HydrateFallback = Undetermined

export default function ReportsPage() {
  const { query, first, open } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.reports')}>
      <WhoseOnly all="/operator/reports" />
      {open && <OpenReport key={open.report.id} open={open} confirm={confirm} />}
      <ConsoleTable
        list={list}
        name="reports"
        caption={t('operator.reports')}
        empty={t('empty.operator.reports')}
        filters={[
          {
            name: 'state',
            label: t('operator.filter.state'),
            usual: 'open',
            options: (['open', 'settled', 'all'] as const).map((state) => [state, t(`operator.reports.${state}`)]),
          },
        ]}
        to={({ id, state }) => (state === 'open' ? `/operator/reports/${id}` : null)}
        columns={[
          { id: 'reason', label: t('operator.reports.reason'), width: 55, cell: ({ reason }) => reason },
          { id: 'kind', label: t('operator.reports.kind'), cell: ({ kind }) => t(`operator.reports.${kind}`) },
          { id: 'about', label: t('operator.reports.about'), width: 45, cell: aboutOf },
          {
            id: 'outcome',
            label: t('operator.reports.outcome'),
            cell: ({ state, outcome }) =>
              state === 'open'
                ? t('operator.reports.open')
                : t(`operator.reports.${outcome === 'removed' ? 'removed' : 'kept'}`),
          },
          {
            id: 'since',
            label: t('operator.reports.since'),
            kind: 'date',
            isLead: true,
            cell: ({ state, createdAt }) =>
              state === 'open' ? <Age since={createdAt} /> : formatShortMoment(createdAt),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

const aboutOf = ({ provider, customer, review }: Report) => (
  <>
    {provider && <Link to={`/operator/providers/${provider.id}`}>{provider.name}</Link>}
    {customer && (
      <>
        , <Link to={`/operator/people/${customer.id}`}>{customer.name}</Link>
      </>
    )}
    {review && (
      <span>
        , {review.author}
        {review.score !== null && `, ${review.score}`}
      </span>
    )}
  </>
)

type Opened = NonNullable<ReturnType<typeof useLoaderData<typeof clientLoader>>['open']>

function OpenReport({
  open: { report, words },
  confirm,
}: {
  open: Opened
  confirm: (confirmation: Confirmation) => void
}) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState(false)
  const settle = (act: 'keep' | 'remove'): Confirmation => ({
    title: t(`operator.reports.${act}.title`),
    text: t(`operator.reports.${act}.${report.kind}`),
    act: t(`operator.reports.${act}`),
    danger: act === 'remove',
    run: async (reason) => {
      await browserApi().operatorReports.settle({ reportId: report.id, act, reason })
      setDone(true)
      await navigate('/operator/reports')
      await revalidate()
    },
  })
  if (done) return null
  return (
    <TitledCard title={t('operator.reports.title', { kind: t(`operator.reports.${report.kind}`) })}>
      <p>
        {report.bySide
          ? t('operator.reports.by', { side: t(`operator.reports.${report.bySide}`), reason: report.reason })
          : report.reason}
      </p>
      <p className="small muted">{aboutOf(report)}</p>
      {report.review && (
        <blockquote className={consoleStyles.reported}>
          {report.review.comments || t('operator.reports.noWords')}
        </blockquote>
      )}
      {words.length > 0 && <ReportedMessages words={words} />}
      {report.state === 'open' && (
        <div className="row gap-8">
          <Button kind="secondary" onClick={() => confirm(settle('keep'))}>
            {t('operator.reports.keep')}
          </Button>
          <Button kind="danger" onClick={() => confirm(settle('remove'))}>
            {t('operator.reports.remove')}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}

export const ErrorBoundary = ConsoleError
