import { Link, useLoaderData } from 'react-router'
import { type PaymentState, paymentStates } from '#contract/payments/lifecycle-payment.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorMoney } from '#contract/operator/money.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Note } from '#web/ui/note.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortMoment, formatSums } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'

const t = createTranslator(moneyMessages)
const o = createTranslator(operatorMessages)
const names = ['text', 'state', 'open', 'failed', 'from', 'to', 'sort', 'accountId', 'providerId'] as const
type Query = StorySubject & {
  text?: string
  state?: PaymentState
  open?: string
  failed?: string
  from?: string
  to?: string
  sort?: InputOf<typeof operatorMoney.payments>['sort']
}

export const looks: Record<PaymentState, BadgeLook> = {
  open: 'info',
  authorised: 'info',
  capturing: 'info',
  captured: 'jadeSoft',
  voiding: 'accentSoft',
  voided: 'outline',
  ended: 'disabled',
}

const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { payments: rows, ...page } = await browserApi().operatorMoney.payments({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PaymentsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const { unanswered, month } = first
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame
      title={t('operator.payments')}
      text={[
        t('operator.payments.month', { n: month.payments, taken: formatSums(month.taken) }),
        month.returned.length > 0 && t('operator.payments.returned', { returned: formatSums(month.returned) }),
      ]
        .filter(Boolean)
        .join(' ')}
      acts={<TestPaymentsMark test={list.rows.some(({ gateway }) => gateway === 'test')} />}>
      {unanswered > 0 && (
        <Note kind="warning">
          {t('operator.intents.open', { n: unanswered })}{' '}
          <Link className="link tap-target" to="/operator/payments?open=true">
            {t('operator.intents.show')}
          </Link>
        </Note>
      )}
      <WhoseOnly all="/operator/payments" />
      {query.failed && (
        <Note kind="info">
          {t('operator.payments.failed')}{' '}
          <Link className="link tap-target" to="/operator/payments">
            {o('operator.whose.all')}
          </Link>
        </Note>
      )}
      <ConsoleTable
        list={list}
        name="payments"
        caption={t('operator.payments')}
        empty={t('operator.money.empty.payments')}
        search={t('operator.search.payments')}
        filters={[
          {
            name: 'state',
            label: t('operator.money.state'),
            options: paymentStates.map((state) => [state, t(`operator.payment.state.${state}`)]),
          },
          { name: 'from', label: t('operator.money.from'), type: 'date' },
          { name: 'to', label: t('operator.money.to'), type: 'date' },
        ]}
        usualSort="-date"
        to={({ id }) => `/operator/payments/${id}`}
        columns={[
          {
            id: 'payment',
            label: t('operator.money.what'),
            width: 36,
            cell: ({ description }) => description,
          },
          {
            id: 'number',
            label: t('operator.money.no'),
            kind: 'number',
            isLabelled: true,
            cell: ({ number }) => number,
          },
          { id: 'kind', label: t('operator.money.kind'), cell: ({ kind }) => t(`operator.kind.${kind}`) },
          { id: 'customer', label: t('operator.money.who'), width: 30, cell: ({ email }) => email },
          {
            id: 'artist',
            label: t('operator.money.provider'),
            width: 20,
            cell: ({ provider }) => provider,
          },
          {
            id: 'state',
            label: t('operator.money.state'),
            cell: ({ state }) => <Badge look={looks[state]}>{t(`operator.payment.state.${state}`)}</Badge>,
          },
          {
            id: 'asked',
            label: t('operator.payment.checked'),
            kind: 'date',
            isOptional: true,
            cell: ({ askedAt }) => askedAt && formatShortMoment(askedAt),
          },
          {
            id: 'refunded',
            label: t('operator.payment.refunded'),
            kind: 'number',
            isLabelled: true,
            cell: ({ refunded, currency }) => refunded > 0 && cash(refunded, currency),
          },
          {
            id: 'amount',
            label: t('operator.money.amount'),
            kind: 'number',
            sort: 'amount',
            isLead: true,
            cell: ({ amount, currency }) => cash(amount, currency),
          },
          {
            id: 'date',
            label: t('operator.money.when'),
            kind: 'date',
            sort: 'date',
            cell: ({ at }) => formatShortMoment(at),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
