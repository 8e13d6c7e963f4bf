import { useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'

const t = createTranslator(bankMessages)
const countries = ['GB', 'US', 'AU', 'CA'] as const
type Country = (typeof countries)[number]

const thisMonth = () => new Date().toISOString().slice(0, 7)

export const clientLoader = requireSession(async ({ request }) => {
  const { searchParams } = new URL(request.url)
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(searchParams.get('month') ?? '')
    ? (searchParams.get('month') as string)
    : thisMonth()
  const country = countries.find((one) => one === searchParams.get('country')) ?? 'GB'
  const { differences, ...books } = await browserApi().operatorBank.books({ month, country })
  return { ...books, first: { rows: differences, nextCursor: null } }
})
export const HydrateFallback = Undetermined

const shown = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

/** A month of a market: the payment provider's records and ours, with differences. */
export default function BankBooksPage() {
  const { month, country, readAt, kinds, totals, first, beyondHolding } = useLoaderData<typeof clientLoader>()
  const [, setAddress] = useSearchParams()
  const list = useRows(first, async () => first)
  const go = (to: { month?: string; country?: Country }) =>
    setAddress({ month: to.month || month, country: to.country ?? country })
  return (
    <ConsoleFrame title={t('operator.bank')} text={t('operator.bank.text')}>
      <div className="field-grid even">
        <TextField
          label={t('operator.bank.month')}
          name="month"
          type="month"
          value={month}
          onChange={({ target }) => go({ month: target.value })}
        />
        <SelectField
          label={t('operator.bank.market')}
          name="country"
          value={country}
          onChange={({ target }) => go({ country: target.value as Country })}>
          {countries.map((one) => (
            <option key={one} value={one}>
              {t(`operator.bank.market.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {readAt === null ? (
        <Note kind="info">{t('operator.bank.never')}</Note>
      ) : first.rows.length === 0 ? (
        <Note kind="success">{t('operator.bank.same', { dateTime: formatOperatorMoment(readAt) })}</Note>
      ) : (
        <Note kind="error">
          {t('operator.bank.differ', { n: first.rows.length, dateTime: formatOperatorMoment(readAt) })}
        </Note>
      )}
      {beyondHolding.map(({ currency, payments, amount }) => (
        <Note key={currency} kind="warning">
          {t('operator.bank.holding', { n: payments, amount: shown(amount, currency) })}
        </Note>
      ))}
      {kinds.length > 0 && (
        <section className="stack gap-12" aria-labelledby="bank-kinds">
          <h2 className="heading-3" id="bank-kinds">
            {t('operator.bank.kinds')}
          </h2>
          <FactStrip
            facts={[
              ...kinds.map(({ category, currency, lines, net }) => ({
                label: t('operator.bank.kind', { kind: category.replaceAll('_', ' '), n: lines }),
                value: shown(net, currency),
              })),
              ...totals.map(({ currency, service, ledger }) => ({
                label: t('operator.bank.total', { service: shown(service, currency) }),
                value: t('operator.bank.ours', { ledger: shown(ledger, currency) }),
              })),
            ]}
          />
        </section>
      )}
      <ConsoleTable
        list={list}
        rowKey={({ name, currency }) => `${name}-${currency}`}
        name="bank-differences"
        hasTools={false}
        caption={t('operator.bank.differences')}
        empty={t('operator.bank.none')}
        to={({ payment }) => payment && `/operator/payments/${payment.id}`}
        columns={[
          { id: 'what', label: t('operator.bank.what'), width: 40, cell: ({ why }) => t(`operator.bank.why.${why}`) },
          {
            id: 'line',
            label: t('operator.bank.line'),
            width: 60,
            cell: ({ category, name }) => [category.replaceAll('_', ' '), name].filter(Boolean).join(', '),
          },
          {
            id: 'payment',
            label: t('operator.chargeBack.no'),
            kind: 'number',
            isLabelled: true,
            cell: ({ payment }) => payment?.number,
          },
          {
            id: 'theirs',
            label: t('operator.bank.theirs'),
            kind: 'number',
            isLead: true,
            cell: ({ service, currency }) => shown(service, currency),
          },
          {
            id: 'ours',
            label: t('operator.bank.ledger'),
            kind: 'number',
            isLabelled: true,
            cell: ({ ledger, currency }) => shown(ledger, currency),
          },
          { id: 'when', label: t('operator.bank.when'), kind: 'date', cell: ({ at }) => formatShortMoment(at) },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
