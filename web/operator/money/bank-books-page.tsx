import { useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import consoleStyles from '#web/operator/console.module.css'
import { formatOperatorMoment, formatShortMoment, toWords } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'

const t = createTranslator(bankMessages)
const countries = ['GB', 'US', 'AU', 'CA'] as const

/** Lists the last two years of months, newest first, and the given one. */
function listMonths(chosen: string): string[] {
  const now = new Date()
  const months = Array.from({ length: 24 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
  return months.includes(chosen) ? months : [...months, chosen]
}

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
  const list = useRows(first, async () => first)
  return (
    <ConsoleFrame title={t('operator.bank')} text={t('operator.bank.text')}>
      <div className={consoleStyles.toolbar}>
        <TableFilters
          filters={[
            {
              name: 'month',
              label: t('operator.bank.month'),
              usual: month,
              options: listMonths(month).map((one) => [one, formatMonthName(one)]),
            },
            {
              name: 'country',
              label: t('operator.bank.market'),
              usual: country,
              options: countries.map((one) => [one, t(`operator.bank.market.${one}`)]),
            },
          ]}
        />
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
                label: t('operator.bank.kind', { kind: toWords(category), n: lines }),
                value: shown(net, currency),
              })),
              ...totals.map(({ currency, service, ledger }) => ({
                label: t('operator.bank.total'),
                value: shown(service, currency),
                note: t('operator.bank.ours', { ledger: shown(ledger, currency) }),
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
            cell: ({ category, name }) => [category && toWords(category), toLineName(name)].filter(Boolean).join(', '),
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

/** Entries of our ledger are numbers; lines of the provider keep its ID, by which its own pages find them. */
const toLineName = (name: string): string =>
  name.replace(/^movement (\d+)$/, (_, number) => t('operator.bank.entry', { number }))

export const ErrorBoundary = ConsoleError
