import { Link } from 'react-router'
import type { MoneyRow, operatorBusiness } from '#contract/operator/business.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { businessMessages } from './business-messages.ts'
import { type Column, type Data, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, formatWeek, getMarketName, sumByKey } from '#web/ui/figures/figure.tsx'

const t = createTranslator(businessMessages)
const sums = ['bookings', 'gross', 'take', 'refunds', 'refunded', 'disputes'] as const
type Sums = Record<(typeof sums)[number], number>

const columnsIn = (currency: string): readonly Column<Sums>[] => [
  { label: t('business.bookings'), value: (row) => row.bookings, shown: (row) => formatNumber(row.bookings) },
  ...(['gross', 'take', 'refunds'] as const).map((name) => ({
    label: t(`business.${name}`),
    value: (row: Sums) => row[name],
    shown: (row: Sums) => formatMoney(row[name], currency, { decimals: 'always' }),
  })),
  { label: t('business.refunded'), value: (row) => row.refunded, shown: (row) => formatNumber(row.refunded) },
  { label: t('business.disputes'), value: (row) => row.disputes, shown: (row) => formatNumber(row.disputes) },
]

export function MoneyFigure({
  weeks,
  rows,
  kinds,
  ledger,
}: OutputOf<typeof operatorBusiness.money> & {
  kinds: readonly { id: number; label: string }[]
  ledger: boolean
}) {
  const kindName = (id: number | null) => kinds.find((kind) => kind.id === id)?.label ?? t('business.no.kind')
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const of = (currency: string) => rows.filter((row) => row.currency === currency)
  return (
    <Figure
      title={t('business.money')}
      file="money"
      means={t('business.money.means')}
      beside={
        ledger && (
          <Link className="link tap-target" to="/operator/ledger">
            {t('business.ledger')}
          </Link>
        )
      }
      data={readTableData<MoneyRow>(
        t('business.money'),
        [
          { label: t('business.week'), value: (row) => row.week },
          { label: t('business.market'), value: (row) => row.countryCode },
          { label: t('business.kind'), value: (row) => kindName(row.categoryId) },
          { label: t('business.currency'), value: (row) => row.currency },
          ...sums.map((name) => ({ label: t(`business.${name}`), value: (row: MoneyRow) => row[name] })),
        ],
        rows,
      )}
      tables={currencies.flatMap((currency): Data[] => {
        const columns = columnsIn(currency)
        const market = of(currency)[0]?.countryCode ?? 'GB'
        return [
          readTableData(
            `${t('business.by.week')}, ${getMarketName(market)}`,
            [{ label: t('business.week'), value: ({ key }) => formatWeek(key) }, ...columns],
            sumByKey(of(currency), weeks, ({ week }) => week, sums).toReversed(),
          ),
          readTableData(
            `${t('business.by.kind')}, ${getMarketName(market)}`,
            [{ label: t('business.kind'), value: ({ key }) => kindName(key) }, ...columns],
            sumByKey(
              of(currency),
              [...new Set(of(currency).map(({ categoryId }) => categoryId))],
              ({ categoryId }) => categoryId,
              sums,
            ),
          ),
        ]
      })}
      empty={rows.length === 0 && <Empty title={t('business.none')}>{t('business.none.text')}</Empty>}>
      {currencies.map((currency) => {
        const byWeek = sumByKey(of(currency), weeks, ({ week }) => week, sums)
        const said = {
          currency,
          from: formatWeek(weeks[0] ?? ''),
          to: formatWeek(weeks.at(-1) ?? ''),
          most: formatMoney(Math.max(...byWeek.map(({ gross }) => gross)), currency),
        }
        return (
          <div key={currency} className="stack gap-8">
            <p className="small muted">{t('business.money.bars', { currency })}</p>
            <BarChart
              label={t('business.money.chart', said)}
              bars={byWeek.map(({ key, gross, take }) => ({
                key,
                name: formatWeek(key),
                value: gross,
                part: Math.max(0, take),
              }))}
            />
          </div>
        )
      })}
    </Figure>
  )
}
