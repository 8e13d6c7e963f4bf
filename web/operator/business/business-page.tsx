import { useLoaderData } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDuration, formatMoney, formatNumber, toPercent } from '#contract/format.ts'
import type { operatorBusiness } from '#contract/operator/business.ts'
import { CountryCode } from '#contract/values.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { type Column, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, formatWeek, getMarketName, sumByKey } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import { businessMessages } from './business-messages.ts'
import { CohortFigure } from './cohort-figure.tsx'
import { MoneyFigure } from './money-figure.tsx'
import { SupplyFigure, UnmetFigure } from './squares-figures.tsx'
import consoleStyles from '#web/operator/console.module.css'
import styles from './business-page.module.css'

const t = createTranslator(businessMessages)
const spans = [4, 12, 26, 53] as const
const USUAL_WEEKS = 12

/** Parses the filters in the address; ignores unknown ones. */
function chosenIn(request: Request) {
  const { searchParams } = new URL(request.url)
  const country = CountryCode.safeParse(searchParams.get('market'))
  const kind = searchParams.get('kind') ?? ''
  const weeks = Number(searchParams.get('weeks'))
  return {
    weeks: spans.find((span) => span === weeks) ?? USUAL_WEEKS,
    ...(country.success && { countryCode: country.data }),
    ...(/^\d{1,6}$/.test(kind) && { categoryId: Number(kind) }),
  }
}

export const clientLoader = requireSession(async ({ request }) => {
  const chosen = chosenIn(request)
  const { weeks: _, ...ofAllTime } = chosen
  const api = browserApi()
  const { user } = await api.accounts.me({})
  const [funnel, money, quotes, squares, cohorts] = await Promise.all([
    api.operatorBusiness.funnel(chosen),
    api.operatorBusiness.money(chosen),
    api.operatorBusiness.firstQuotes(chosen),
    api.operatorBusiness.squares(chosen.countryCode ? { countryCode: chosen.countryCode } : {}),
    api.operatorBusiness.cohorts(ofAllTime),
  ])
  return {
    chosen,
    funnel,
    money,
    quotes,
    squares,
    cohorts,
    opens: { ledger: hasDuty(user.duties, ['money']), demand: hasDuty(user.duties, ['content']) },
  }
})

export const HydrateFallback = Undetermined

