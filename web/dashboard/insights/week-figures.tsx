import { type Insights, lostReasons } from '#contract/calendar/insights.ts'
import { formatDuration, formatNumber } from '#contract/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { type Column, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, formatWeek, sumByKey } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { useInsightMessages } from './insight-messages.ts'

const places = ['first', 'near', 'further'] as const

export function SeenFigures({ weeks, seen }: Pick<Insights, 'weeks' | 'seen'>) {
  const { t } = useInsightMessages()
  const rows = sumByKey(seen, weeks, ({ week }) => week, ['views', ...places]).map((row) => ({
    ...row,
    shown: row.first + row.near + row.further,
  }))
  type Row = (typeof rows)[number]
  const week: Column<Row> = { label: t('in.week'), value: ({ key }) => key, shown: ({ key }) => formatWeek(key) }
  const between = (most: number) => ({
    from: formatWeek(weeks[0] ?? ''),
    to: formatWeek(weeks.at(-1) ?? ''),
    most: formatNumber(most),
  })
  const [shown, views] = [Math.max(...rows.map((row) => row.shown)), Math.max(...rows.map((row) => row.views))]
  return (
    <>
      <Figure
        title={t('in.seen')}
        file="shown"
        means={t('in.seen.means')}
        data={readTableData(
          t('in.seen'),
          [
            week,
            ...places.map((place) => ({
              label: t(`in.seen.${place}`),
              value: (row: Row) => row[place],
              shown: (row: Row) => formatNumber(row[place]),
            })),
          ],
          rows.toReversed(),
        )}
        empty={shown === 0 && <Empty title={t('in.seen.none')}>{t('in.none.text')}</Empty>}>
        <p className="small muted">{t('in.seen.bars')}</p>
        <BarChart
          label={t('in.seen.chart', between(shown))}
          bars={rows.map(({ key, shown, first }) => ({ key, name: formatWeek(key), value: shown, part: first }))}
        />
      </Figure>
      <Figure
        title={t('in.views')}
        file="views"
        means={t('in.views.means')}
        data={readTableData(
          t('in.views'),
          [
            week,
            { label: t('in.views'), value: (row: Row) => row.views, shown: (row: Row) => formatNumber(row.views) },
          ],
          rows.toReversed(),
        )}
        empty={views === 0 && <Empty title={t('in.views.none')}>{t('in.none.text')}</Empty>}>
        <BarChart
          label={t('in.views.chart', between(views))}
          bars={rows.map(({ key, views }) => ({ key, name: formatWeek(key), value: views }))}
        />
      </Figure>
    </>
  )
}

const counts = ['requests', 'offers', 'won', 'lost', 'declined', 'waiting', 'instant'] as const

export function AskedFigure({ weeks, asked }: Pick<Insights, 'weeks' | 'asked'>) {
  const { t } = useInsightMessages()
  const middles = new Map(asked.map(({ week, middleMinutes }) => [week, middleMinutes]))
  const rows = sumByKey(asked, weeks, ({ week }) => week, counts).map((row) => ({
    ...row,
    middle: middles.get(row.key) ?? null,
  }))
  type Row = (typeof rows)[number]
  const most = Math.max(...rows.map(({ requests }) => requests))
  const columns = (reply: string): Column<Row>[] => [
    { label: t('in.week'), value: ({ key }) => key, shown: ({ key }) => formatWeek(key) },
    ...counts.map((count) => ({
      label: t(`in.asked.${count}`),
      value: (row: Row) => row[count],
      shown: (row: Row) => formatNumber(row[count]),
    })),
    {
      label: reply,
      value: ({ middle }) => middle && Math.round(middle),
      shown: ({ middle }) => (middle === null ? '' : formatDuration(Math.round(middle))),
    },
  ]
  const shown = rows.toReversed()
  return (
    <Figure
      title={t('in.asked')}
      file="requests"
      means={t('in.asked.means')}
      data={readTableData(t('in.asked'), columns(t('in.asked.reply.minutes')), shown)}
      tables={[readTableData(t('in.asked'), columns(t('in.asked.reply')), shown)]}
      empty={
        rows.every(({ requests, instant }) => requests + instant === 0) && (
          <Empty title={t('in.asked.none')}>{t('in.none.text')}</Empty>
        )
      }>
      <p className="small muted">{t('in.asked.bars')}</p>
      <BarChart
        label={t('in.asked.chart', {
          from: formatWeek(weeks[0] ?? ''),
          to: formatWeek(weeks.at(-1) ?? ''),
          most: formatNumber(most),
        })}
        bars={rows.map(({ key, requests, won }) => ({ key, name: formatWeek(key), value: requests, part: won }))}
      />
    </Figure>
  )
}

export function LostFigure({ lost }: Pick<Insights, 'lost'>) {
  const { t } = useInsightMessages()
  if (lost.every(({ n }) => n === 0)) return null
  const rows = lostReasons.map((reason) => ({ reason, n: lost.find((one) => one.reason === reason)?.n ?? 0 }))
  return (
    <Figure
      title={t('in.lost')}
      file="lost"
      means={t('in.lost.means')}
      data={readTableData(
        t('in.lost'),
        [
          { label: t('in.lost.reason'), value: ({ reason }) => t(`in.lost.${reason}`) },
          { label: t('in.lost.n'), value: ({ n }) => n, shown: ({ n }) => formatNumber(n) },
        ],
        rows,
      )}>
      <StepBars
        label={t('in.lost.chart')}
        steps={rows.map(({ reason, n }) => ({
          key: reason,
          name: t(`in.lost.${reason}`),
          value: n,
          said: formatNumber(n),
        }))}
      />
    </Figure>
  )
}
