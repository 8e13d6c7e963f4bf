import { useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Report } from '#contract/operator/reports.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { ReportedMessages } from '#web/operator/story/story-card.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import styles from './reports-page.module.css'

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
      <nav className="row gap-8" aria-label={t('operator.filter.state')}>
        {(['open', 'settled', 'all'] as const).map((state) => (
          <LinkChip
            key={state}
            to={`/operator/reports?${new URLSearchParams({ ...query, state })}`}
            on={(query.state ?? 'open') === state}>
            {t(`operator.reports.${state}`)}
          </LinkChip>
        ))}
      </nav>
      <ListTable
        list={list}
        name="reports"
        caption={t('operator.reports')}
        empty={t('empty.operator.reports')}
        columns={[
          t('operator.reports.kind'),
          t('operator.reports.about'),
          t('operator.reports.reason'),
          t('operator.reviews.date'),
          <span key="act" className="visually-hidden">
            {t('operator.audit.act')}
          </span>,
        ]}
        row={(report) => (
          <tr key={report.id}>
            <td>{t(`operator.reports.${report.kind}`)}</td>
            <td>{aboutOf(report)}</td>
            <td className={consoleStyles.words}>{report.reason}</td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(report.createdAt)}</td>
            <td>
              {report.state === 'open' ? (
                <ButtonLink kind="secondary" size="small" to={`/operator/reports/${report.id}`}>
                  {t('operator.reports.read')}
                </ButtonLink>
              ) : (
                t(`operator.reports.${report.outcome === 'removed' ? 'removed' : 'kept'}`)
              )}
            </td>
          </tr>
        )}
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
        <blockquote className={styles.reported}>{report.review.comments || t('operator.reports.noWords')}</blockquote>
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
