import type { Insights } from '#contract/calendar/insights.ts'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { type Column, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, formatMonthName, formatShortMonth, sumByKey } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { useInsightMessages } from './insight-messages.ts'

export function EarnedFigure({ earned, kinds, currency }: Pick<Insights, 'earned' | 'kinds' | 'currency'>) {
  const { t } = useInsightMessages()
  const amount = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const kindName = (id: number | null) => kinds.find((kind) => kind.id === id)?.label ?? t('in.earned.no.kind')
  const every = earned.flatMap(({ kinds }) => kinds)
  const byKind = sumByKey(every, [...new Set(every.map(({ categoryId }) => categoryId))], (row) => row.categoryId, [
    'yours',
  ])
  const most = Math.max(...earned.map(({ yours }) => yours))
  type Month = Insights['earned'][number]
  const months: Column<Month>[] = [
    { label: t('in.month'), value: ({ month }) => month, shown: ({ month }) => formatMonthName(month) },
    {
      label: t('in.earned.bookings'),
      value: ({ bookings }) => bookings,
      shown: ({ bookings }) => formatNumber(bookings),
    },
    { label: t('in.earned.yours'), value: ({ yours }) => yours, shown: ({ yours }) => amount(yours) },
  ]
  const none = earned.every(({ yours, bookings }) => yours === 0 && bookings === 0)
  return (
    <Figure
      title={t('in.earned')}
      file="earnings"
      means={t('in.earned.means')}
      data={readTableData(
        t('in.earned'),
        [
          ...months,
          ...byKind.map(({ key }) => ({
            label: kindName(key),
            value: ({ kinds }: Month) => kinds.find(({ categoryId }) => categoryId === key)?.yours ?? 0,
          })),
        ],
        earned,
      )}
      tables={[
        readTableData(t('in.earned'), months, earned.toReversed()),
        readTableData(
          t('in.earned.kinds'),
          [
            { label: t('in.earned.kind'), value: ({ key }) => kindName(key) },
            { label: t('in.earned.yours'), value: ({ yours }) => yours, shown: ({ yours }) => amount(yours) },
          ],
          byKind,
        ),
      ]}
      empty={none && <Empty title={t('in.earned.none')}>{t('in.none.text')}</Empty>}>
      <BarChart
        label={t('in.earned.chart', {
          from: formatMonthName(earned[0]?.month ?? ''),
          to: formatMonthName(earned.at(-1)?.month ?? ''),
          most: amount(most),
        })}
        bars={earned.map(({ month, yours }) => ({ key: month, name: formatShortMonth(month), value: yours }))}
        format={(yours) => formatMoney(Math.round(yours), currency)}
      />
      {byKind.length > 1 && (
        <>
          <p className="small muted">{t('in.earned.kinds.chart')}</p>
          <StepBars
            label={t('in.earned.kinds.chart')}
            steps={byKind.map(({ key, yours }) => ({
              key: String(key),
              name: kindName(key),
              value: yours,
              said: amount(yours),
            }))}
          />
        </>
      )}
    </Figure>
  )
}

export function AheadFigure({ ahead, currency }: Pick<Insights, 'ahead' | 'currency'>) {
  const { t } = useInsightMessages()
  const most = Math.max(0, ...ahead.map(({ bookings }) => bookings))
  return (
    <Figure
      title={t('in.ahead')}
      file="ahead"
      means={t('in.ahead.means')}
      data={readTableData(
        t('in.ahead'),
        [
          { label: t('in.month'), value: ({ month }) => month, shown: ({ month }) => formatMonthName(month) },
          {
            label: t('in.ahead.bookings'),
            value: ({ bookings }) => bookings,
            shown: (row) => formatNumber(row.bookings),
          },
          {
            label: t('in.ahead.yours'),
            value: ({ yours }) => yours,
            shown: ({ yours }) => formatMoney(yours, currency, { decimals: 'always' }),
          },
        ],
        ahead,
      )}
      empty={ahead.length === 0 && <Empty title={t('in.ahead.none')}>{t('in.none.text')}</Empty>}>
      <StepBars
        label={t('in.ahead.chart', {
          from: formatMonthName(ahead[0]?.month ?? ''),
          to: formatMonthName(ahead.at(-1)?.month ?? ''),
          most: formatNumber(most),
        })}
        atFirst={6}
        steps={ahead.map(({ month, bookings, yours }) => ({
          key: month,
          name: formatMonthName(month),
          value: bookings,
          said: t('in.ahead.said', { n: bookings, amount: formatMoney(yours, currency) }),
        }))}
      />
    </Figure>
  )
}

export function PricesFigure({ prices, currency }: Pick<Insights, 'prices' | 'currency'>) {
  const { t } = useInsightMessages()
  const amount = (n: number) => formatMoney(n, currency)
  return (
    <Figure
      title={t('in.prices')}
      file="prices"
      means={t('in.prices.means')}
      data={readTableData(
        t('in.prices'),
        [
          { label: t('in.prices.service'), value: ({ service }) => service },
          { label: t('in.prices.own'), value: ({ own }) => own, shown: ({ own }) => amount(own) },
          {
            label: t('in.prices.middle'),
            value: ({ middle }) => middle,
            shown: ({ middle }) => (middle === null ? t('in.prices.few') : amount(middle)),
          },
          {
            label: t('in.prices.artists'),
            value: ({ artists }) => artists,
            shown: ({ artists }) => (artists === null ? '' : formatNumber(artists)),
          },
        ],
        prices,
      )}
      empty={prices.length === 0 && <Empty title={t('in.prices.none')}>{t('in.none.text')}</Empty>}>
      <p className="small muted">{t('in.prices.bars')}</p>
      <StepBars
        label={t('in.prices.chart')}
        atFirst={6}
        steps={prices.map(({ service, own, middle }) => ({
          key: service,
          name: service,
          value: own,
          mark: middle,
          said: middle === null ? amount(own) : t('in.prices.said', { own: amount(own), middle: amount(middle) }),
        }))}
      />
    </Figure>
  )
}
