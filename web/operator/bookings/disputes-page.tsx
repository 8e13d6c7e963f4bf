import { useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { formatEventDay, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { Age } from '#web/operator/age.tsx'
import { formatShortMoment } from '#web/operator/when.ts'

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
        <ConsoleTable
          list={list}
          rowKey={({ problem }) => problem.id}
          name="disputes"
          caption={t('operator.disputes')}
          empty={t('operator.disputes.none')}
          to={({ problem }) => `/operator/disputes/${problem.id}`}
          columns={[
            {
              id: 'problem',
              label: t('operator.disputes.problem'),
              width: 25,
              cell: ({ problem, appointment }) => getBookingTranslator(appointment)(`problem.${problem.kind}`),
            },
            {
              id: 'booking',
              label: t('operator.bookings.what'),
              width: 45,
              cell: ({ appointment }) => `${appointment.customer.name}, ${appointment.event}`,
            },
            {
              id: 'artist',
              label: t('operator.bookings.provider'),
              width: 30,
              cell: ({ appointment }) => appointment.provider.name,
            },
            {
              id: 'day',
              label: t('operator.bookings.date'),
              kind: 'date',
              cell: ({ appointment }) => formatEventDay(appointment),
            },
            {
              id: 'since',
              label: t(state === 'open' ? 'operator.disputes.waiting' : 'operator.disputes.reported'),
              kind: 'date',
              isLabelled: true,
              cell: ({ problem }) =>
                state === 'open' ? <Age since={problem.createdAt} /> : formatShortMoment(problem.createdAt),
            },
            {
              id: 'paid',
              label: t('operator.disputes.paid.column'),
              kind: 'number',
              isLead: true,
              cell: ({ paid, appointment }) =>
                formatMoney(paid, appointment.currency, { decimals: 'always', mixed: true }),
            },
          ]}
        />
      </div>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
