import { Link, useLoaderData } from 'react-router'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { formatReady } from '#web/appointments/booking-phrases.ts'
import { StateBadge } from '#web/appointments/state-badge.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { formatDayHeading, formatSums } from '#web/operator/when.ts'
import { buildTableQuery, ListTable, TableSearch, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(operatorBookingMessages)
const o = createTranslator(operatorMessages)
const states = ['booked', 'completed', 'cancelled', 'no_show', 'disputed', 'settled'] as const

const names = ['text', 'state', 'when', 'accountId', 'providerId'] as const
type Query = StorySubject & { text?: string; state?: AppointmentSummary['state']; when?: 'ahead' | 'past' | 'all' }

/** Defaults to future bookings without other filters. */
const whenOf = ({ when, ...rest }: Query) => when ?? (Object.keys(rest).length > 0 ? 'all' : 'ahead')

async function load(query: Query, cursor?: string) {
  const when = whenOf(query)
  const { bookings: rows, ...page } = await browserApi().operatorBookings.list({
    ...query,
    when: when === 'all' ? undefined : when,
    cursor,
  })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})
export const HydrateFallback = Undetermined

export default function BookingsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame
      title={t('operator.bookings')}
      text={t('operator.bookings.ahead', { n: first.ahead.bookings, worth: formatSums(first.ahead.worth) })}>
      <WhoseOnly all="/operator/bookings" />
      <nav className="row gap-8 wrapping" aria-label={t('operator.bookings.when')}>
        {(['ahead', 'past', 'all'] as const).map((when) => (
          <LinkChip
            key={when}
            to={`/operator/bookings?${new URLSearchParams({ ...query, when })}`}
            on={whenOf(query) === when}>
            {t(`operator.bookings.when.${when}`)}
          </LinkChip>
        ))}
      </nav>
      <TableSearch
        label={t('operator.bookings.search')}
        filters={[
          {
            name: 'state',
            label: t('operator.bookings.state'),
            options: states.map((state) => [state, t(`operator.booking.state.${state}`)] as const),
          },
        ]}
      />
      <ListTable
        list={list}
        name="bookings"
        caption={t('operator.bookings')}
        empty={t('operator.bookings.none')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.bookings.what'),
          t('operator.bookings.provider'),
          t('operator.bookings.when'),
          t('operator.bookings.total'),
          t('operator.bookings.state'),
        ]}
        group={(one) => formatDayHeading(one.eventDate)}
        row={(one) => (
          <tr key={one.id}>
            <td>
              <Link
                className={consoleStyles.pickName}
                to={`/operator/bookings/${one.id}`}>{`${one.customer.name}, ${one.event}`}</Link>
              <div className="micro muted">{t('operator.booking.title', { number: String(one.number) })}</div>
            </td>
            <td>{one.provider.name}</td>
            <td className={consoleStyles.keep}>{formatReady(one)}</td>
            <td className={tableStyles.amount}>{formatMoney(one.total, one.currency, { mixed: true })}</td>
            <td>
              <StateBadge booking={one} side="operator" />
            </td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
