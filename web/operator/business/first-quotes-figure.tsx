import type { operatorBusiness } from '#contract/operator/business.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { duration, number } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { Empty } from '#web/ui/empty.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { businessWords } from './business-words.ts'
import { type Column, dataOf } from '#web/ui/figures/data-table.tsx'
import { Figure } from '#web/ui/figures/figure.tsx'
import { marketName, weekName } from '#web/ui/figures/named.ts'

const t = reader(businessWords)
type Answer = OutputOf<typeof operatorBusiness.firstQuotes>
type Waited = Answer['all']

const waitedFor = (minutes: number | null) => (minutes === null ? t('biz.unanswered') : duration(Math.round(minutes)))
const counts: readonly Column<Waited>[] = [
  { label: t('biz.asked'), value: ({ asked }) => asked, shown: ({ asked }) => number(asked) },
  { label: t('biz.answered'), value: ({ answered }) => answered, shown: ({ answered }) => number(answered) },
]
const shown: readonly Column<Waited>[] = [
  ...counts,
  { label: t('biz.middle'), value: (row) => row.middleMinutes, shown: (row) => waitedFor(row.middleMinutes) },
  { label: t('biz.most'), value: (row) => row.mostMinutes, shown: (row) => waitedFor(row.mostMinutes) },
]
const rounded = (minutes: number | null) => minutes && Math.round(minutes * 10) / 10

/** How long those who asked waited for a first price. */
export function FirstQuotesFigure({
  all,
  weeks,
  markets,
  kinds,
  axis,
  kindName,
}: Answer & { /** All weeks that are looked at. */ axis: readonly string[]; kindName: (id: number) => string }) {
  const known = new Map(weeks.map((row) => [row.week, row]))
  const most = Math.max(0, ...weeks.map(({ mostMinutes }) => mostMinutes ?? 0))
  return (
    <Figure
      title={t('biz.quotes')}
      file="first-quotes"
      means={t('biz.quotes.means')}
      beside={
        <span className="small muted">
          {`${t('biz.middle')}: ${waitedFor(all.middleMinutes)} · ${t('biz.most')}: ${waitedFor(all.mostMinutes)}`}
        </span>
      }
      data={dataOf(
        t('biz.quotes'),
        [
          { label: t('biz.week'), value: ({ week }) => week },
          ...counts,
          { label: t('biz.middle.minutes'), value: (row) => rounded(row.middleMinutes) },
          { label: t('biz.most.minutes'), value: (row) => rounded(row.mostMinutes) },
        ],
        weeks,
      )}
      tables={[
        dataOf(
          t('biz.by.week'),
          [{ label: t('biz.week'), value: ({ week }) => weekName(week) }, ...shown],
          weeks.toReversed(),
        ),
        dataOf(
          t('biz.by.market'),
          [{ label: t('biz.market'), value: ({ countryCode }) => marketName(countryCode) }, ...shown],
          markets,
        ),
        dataOf(
          t('biz.by.kind'),
          [{ label: t('biz.kind'), value: ({ categoryId }) => kindName(categoryId) }, ...shown],
          kinds,
        ),
      ]}
      empty={all.asked === 0 && <Empty title={t('biz.none')}>{t('biz.none.text')}</Empty>}>
      <p className="small muted">{t('biz.quotes.bars')}</p>
      <BarChart
        label={t('biz.quotes.chart', { most: duration(Math.round(most)) })}
        bars={axis.map((week) => ({
          key: week,
          name: weekName(week),
          value: known.get(week)?.mostMinutes ?? 0,
          part: known.get(week)?.middleMinutes ?? 0,
        }))}
      />
    </Figure>
  )
}
