import { useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import { chargeBackStates, type operatorBank } from '#contract/operator/bank.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { formatShortMoment, formatUntil, isAhead } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'
import { chargeBackLooks } from './money-messages.ts'

const t = createTranslator(bankMessages)
type Query = Omit<InputOf<typeof operatorBank.chargeBacks>, 'cursor'>

async function load(query: Query, cursor?: string) {
  const { chargeBacks: rows, nextCursor } = await browserApi().operatorBank.chargeBacks({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['state', 'sort']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ChargeBacksPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.chargeBacks')} text={t('operator.chargeBacks.text')}>
      <ConsoleTable
        list={list}
        name="charge-backs"
        caption={t('operator.chargeBacks')}
        empty={t('operator.chargeBacks.empty')}
        filters={[
          {
            name: 'state',
            label: t('operator.chargeBack.state'),
            options: chargeBackStates.map((state) => [state, t(`operator.chargeBack.state.${state}`)]),
          },
        ]}
        usualSort="-date"
        to={({ id }) => `/operator/charge-backs/${id}`}
        columns={[
          {
            id: 'payment',
            label: t('operator.chargeBack.payment'),
            width: 60,
            cell: ({ payment }) => payment.description,
          },
          {
            id: 'number',
            label: t('operator.chargeBack.no'),
            kind: 'number',
            isLabelled: true,
            cell: ({ payment }) => payment.number,
          },
          {
            id: 'state',
            label: t('operator.chargeBack.state'),
            cell: ({ state }) => <Badge look={chargeBackLooks[state]}>{t(`operator.chargeBack.state.${state}`)}</Badge>,
          },
          {
            id: 'due',
            label: t('operator.chargeBack.due'),
            kind: 'date',
            isLabelled: true,
            cell: ({ state, dueAt }) =>
              state === 'open' &&
              dueAt && (
                <>
                  {formatShortMoment(dueAt)}{' '}
                  {isAhead(dueAt) && (
                    <span className="muted">{t('operator.chargeBack.due.in', { duration: formatUntil(dueAt) })}</span>
                  )}
                </>
              ),
          },
          {
            id: 'date',
            label: t('operator.chargeBack.opened'),
            kind: 'date',
            sort: 'date',
            isLabelled: true,
            cell: ({ at }) => formatShortMoment(at),
          },
          {
            id: 'amount',
            label: t('operator.chargeBack.amount'),
            kind: 'number',
            sort: 'amount',
            isLead: true,
            cell: ({ amount, currency }) => formatMoney(amount, currency, { decimals: 'always', mixed: true }),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
