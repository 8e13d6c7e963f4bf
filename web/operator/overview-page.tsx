import { Link, useLoaderData } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame, Tiles } from './console-frame.tsx'
import styles from './overview-page.module.css'
import { Age } from './age.tsx'
import { formatSums, formatWaited } from './when.ts'
import { operatorMessages } from './messages.ts'

const t = createTranslator(operatorMessages)

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
    now: Date.now(),
    sees: { money: may('money', 'support'), support: may('support'), verification: may('verification') },
  }
})

export const HydrateFallback = Undetermined

export default function OverviewPage() {
  const { overview, needs, waiting, now, sees } = useLoaderData<typeof clientLoader>()
  const oldest = overview.oldest ? formatWaited((now - Date.parse(overview.oldest)) / 60_000) : null
  const tiles = [
    sees.verification && {
      to: '/operator/verification',
      figure: String(overview.waiting),
      label: t('operator.overview.waiting', { n: overview.waiting }),
      note: oldest ? t('operator.overview.waiting.oldest', { duration: oldest }) : '',
    },
    sees.support && {
      to: '/operator/disputes',
      figure: String(overview.disputes),
      label: t('operator.overview.disputes', { n: overview.disputes }),
      note: '',
    },
    sees.support && {
      to: '/operator/reports',
      figure: String(overview.reports),
      label: t('operator.overview.reports', { n: overview.reports }),
      note: '',
    },
    sees.money && {
      to: '/operator/payments?failed=true',
      figure: String(overview.failedPayments),
      label: t('operator.overview.failed', { n: overview.failedPayments }),
      note: t('operator.overview.failed.note'),
    },
    sees.support && {
      to: '/operator/bookings',
      figure: String(overview.bookedToday),
      label: t('operator.overview.booked', { n: overview.bookedToday }),
      note: t('operator.overview.today.note'),
    },
    sees.money && {
      to: '/operator/payments?state=captured',
      figure: formatSums(overview.takings),
      label: t('operator.overview.takings'),
      note: t('operator.overview.today.note'),
    },
  ].filter((tile) => tile !== false)
  return (
    <ConsoleFrame title={t('operator.overview')}>
      <Tiles tiles={tiles} />
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
                  <span className="small muted">
                    {t('operator.overview.waits')} <Age since={since} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
