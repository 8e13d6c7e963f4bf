import { useLoaderData, useSearchParams } from 'react-router'
import { formatClock, formatMoney, formatMonth } from '#contract/format.ts'
import type { LedgerMonth } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, Table } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './ledger-page.module.css'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(moneyMessages)
const accounts = [
  'bank',
  'fees',
  'pending',
  'earned',
  'refunds_due',
  'payouts_due',
  'charge_backs',
  'handed_on',
  'vouchers',
  'promos',
  'service_fees',
  'own_bank',
  'adjustments',
  'cash',
  'cash_kept',
] as const
type Account = (typeof accounts)[number]

type Query = { account?: string }

async function load(query: Query, cursor?: string) {
  const { movements: rows, ...page } = await browserApi().operatorMoney.ledger({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['account']) as Query
  const [first, { months }] = await Promise.all([load(query), browserApi().operatorMoney.ledgerMonths({})])
  return { query, first, months }
})

export const HydrateFallback = Undetermined

const shown = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })
// Accounts with a credit balance: shown here as positive.
const owed: ReadonlySet<string> = new Set<Account>([
  'fees',
  'pending',
  'earned',
  'refunds_due',
  'payouts_due',
  'vouchers',
  'cash_kept',
])
/** Returns an account's balance from its holder's view, without a minus for liabilities and income. */
const heldIn = (account: string, amount: number, currency: string) =>
  shown(owed.has(account.split(':')[0] ?? '') ? 0 - amount : amount, currency)
const nameOf = (account: string) => t(`operator.account.${account.split(':')[0] as Account}`)

export default function LedgerPage() {
  const { query, first, months } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const { off, balances, checkedAt } = first
  const [, setAddress] = useSearchParams()
  const list = useRows(first, (cursor) => load(query, cursor))
  const at = new Date(checkedAt)
  return (
    <ConsoleFrame title={t('operator.ledger')}>
      {off.length === 0 ? (
        <Note kind="success">
          {t('operator.ledger.balanced', {
            clock: formatClock(`${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`),
          })}
        </Note>
      ) : (
        <Note kind="error">
          {t('operator.ledger.off', { amount: off.map(({ amount, currency }) => shown(amount, currency)).join(', ') })}
        </Note>
      )}
      {balances.length > 0 && (
        <TitledCard title={t('operator.ledger.balances')}>
          <dl className={styles.balances}>
            {balances.map(({ account, currency, amount }) => (
              <div key={`${account} ${currency}`}>
                <dt>{nameOf(account)}</dt>
                <dd className="number">{heldIn(account, amount, currency)}</dd>
              </div>
            ))}
          </dl>
        </TitledCard>
      )}
      {months.length > 0 && <Months months={months} confirm={confirm} />}
      <SelectField
        label={t('operator.ledger.account')}
        name="account"
        value={query.account ?? ''}
        onChange={({ target }) => setAddress(target.value ? { account: target.value } : {})}>
        <option value="">{t('operator.ledger.all')}</option>
        {accounts.map((account) => (
          <option key={account} value={account}>
            {t(`operator.account.${account}`)}
          </option>
        ))}
      </SelectField>
      <ListTable
        list={list}
        name="ledger"
        caption={t('operator.ledger.movements')}
        empty={t('operator.money.empty.ledger')}
        columns={[
          t('operator.money.what'),
          t('operator.ledger.entries'),
          t('operator.money.provider'),
          t('operator.money.when'),
        ]}
        row={(movement) => (
          <tr key={movement.id}>
            <td>
              {t(`operator.move.${movement.kind as 'capture'}`)}
              {movement.paymentNumber && (
                <div className="micro muted">{t('operator.money.number', { number: movement.paymentNumber })}</div>
              )}
              {movement.bookingNumber && (
                <div className="micro muted">{t('operator.ledger.booking', { number: movement.bookingNumber })}</div>
              )}
            </td>
            <td>
              <ul className={styles.entries}>
                {movement.entries.map((entry) => (
                  <li key={entry.account + entry.currency}>
                    <span>{nameOf(entry.account)}</span>
                    <span className={joinClasses(tableStyles.amount, styles.amount)}>
                      {heldIn(entry.account, entry.amount, entry.currency)}
                    </span>
                  </li>
                ))}
              </ul>
            </td>
            <td>{movement.provider}</td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(movement.at)}</td>
          </tr>
        )}
      />
      {dialog}
    </ConsoleFrame>
  )
}

interface MonthsProps {
  months: readonly LedgerMonth[]
  confirm: (confirmation: Confirmation) => void
}

function Months({ months, confirm }: MonthsProps) {
  const nameOfMonth = (month: string) => formatMonth(Number(month.slice(0, 4)), Number(month.slice(5)))
  const ask = ({ currency, month }: LedgerMonth) =>
    confirm({
      title: t('operator.ledger.close.title', { month: nameOfMonth(month), currency }),
      text: t('operator.ledger.close.text'),
      act: t('operator.ledger.close'),
      plain: true,
      run: (_, key) => browserApi().operatorMoney.closeLedgerMonth({ currency, month }, { key }),
    })
  return (
    <section className="stack gap-12" aria-labelledby="months">
      <h2 className="heading-3" id="months">
        {t('operator.ledger.months')}
      </h2>
      <Table
        caption={t('operator.ledger.months')}
        columns={[t('operator.ledger.month'), t('operator.ledger.balances'), t('operator.ledger.monthState')]}
        count={months.length}
        empty={null}
        file="ledger-months">
        {months.map((one) => (
          <tr key={`${one.currency} ${one.month}`}>
            <td className={consoleStyles.keep}>{`${nameOfMonth(one.month)}, ${one.currency}`}</td>
            <td>
              <ul className={styles.entries}>
                {one.balances.map(({ account, amount }) => (
                  <li key={account}>
                    <span>{nameOf(account)}</span>
                    <span className={joinClasses(tableStyles.amount, styles.amount)}>
                      {heldIn(account, amount, one.currency)}
                    </span>
                  </li>
                ))}
              </ul>
            </td>
            <td>
              {one.state === 'next' ? (
                <Button size="small" kind="secondary" onClick={() => ask(one)}>
                  {t('operator.ledger.close')}
                </Button>
              ) : one.state === 'open' ? (
                t('operator.ledger.open')
              ) : (
                t('operator.ledger.closed', {
                  date: formatOperatorMoment(one.closedAt ?? ''),
                  name: one.closedBy || '–',
                })
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

export const ErrorBoundary = ConsoleError
