import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { formatClock, formatMoney, formatMonth, toHundredths } from '#contract/format.ts'
import type { LedgerMonth, operatorMoney } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Note } from '#web/ui/note.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable, WholeTable } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortMoment } from '#web/operator/when.ts'
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
  'partners',
  'service_fees',
  'own_bank',
  'adjustments',
  'cash',
  'cash_kept',
] as const
type Account = (typeof accounts)[number]

type Query = { account?: string; from?: string; to?: string; sort?: InputOf<typeof operatorMoney.ledger>['sort'] }

async function load(query: Query, cursor?: string) {
  const { movements: rows, ...page } = await browserApi().operatorMoney.ledger({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['account', 'from', 'to', 'sort']) as Query
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
        <FactStrip
          facts={balances.map(({ account, currency, amount }) => ({
            label: t('operator.ledger.in', { account: nameOf(account), currency }),
            value: heldIn(account, amount, currency),
          }))}
        />
      )}
      <ConsoleTable
        list={list}
        name="ledger"
        caption={t('operator.ledger.movements')}
        empty={t('operator.money.empty.ledger')}
        filters={[
          {
            name: 'account',
            label: t('operator.ledger.account'),
            options: accounts.map((account) => [account, t(`operator.account.${account}`)]),
          },
          { name: 'from', label: t('operator.money.from'), type: 'date' },
          { name: 'to', label: t('operator.money.to'), type: 'date' },
        ]}
        usualSort="-date"
        detail={({ entries }) => <Entries entries={entries} />}
        columns={[
          {
            id: 'movement',
            label: t('operator.money.what'),
            width: 40,
            cell: ({ kind }) => t(`operator.move.${kind as 'capture'}`),
          },
          {
            id: 'payment',
            isWideOnly: true,
            label: t('operator.ledger.payment'),
            kind: 'number',
            isLabelled: true,
            cell: ({ paymentNumber }) => paymentNumber,
          },
          {
            id: 'booking',
            isWideOnly: true,
            label: t('operator.ledger.bookingNumber'),
            kind: 'number',
            isLabelled: true,
            cell: ({ bookingNumber }) => bookingNumber,
          },
          {
            id: 'artist',
            isWideOnly: true,
            label: t('operator.money.provider'),
            width: 25,
            cell: ({ provider }) => provider,
          },
          {
            id: 'accounts',
            label: t('operator.ledger.entries'),
            width: 35,
            cell: ({ entries }) => formatAccounts(entries),
          },
          {
            id: 'amount',
            label: t('operator.money.amount'),
            kind: 'number',
            isLead: true,
            cell: ({ entries }) => formatMoved(entries),
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
      {months.length > 0 && <Months months={months} confirm={confirm} />}
      {dialog}
    </ConsoleFrame>
  )
}

type Entry = { account: string; currency: string; amount: number }

/** The entries of a movement, or the balances of a month, by account. */
const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <dl className={consoleStyles.details}>
    {entries.map(({ account, currency, amount }) => (
      <Fragment key={account + currency}>
        <dt>{nameOf(account)}</dt>
        <dd className="tabular">{heldIn(account, amount, currency)}</dd>
      </Fragment>
    ))}
  </dl>
)

/** Returns the debited accounts of a movement, an arrow, and the credited ones. */
function formatAccounts(entries: readonly Entry[]): string {
  const named = (isDebit: boolean) => [
    ...new Set(entries.filter(({ amount }) => amount > 0 === isDebit).map(({ account }) => nameOf(account))),
  ]
  return `${named(true).join(', ')} → ${named(false).join(', ')}`
}

/** Returns the sum of the debits of a movement, which equals its credits, by currency. */
const formatMoved = (entries: readonly Entry[]): string =>
  [...Map.groupBy(entries, ({ currency }) => currency)]
    .map(([currency, own]) =>
      shown(toHundredths(own.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)), currency),
    )
    .join(' + ')

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
      <WholeTable
        file="ledger-months"
        caption={t('operator.ledger.months')}
        rows={months}
        rowKey={({ currency, month }) => `${currency}-${month}`}
        empty={null}
        detail={({ balances, currency }) => <Entries entries={balances.map((one) => ({ ...one, currency }))} />}
        columns={[
          {
            id: 'month',
            label: t('operator.ledger.month'),
            cell: ({ month, currency }) => `${nameOfMonth(month)}, ${currency}`,
          },
          {
            id: 'state',
            label: t('operator.ledger.monthState'),
            width: 100,
            cell: ({ state, closedAt, closedBy }) =>
              state === 'closed'
                ? t('operator.ledger.closed', { date: formatShortMoment(closedAt ?? ''), name: closedBy || '–' })
                : t('operator.ledger.open'),
          },
          {
            id: 'act',
            label: t('operator.ledger.close'),
            kind: 'act',
            cell: (one) =>
              one.state === 'next' && (
                <Button size="small" kind="secondary" onClick={() => ask(one)}>
                  {t('operator.ledger.close')}
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}

export const ErrorBoundary = ConsoleError
