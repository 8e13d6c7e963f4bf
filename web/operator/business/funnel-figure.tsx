import type { operatorBusiness } from '#contract/operator/business.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { number, percent } from '#contract/format.ts'
import { countries, reader } from '#contract/words.ts'
import { Empty } from '#web/ui/empty.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { businessWords } from './business-words.ts'
import { type Column, dataOf } from '#web/ui/figures/data-table.tsx'
import { Figure } from '#web/ui/figures/figure.tsx'
import { marketName, summed, weekName } from '#web/ui/figures/named.ts'
import { StepBars } from '#web/ui/figures/step-bars.tsx'

const t = reader(businessWords)
const stages = ['searches', 'seen', 'asked', 'booked', 'kept'] as const
type Counts = Record<(typeof stages)[number], number>
const counted: readonly Column<Counts>[] = stages.map((stage) => ({
  label: t(`biz.${stage}`),
  value: (row) => row[stage],
  shown: (row) => number(row[stage]),
}))

const added = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(stages.map((stage) => [stage, rows.reduce((sum, row) => sum + row[stage], 0)])) as Counts

/** How many searched events came how far. */
export function FunnelFigure({ weeks, kinds, rows }: OutputOf<typeof operatorBusiness.funnel>) {
  const byWeek = summed(rows, weeks, ({ week }) => week, stages)
  const all = added(rows)
  const kindName = (id: number) => kinds.find((kind) => kind.id === id)?.label ?? String(id)
  const most = Math.max(...byWeek.map(({ searches }) => searches))
  const said = Object.fromEntries(stages.map((stage) => [stage, number(all[stage])]))
  return (
    <Figure
      title={t('biz.funnel')}
      file="funnel"
      means={t('biz.funnel.means')}
      data={dataOf(
        t('biz.funnel'),
        [
          { label: t('biz.week'), value: (row) => row.week },
          { label: t('biz.market'), value: (row) => row.countryCode },
          { label: t('biz.kind'), value: (row) => kindName(row.categoryId) },
          ...counted,
        ],
        rows,
      )}
      tables={[
        dataOf(
          t('biz.by.week'),
          [{ label: t('biz.week'), value: ({ key }) => weekName(key) }, ...counted],
          byWeek.toReversed(),
        ),
        dataOf(
          t('biz.by.market'),
          [{ label: t('biz.market'), value: ({ key }) => marketName(key) }, ...counted],
          summed(rows, countries, ({ countryCode }) => countryCode, stages),
        ),
        dataOf(
          t('biz.by.kind'),
          [{ label: t('biz.kind'), value: ({ key }) => kindName(key) }, ...counted],
          summed(
            rows,
            kinds.map(({ id }) => id),
            ({ categoryId }) => categoryId,
            stages,
          ),
        ),
      ]}
      empty={all.searches === 0 && <Empty title={t('biz.none')}>{t('biz.none.text')}</Empty>}>
      <StepBars
        label={t('biz.funnel.steps', { ...said, n: said['searches'] as string })}
        steps={stages.map((stage, i) => ({
          key: stage,
          name: t(`biz.${stage}`),
          value: all[stage],
          said:
            i > 0
              ? `${number(all[stage])} · ${t('biz.share', { n: Math.round(percent(all[stage], all.searches || 1)) })}`
              : number(all[stage]),
        }))}
      />
      <p className="small muted">{t('biz.funnel.weeks')}</p>
      <BarChart
        label={t('biz.funnel.chart', {
          from: weekName(weeks[0] ?? ''),
          to: weekName(weeks.at(-1) ?? ''),
          most: number(most),
        })}
        bars={byWeek.map(({ key, searches, booked }) => ({ key, name: weekName(key), value: searches, part: booked }))}
      />
    </Figure>
  )
}
