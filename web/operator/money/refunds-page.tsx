import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorMoney, RefundLimits } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { moneyMessages } from './money-messages.ts'
import { useRefundColumns } from './refund-table.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import consoleStyles from '#web/operator/console.module.css'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const t = createTranslator(moneyMessages)

type Query = { sort?: InputOf<typeof operatorMoney.refunds>['sort'] }

async function load(query: Query, cursor?: string) {
  const { refunds: rows, ...page } = await browserApi().operatorMoney.refunds({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['sort']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function RefundsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const [columns, decisions] = useRefundColumns({ isSorted: true })
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.refunds')} text={t('operator.refunds.text')}>
      <ConsoleTable
        list={list}
        name="refunds"
        caption={t('operator.refunds')}
        empty={t('operator.money.empty.refunds')}
        usualSort="-date"
        to={({ paymentId }) => `/operator/payments/${paymentId}`}
        columns={columns}
      />
      <Limits limits={first.limits} confirm={confirm} />
      {decisions}
      {dialog}
    </ConsoleFrame>
  )
}

function Limits({ limits, confirm }: { limits: RefundLimits; confirm: ReturnType<typeof useConfirmation>[0] }) {
  const [currency, setCurrency] = useState<keyof RefundLimits>('GBP')
  const [typed, setTyped] = useState(String(limits[currency]))
  return (
    <FoldedCard
      title={t('operator.refund.limits')}
      note={t('operator.refund.limit.note', {
        limits: Object.entries(limits)
          .map(([code, limit]) => formatMoney(limit, code, { mixed: true }))
          .join(', '),
      })}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = Math.min(1_000_000, readNumber(typed, 'whole') ?? 0)
          confirm({
            title: t('operator.refund.limit.title', { amount: formatMoney(wanted, currency, { mixed: true }) }),
            text: t('operator.refund.limit.text'),
            act: t('operator.refund.limit.save'),
            run: (reason) => browserApi().operatorMoney.setRefundLimit({ currency, limit: wanted, reason }),
          })
        }}>
        <p className="muted">{t('operator.refund.limit.hint')}</p>
        <div className={joinClasses('row gap-8 wrapping', consoleStyles.ends)}>
          <SelectField
            label={t('operator.refund.limit.currency')}
            name="currency"
            value={currency}
            onChange={({ target }) => {
              const chosen = target.value as keyof RefundLimits
              setCurrency(chosen)
              setTyped(String(limits[chosen]))
            }}>
            {Object.keys(limits).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <NumberField
            label={t('operator.refund.limit')}
            name="limit"
            kind="whole"
            maxLength={9}
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" kind="secondary">
            {t('operator.refund.limit.save')}
          </Button>
        </div>
      </form>
    </FoldedCard>
  )
}

export const ErrorBoundary = ConsoleError
