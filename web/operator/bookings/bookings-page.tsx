import { useLoaderData } from 'react-router'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { formatEventDay, formatReady } from '#web/appointments/booking-phrases.ts'
import { StateBadge } from '#web/appointments/state-badge.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { formatSums } from '#web/operator/when.ts'
import { buildTableQuery, ConsoleTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'

const t = createTranslator(operatorBookingMessages)
const states = ['booked', 'completed', 'cancelled', 'no_show', 'disputed', 'settled'] as const

const names = ['text', 'state', 'when', 'from', 'to', 'sort', 'accountId', 'providerId'] as const
type Query = StorySubject & {
  text?: string
  state?: AppointmentSummary['state']
  when?: 'ahead' | 'past' | 'all'
  from?: string
  to?: string
  sort?: InputOf<typeof operatorBookings.list>['sort']
}

/** Defaults to future bookings without other filters. */
const whenOf = ({ when, sort: _, ...rest }: Query) => when ?? (Object.keys(rest).length > 0 ? 'all' : 'ahead')

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
      <ConsoleTable
        list={list}
        name="bookings"
        caption={t('operator.bookings')}
        empty={t('operator.bookings.none')}
        search={t('operator.bookings.search')}
        filters={[
          {
            name: 'when',
            label: t('operator.bookings.when'),
            usual: whenOf(query),
            options: (['ahead', 'past', 'all'] as const).map((when) => [when, t(`operator.bookings.when.${when}`)]),
          },
          {
            name: 'state',
            label: t('operator.bookings.state'),
            options: states.map((state) => [state, t(`operator.booking.state.${state}`)]),
          },
          { name: 'from', label: t('operator.bookings.from'), type: 'date' },
          { name: 'to', label: t('operator.bookings.to'), type: 'date' },
        ]}
        usualSort={whenOf(query) === 'ahead' ? 'date' : '-date'}
        to={({ id }) => `/operator/bookings/${id}`}
        columns={[
          {
            id: 'customer',
            label: t('operator.bookings.customer'),
            width: 24,
            cell: ({ customer }) => customer.name,
          },
          {
            id: 'number',
            label: t('operator.bookings.number'),
            kind: 'number',
            isLabelled: true,
            cell: ({ number }) => number,
          },
          { id: 'event', label: t('operator.bookings.event'), width: 24, cell: ({ event }) => event },
          {
            id: 'artist',
            label: t('operator.bookings.provider'),
            width: 24,
            cell: ({ provider }) => provider.name,
          },
          {
            id: 'date',
            label: t('operator.bookings.date'),
            kind: 'date',
            sort: 'date',
            cell: (one) => formatEventDay(one),
          },
          {
            id: 'ready',
            label: t('operator.bookings.ready'),
            kind: 'date',
            isOptional: true,
            cell: (one) => formatReady(one),
          },
          {
            id: 'state',
            label: t('operator.bookings.state'),
            cell: (one) => <StateBadge booking={one} side="operator" />,
          },
          {
            id: 'total',
            label: t('operator.bookings.total'),
            kind: 'number',
            sort: 'total',
            isLead: true,
            cell: ({ total, currency }) => formatMoney(total, currency, { mixed: true }),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