export default function BusinessPage() {
  const { chosen, funnel, money, quotes, squares, cohorts, opens } = useLoaderData<typeof clientLoader>()
  const { kinds, weeks } = funnel
  const kindName = (id: number) => kinds.find((kind) => kind.id === id)?.label ?? String(id)
  const byMonth = { months: cohorts.months }
  return (
    <ConsoleFrame title={t('business.title')} text={t('business.text')}>
      <div className={consoleStyles.toolbar}>
        <TableFilters
          filters={[
            {
              name: 'market',
              label: t('business.market'),
              options: countries.map((code) => [code, getMarketName(code)]),
            },
            { name: 'kind', label: t('business.kind'), options: kinds.map(({ id, label }) => [String(id), label]) },
            {
              name: 'weeks',
              label: t('business.weeks'),
              usual: String(chosen.weeks),
              options: spans.map((n) => [String(n), t('business.weeks.n', { n })]),
            },
          ]}
        />
      </div>
      <KeyFigures funnel={funnel} money={money} quotes={quotes} />
      <div className={joinClasses('two-columns even', styles.figures)}>
        <FunnelFigure {...funnel} />
        <MoneyFigure {...money} kinds={kinds} ledger={opens.ledger} />
        <FirstQuotesFigure {...quotes} axis={weeks} kindName={kindName} />
        <UnmetFigure squares={squares.squares} demand={opens.demand} />
      </div>
      <SupplyFigure squares={squares.squares} />
      <CohortFigure
        {...byMonth}
        title={t('business.customers')}
        file="customers"
        means={t('business.customers.means')}
        none={t('business.customers.none')}
        cohorts={cohorts.customers}
      />
      <CohortFigure
        {...byMonth}
        title={t('business.artists.cohort')}
        file="artists"
        means={t('business.artists.means')}
        none={t('business.artists.none')}
        cohorts={cohorts.artists}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

type Calls = typeof operatorBusiness

/** The totals of the chosen weeks. Sums of several currencies stand one below the other. */
function KeyFigures({
  funnel,
  money,
  quotes,
}: {
  funnel: OutputOf<Calls['funnel']>
  money: OutputOf<Calls['money']>
  quotes: OutputOf<Calls['firstQuotes']>
}) {
  const all = added(funnel.rows)
  const currencies = [...new Set(money.rows.map(({ currency }) => currency))]
  const totalOf = (name: 'gross' | 'take' | 'refunds') =>
    currencies
      .map((currency) => {
        const own = money.rows.filter((row) => row.currency === currency)
        return formatMoney(
          own.reduce((sum, row) => sum + row[name], 0),
          currency,
          { mixed: currencies.length > 1 },
        )
      })
      .join(' + ')
  return (
    <FactStrip
      facts={[
        { label: t('business.searches'), value: formatNumber(all.searches) },
        {
          label: t('business.booked'),
          value: formatNumber(all.booked),
          note:
            all.searches > 0 && t('business.share.searched', { n: Math.round(toPercent(all.booked, all.searches)) }),
        },
        { label: t('business.gross'), value: totalOf('gross') },
        { label: t('business.take'), value: totalOf('take') },
        { label: t('business.refunds'), value: totalOf('refunds') },
        quotes.all.asked > 0 && { label: t('business.quotes'), value: waitedFor(quotes.all.middleMinutes) },
      ]}
    />
  )
}

type Answer = OutputOf<Calls['firstQuotes']>
type Waited = Answer['all']

const waitedFor = (minutes: number | null) =>
  minutes === null ? t('business.unanswered') : formatDuration(Math.round(minutes))
const counts: readonly Column<Waited>[] = [
  { label: t('business.asked'), value: ({ asked }) => asked, shown: ({ asked }) => formatNumber(asked) },
  { label: t('business.answered'), value: ({ answered }) => answered, shown: ({ answered }) => formatNumber(answered) },
]
const shown: readonly Column<Waited>[] = [
  ...counts,
  { label: t('business.middle'), value: (row) => row.middleMinutes, shown: (row) => waitedFor(row.middleMinutes) },
  { label: t('business.most'), value: (row) => row.mostMinutes, shown: (row) => waitedFor(row.mostMinutes) },
]
const rounded = (minutes: number | null) => minutes && Math.round(minutes * 10) / 10

function FirstQuotesFigure({
  all,
  weeks,
  markets,
  kinds,
  axis,
  kindName,
}: Answer & { axis: readonly string[]; kindName: (id: number) => string }) {
  const known = new Map(weeks.map((row) => [row.week, row]))
  const most = Math.max(0, ...weeks.map(({ mostMinutes }) => mostMinutes ?? 0))
  return (
    <Figure
      title={t('business.quotes')}
      file="first-quotes"
      means={t('business.quotes.means')}
      data={readTableData(
        t('business.quotes'),
        [
          { label: t('business.week'), value: ({ week }) => week },
          ...counts,
          { label: t('business.middle.minutes'), value: (row) => rounded(row.middleMinutes) },
          { label: t('business.most.minutes'), value: (row) => rounded(row.mostMinutes) },
        ],
        weeks,
      )}
      tables={[
        readTableData(
          t('business.by.week'),
          [{ label: t('business.week'), value: ({ week }) => formatWeek(week) }, ...shown],
          weeks.toReversed(),
        ),
        readTableData(
          t('business.by.market'),
          [{ label: t('business.market'), value: ({ countryCode }) => getMarketName(countryCode) }, ...shown],
          markets,
        ),
        readTableData(
          t('business.by.kind'),
          [{ label: t('business.kind'), value: ({ categoryId }) => kindName(categoryId) }, ...shown],
          kinds,
        ),
      ]}
      empty={all.asked === 0 && <Empty title={t('business.none')}>{t('business.none.text')}</Empty>}>
      <p className="bold">
        {`${t('business.middle')}: ${waitedFor(all.middleMinutes)} · ${t('business.most')}: ${waitedFor(all.mostMinutes)}`}
      </p>
      <p className="small muted">{t('business.quotes.bars')}</p>
      <BarChart
        label={t('business.quotes.chart', { most: formatDuration(Math.round(most)) })}
        format={(minutes) => formatDuration(Math.round(minutes))}
        bars={axis.map((week) => ({
          key: week,
          name: formatWeek(week),
          value: known.get(week)?.mostMinutes ?? 0,
          part: known.get(week)?.middleMinutes ?? 0,
        }))}
      />
    </Figure>
  )
}

const stages = ['searches', 'seen', 'asked', 'booked', 'kept'] as const
type Counts = Record<(typeof stages)[number], number>
const counted: readonly Column<Counts>[] = stages.map((stage) => ({
  label: t(`business.${stage}`),
  value: (row) => row[stage],
  shown: (row) => formatNumber(row[stage]),
}))

const added = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(stages.map((stage) => [stage, rows.reduce((sum, row) => sum + row[stage], 0)])) as Counts

function FunnelFigure({ weeks, kinds, rows }: OutputOf<Calls['funnel']>) {
  const byWeek = sumByKey(rows, weeks, ({ week }) => week, stages)
  const all = added(rows)
  const kindName = (id: number) => kinds.find((kind) => kind.id === id)?.label ?? String(id)
  const most = Math.max(...byWeek.map(({ searches }) => searches))
  const said = Object.fromEntries(stages.map((stage) => [stage, formatNumber(all[stage])]))
  return (
    <Figure
      title={t('business.funnel')}
      file="funnel"
      means={t('business.funnel.means')}
      data={readTableData(
        t('business.funnel'),
        [
          { label: t('business.week'), value: (row) => row.week },
          { label: t('business.market'), value: (row) => row.countryCode },
          { label: t('business.kind'), value: (row) => kindName(row.categoryId) },
          ...counted,
        ],
        rows,
      )}
      tables={[
        readTableData(
          t('business.by.week'),
          [{ label: t('business.week'), value: ({ key }) => formatWeek(key) }, ...counted],
          byWeek.toReversed(),
        ),
        readTableData(
          t('business.by.market'),
          [{ label: t('business.market'), value: ({ key }) => getMarketName(key) }, ...counted],
          sumByKey(rows, countries, ({ countryCode }) => countryCode, stages),
        ),
        readTableData(
          t('business.by.kind'),
          [{ label: t('business.kind'), value: ({ key }) => kindName(key) }, ...counted],
          sumByKey(
            rows,
            kinds.map(({ id }) => id),
            ({ categoryId }) => categoryId,
            stages,
          ),
        ),
      ]}
      empty={all.searches === 0 && <Empty title={t('business.none')}>{t('business.none.text')}</Empty>}>
      <StepBars
        label={t('business.funnel.steps', { ...said, n: said['searches'] as string })}
        steps={stages.map((stage, i) => ({
          key: stage,
          name: t(`business.${stage}`),
          value: all[stage],
          said:
            i > 0
              ? `${formatNumber(all[stage])} (${t('business.share', { n: Math.round(toPercent(all[stage], all.searches || 1)) })})`
              : formatNumber(all[stage]),
        }))}
      />
      <p className="small muted">{t('business.funnel.weeks')}</p>
      <BarChart
        label={t('business.funnel.chart', {
          from: formatWeek(weeks[0] ?? ''),
          to: formatWeek(weeks.at(-1) ?? ''),
          most: formatNumber(most),
        })}
        bars={byWeek.map(({ key, searches, booked }) => ({
          key,
          name: formatWeek(key),
          value: searches,
          part: booked,
        }))}
      />
    </Figure>
  )
}
