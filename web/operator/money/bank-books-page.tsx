import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ListTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'
import styles from './ledger-page.module.css'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

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
        <TitledCard title={t('operator.bank.kinds')}>
          <dl className={styles.balances}>
            {kinds.map(({ category, currency, lines, net }) => (
              <div key={`${category} ${currency}`}>
                <dt>{t('operator.bank.kind', { kind: category.replaceAll('_', ' '), n: lines })}</dt>
                <dd className="number">{shown(net, currency)}</dd>
              </div>
            ))}
            {totals.map(({ currency, service, ledger }) => (
              <div key={currency}>
                <dt>{t('operator.bank.total', { service: shown(service, currency) })}</dt>
                <dd className="number">{t('operator.bank.ours', { ledger: shown(ledger, currency) })}</dd>
              </div>
            ))}
          </dl>
        </TitledCard>
      )}
      <ListTable
        list={list}
        caption={t('operator.bank.differences')}
        empty={t('operator.bank.none')}
        columns={[
          t('operator.bank.what'),
          t('operator.bank.theirs'),
          t('operator.bank.ledger'),
          t('operator.bank.when'),
        ]}
        row={(one) => (
          <tr key={`${one.name} ${one.currency}`}>
            <td>
              {t(`operator.bank.why.${one.why}`)}
              <div className="micro muted break-anywhere">
                {[one.category.replaceAll('_', ' '), one.name].filter(Boolean).join(', ')}
              </div>
              {one.payment && (
                <Link className="link tap-target" to={`/operator/payments/${one.payment.id}`}>
                  {t('operator.chargeBack.number', { number: one.payment.number })}
                </Link>
              )}
            </td>
            <td className={tableStyles.amount}>{shown(one.service, one.currency)}</td>
            <td className={tableStyles.amount}>{shown(one.ledger, one.currency)}</td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(one.at)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
