import { Link, useLoaderData } from 'react-router'
import { type PaymentState, paymentStates } from '#contract/payments/lifecycle-payment.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Note } from '#web/ui/note.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, TableSearch, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatDayHeading, toLocalDay, formatOperatorMoment, formatSums, formatTimeOfDay } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(moneyMessages)
const o = createTranslator(operatorMessages)
const names = ['text', 'state', 'open', 'failed', 'accountId', 'providerId'] as const
type Query = StorySubject & { text?: string; state?: PaymentState; open?: string; failed?: string }

export const looks: Record<PaymentState, BadgeLook> = {
  open: 'info',
  authorised: 'info',
  capturing: 'info',
  captured: 'jadeSoft',
  voiding: 'accentSoft',
  voided: 'outline',
  ended: 'disabled',
}

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
      <Note kind={unanswered > 0 ? 'warning' : 'success'}>
        {t('operator.intents.open', { n: unanswered })}{' '}
        {unanswered > 0 && (
          <Link className="link tap-target" to="/operator/payments?open=true">
            {t('operator.intents.show')}
          </Link>
        )}
      </Note>
      <WhoseOnly all="/operator/payments" />
      {query.failed && (
        <Note kind="info">
          {t('operator.payments.failed')}{' '}
          <Link className="link tap-target" to="/operator/payments">
            {o('operator.whose.all')}
          </Link>
        </Note>
      )}
      <TableSearch
        label={t('operator.search.payments')}
        filters={[
          {
            name: 'state',
            label: t('operator.money.state'),
            options: paymentStates.map((state) => [state, t(`operator.payment.state.${state}`)] as const),
          },
        ]}
      />
      <ListTable
        list={list}
        name="payments"
        caption={t('operator.payments')}
        empty={t('operator.money.empty.payments')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.money.what'),
          t('operator.money.who'),
          t('operator.money.provider'),
          t('operator.money.amount'),
          t('operator.money.state'),
          t('operator.money.when'),
        ]}
        group={(payment) => formatDayHeading(toLocalDay(payment.at))}
        row={(payment) => (
          <tr key={payment.id}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/payments/${payment.id}`}>
                {payment.description}
              </Link>
              <div className="micro muted">
                {t('operator.money.number', { number: payment.number })}, {t(`operator.kind.${payment.kind}`)}
              </div>
            </td>
            <td>{payment.email}</td>
            <td>{payment.provider}</td>
            <td className={tableStyles.amount}>
              {formatMoney(payment.amount, payment.currency, { decimals: 'always', mixed: true })}
              {payment.refunded > 0 && (
                <div className="small muted">
                  {t('operator.money.returned', {
                    amount: formatMoney(payment.refunded, payment.currency, { decimals: 'always', mixed: true }),
                  })}
                </div>
              )}
            </td>
            <td>
              <Badge look={looks[payment.state]}>{t(`operator.payment.state.${payment.state}`)}</Badge>
              {payment.askedAt && (
                <div className="small muted">
                  {t('operator.intents.asked', {
                    n: payment.askedTimes,
                    dateTime: formatOperatorMoment(payment.askedAt),
                  })}
                </div>
              )}
            </td>
            <td className={consoleStyles.keep}>{formatTimeOfDay(payment.at)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
