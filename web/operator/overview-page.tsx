import { Link, useLoaderData } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from './console-frame.tsx'
import { controlMessages } from './control-messages.ts'
import { listPagesFor } from './navigation.ts'
import styles from './overview-page.module.css'
import { Age } from './age.tsx'
import { formatSums, formatWaited } from './when.ts'
import { operatorMessages } from './messages.ts'

const t = createTranslator({ ...operatorMessages, ...controlMessages })

const MOST_NEEDS = 12

type Waiting = { path: string; what: 'profile' | 'dispute' | 'report'; title: string; text: string; since: string }

export const clientLoader = requireSession(async () => {
  const api = browserApi()
  const { user } = await api.accounts.me({})
  const may = (...duties: Parameters<typeof hasDuty>[1]) => hasDuty(user.duties, duties)
  const [overview, queue, disputes, reports] = await Promise.all([
    api.operatorSystem.overview({}),
    may('verification') ? api.verification.queue({ tab: 'waiting', limit: 10 }) : null,
    may('support') ? api.operatorBookings.disputes({ state: 'open' }) : null,
    may('support') ? api.operatorReports.list({ state: 'open' }) : null,
  ])
  const needs: Waiting[] = [
    ...(queue?.rows ?? []).map(({ id, provider, services, submittedAt }) => ({
      path: `/operator/verification?case=${id}`,
      what: 'profile' as const,
      title: provider.name,
      text: [provider.area, services.join(', ')].filter(Boolean).join(' · '),
      since: submittedAt,
    })),
    ...(disputes?.disputes ?? []).map(({ problem, appointment }) => ({
      path: `/operator/disputes/${problem.id}`,
      what: 'dispute' as const,
      title: `${appointment.customer.name}, ${appointment.event}`,
      text: appointment.provider.name,
      since: problem.createdAt,
    })),
    ...(reports?.reports ?? []).map(({ id, reason, createdAt }) => ({
      path: `/operator/reports/${id}`,
      what: 'report' as const,
      title: reason,
      text: '',
      since: createdAt,
    })),
  ]
  needs.sort((a, b) => a.since.localeCompare(b.since))
  return {
    overview,
    needs: needs.slice(0, MOST_NEEDS),
    waiting: (queue ? overview.waiting : 0) + (disputes ? overview.disputes : 0) + (reports ? overview.reports : 0),
    queues: listPagesFor(user.duties).flatMap(({ path, word, count }) =>
      count && overview[count] > 0 ? [{ path, word, n: overview[count] }] : [],
    ),
    now: Date.now(),
    sees: { money: may('money', 'support'), support: may('support') },
  }
})

export const HydrateFallback = Undetermined

export default function OverviewPage() {
  const { overview, needs, waiting, queues, now, sees } = useLoaderData<typeof clientLoader>()
  const oldest = overview.oldest ? formatWaited((now - Date.parse(overview.oldest)) / 60_000) : null
  const today = [
    sees.support && {
      to: '/operator/bookings',
      label: t('operator.overview.booked'),
      figure: String(overview.bookedToday),
    },
    sees.money && {
      to: '/operator/payments?state=captured',
      label: t('operator.overview.takings'),
      figure: formatSums(overview.takings),
    },
    sees.money && {
      to: '/operator/payments?failed=true',
      label: t('operator.overview.failed'),
      note: t('operator.overview.failed.note'),
      figure: String(overview.failedPayments),
    },
  ].filter((line) => line !== false)
  return (
    <ConsoleFrame title={t('operator.overview')}>
      <div className={styles.columns}>
        <TitledCard
          title={t('operator.overview.needs')}
          beside={
            <span className="small muted">
              {waiting > needs.length
                ? t('operator.overview.needs.some', { shown: needs.length, total: waiting })
                : t('operator.overview.needs.text')}
            </span>
          }>
          {needs.length === 0 ? (
            <Empty title={t('operator.overview.needs.none')}>{t('operator.overview.needs.none.text')}</Empty>
          ) : (
            <ul className={styles.needs}>
              {needs.map(({ path, what, title, text, since }) => (
                <li key={path}>
                  <Link to={path} className={styles.need}>
                    <Badge look={what === 'dispute' ? 'accentSoft' : 'info'}>{t(`operator.overview.${what}`)}</Badge>
                    <span className={styles.needWords}>
                      <b className="bold">{title}</b>
                      {text && <span className="small muted">{text}</span>}
                    </span>
                    <span className={joinClasses('small', isOverdue(since, now) ? 'bold' : 'muted')}>
                      {t('operator.overview.waits')} <Age since={since} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </TitledCard>
        <div className="stack gap-16">
          {queues.length > 0 && (
            <TitledCard title={t('operator.overview.queues')}>
              <Figures
                lines={queues.map(({ path, word, n }) => ({
                  to: path,
                  label: t(word),
                  figure: String(n),
                  note:
                    path === '/operator/verification' && oldest
                      ? t('operator.overview.waiting.oldest', { duration: oldest })
                      : '',
                }))}
              />
            </TitledCard>
          )}
          {today.length > 0 && (
            <TitledCard title={t('operator.overview.today')}>
              <Figures lines={today} />
              <p className="micro muted">{t('operator.overview.today.note')}</p>
            </TitledCard>
          )}
        </div>
      </div>
    </ConsoleFrame>
  )
}

/** Profiles are to be checked within 24 hours, and nothing else may wait longer. */
const isOverdue = (since: string, now: number): boolean => now - Date.parse(since) > 24 * 3_600_000

interface Line {
  to: string
  label: string
  note?: string
  figure: string
}

const Figures = ({ lines }: { lines: readonly Line[] }) => (
  <ul className={styles.figures}>
    {lines.map(({ to, label, note, figure }) => (
      <li key={to}>
        <Link to={to}>
          <span className={styles.needWords}>
            {label}
            {note && <span className="micro muted">{note}</span>}
          </span>
          <b className="bold">{figure}</b>
        </Link>
      </li>
    ))}
  </ul>
)

export const ErrorBoundary = ConsoleError
