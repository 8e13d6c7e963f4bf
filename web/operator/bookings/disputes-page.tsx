import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { formatEventDay, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ListTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(operatorBookingMessages)

async function load(query: { state: 'open' | 'settled' }, cursor?: string) {
  const { disputes: rows, nextCursor } = await browserApi().operatorBookings.disputes({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const state = new URL(request.url).searchParams.get('state') === 'settled' ? ('settled' as const) : ('open' as const)
  return { state, first: await load({ state }) }
})
export const HydrateFallback = Undetermined

export default function DisputesPage() {
  const { state, first } = useLoaderData<typeof clientLoader>()
  const [, setQuery] = useSearchParams()
  const list = useRows(first, (cursor) => load({ state }, cursor))
  return (
    <ConsoleFrame title={t('operator.disputes')}>
      <div>
        <Tabs
          label={t('operator.disputes')}
          value={state}
          panel="disputes"
          onChange={(value) => setQuery({ state: value })}
          tabs={(['open', 'settled'] as const).map((value) => ({ value, label: t(`operator.disputes.${value}`) }))}
        />
      </div>
      <div id="disputes" role="tabpanel" aria-label={t(`operator.disputes.${state}`)}>
        <ListTable
          list={list}
          name="disputes"
          caption={t('operator.disputes')}
          empty={t('operator.disputes.none')}
          columns={[
            t('operator.bookings.what'),
            t('operator.bookings.provider'),
            t('operator.bookings.when'),
            t('operator.bookings.total'),
            t('operator.bookings.state'),
          ]}
          row={({ problem, appointment, paid }) => (
            <tr key={problem.id}>
              <td>
                <Link className={consoleStyles.pickName} to={`/operator/disputes/${problem.id}`}>
                  {getBookingTranslator(appointment)(`problem.${problem.kind}`)}
                </Link>
                <div className="micro muted">{`${appointment.customer.name}, ${appointment.event}`}</div>
              </td>
              <td>{appointment.provider.name}</td>
              <td className={consoleStyles.keep}>{formatEventDay(appointment)}</td>
              <td className={tableStyles.amount}>
                {t('operator.disputes.paid', {
                  amount: formatMoney(paid, appointment.currency, { decimals: 'always', mixed: true }),
                })}
              </td>
              <td className={consoleStyles.keep}>{formatOperatorMoment(problem.createdAt)}</td>
            </tr>
          )}
        />
      </div>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
