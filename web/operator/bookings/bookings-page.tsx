import { Link, useLoaderData } from 'react-router'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { dayText, readyText } from '#web/bookings/booking-phrases.ts'
import { StateBadge } from '#web/bookings/appointments/state-badge.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { operatorBookingWords } from './booking-words.ts'
import { ConsoleFrame, ConsoleError } from '#web/operator/console-frame.tsx'
import { tableQuery, ListTable, TableSearch } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { operatorWords } from '#web/operator/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = reader(operatorBookingWords)
const o = reader(operatorWords)
const states = ['booked', 'completed', 'cancelled', 'no_show', 'disputed', 'settled'] as const

type Query = { text?: string; state?: AppointmentSummary['state'] }

async function load(query: Query, cursor?: string) {
  const { bookings: rows, nextCursor } = await browserApi().operatorBookings.list({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = membersOnly(async ({ request }) => {
  const query = tableQuery(request, ['text', 'state']) as Query
  return { query, first: await load(query) }
})
export const HydrateFallback = Undetermined

export default function BookingsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('op.bookings')}>
      <TableSearch
        label={t('op.bookings.search')}
        filters={[
          {
            name: 'state',
            label: t('op.bookings.state'),
            options: states.map((state) => [state, t(`op.booking.state.${state}`)] as const),
          },
        ]}
      />
      <ListTable
        list={list}
        caption={t('op.bookings')}
        empty={t('op.bookings.none')}
        clear={o('op.clear.filters')}
        columns={[
          t('op.bookings.what'),
          t('op.bookings.provider'),
          t('op.bookings.when'),
          t('op.bookings.total'),
          t('op.bookings.state'),
        ]}
        row={(one) => (
          <tr key={one.id}>
            <td>
              <Link
                className={consoleStyles.pickName}
                to={`/operator/bookings/${one.id}`}>{`${one.customer.name}, ${one.event}`}</Link>
              <div className="micro muted">{t('op.booking.title', { number: String(one.number) })}</div>
            </td>
            <td>{one.provider.name}</td>
            <td className={consoleStyles.keep}>{`${dayText(one)}, ${readyText(one)}`}</td>
            <td className={tableStyles.amount}>{money(one.total, one.currency, { mixed: true })}</td>
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
