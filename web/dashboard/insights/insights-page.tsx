import { useState } from 'react'
import { Form, Link, useLoaderData, useNavigation, useSubmit } from 'react-router'
import type { insights, Insights, SuggestedChange } from '#contract/calendar/insights.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDistance, formatDuration, formatMoney, formatNightTime, formatNumber } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { replyNote } from '#web/dashboard/home-cards.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { useInsightMessages } from './insight-messages.ts'
import styles from './insights-page.module.css'
import { AheadFigure, EarnedFigure, PricesFigure } from './money-figures.tsx'
import { AskedFigure, LostFigure, SeenFigures } from './week-figures.tsx'

const spans = [4, 12, 26, 53] as const
const USUAL_WEEKS = 12

/** Loads insights for the weeks in the address. The suggestion is null if its request fails or is throttled. */
export const clientLoader = requireSession(async ({ request }) => {
  const asked = Number(new URL(request.url).searchParams.get('weeks'))
  const weeks = spans.find((span) => span === asked) ?? USUAL_WEEKS
  const api = browserApi()
  const [shown, suggestion] = await Promise.all([
    api.insights.show({ weeks }),
    api.insights.suggestion({}).catch(() => null),
  ])
  return { weeks, shown, suggestion }
})

export default function InsightsPage() {
  const { weeks, shown, suggestion } = useLoaderData<typeof clientLoader>()
  const { t } = useInsightMessages()
  // On phones one topic is shown at a time.
  const [topic, setTopic] = useState<(typeof topics)[number]>('seen')
  const submit = useSubmit()
  const moving = useNavigation().state === 'loading'
  return (
    <DashboardFrame title={t('in.title')} text={t('in.text')}>
      {isNew(shown) ? (
        <Empty title={t('in.none')}>
          <p>{t('in.none.text')}</p>
          <ButtonLink to="/dashboard/appearance" kind="secondary">
            {t('in.none.appearance')}
          </ButtonLink>
        </Empty>
      ) : (
        <Sums {...shown} />
      )}
      {suggestion && <SuggestionCard {...suggestion} />}
      {!isNew(shown) && (
        <>
          <Form className={styles.weeks} aria-busy={moving} onChange={(event) => submit(event.currentTarget)}>
            <SelectField label={t('in.weeks')} name="weeks" defaultValue={weeks}>
              {spans.map((n) => (
                <option key={n} value={n}>
                  {t('in.weeks.n', { n })}
                </option>
              ))}
            </SelectField>
          </Form>
          <SegmentedChoice
            className={styles.topics}
            label={t('in.topic')}
            value={topic}
            choices={topics.map((value) => ({ value, label: t(`in.topic.${value}`) }))}
            onChange={setTopic}
          />
          <div className={styles.figures} data-topic={topic}>
            <div className={styles.topic} data-topic="seen">
              <SeenFigures {...shown} />
            </div>
            <div className={styles.topic} data-topic="asked">
              <div className={shown.lost.some(({ n }) => n > 0) ? undefined : styles.wide}>
                <AskedFigure {...shown} />
              </div>
              <LostFigure {...shown} />
            </div>
            <div className={styles.topic} data-topic="earned">
              <div className={styles.wide}>
                <EarnedFigure {...shown} />
              </div>
              <AheadFigure {...shown} />
            </div>
            <div className={styles.topic} data-topic="prices">
              <PricesFigure {...shown} />
            </div>
          </div>
        </>
      )}
      {isNew(shown) && <PricesFigure {...shown} />}
    </DashboardFrame>
  )
}

const topics = ['seen', 'asked', 'earned', 'prices'] as const

const isNew = ({ seen, asked, earned, ahead }: Insights): boolean =>
  seen.length === 0 && asked.length === 0 && ahead.length === 0 && earned.every(({ bookings }) => bookings === 0)

function Sums({ weeks, seen, asked, ahead, replies, currency }: Insights) {
  const { t } = useInsightMessages()
  const sum = <R,>(rows: readonly R[], of: (row: R) => number) => rows.reduce((all, row) => all + of(row), 0)
  return (
    <dl className={joinClasses(dashboardStyles.figures, dashboardStyles.four)} aria-label={t('in.total')}>
      <div>
        <dt>{t('in.sum.seen')}</dt>
        <dd className="number">{formatNumber(sum(seen, ({ first, near, further }) => first + near + further))}</dd>
        <dd className={dashboardStyles.noteLine}>
          {t('in.sum.seen.note', { weeks: weeks.length, n: sum(seen, ({ views }) => views) })}
        </dd>
      </div>
      <div>
        <dt>{t('in.sum.won')}</dt>
        <dd className="number">
          {t('in.sum.won.value', {
            won: formatNumber(sum(asked, ({ won }) => won)),
            offers: formatNumber(sum(asked, ({ offers }) => offers)),
          })}
        </dd>
        <dd className={dashboardStyles.noteLine}>
          {t('in.sum.won.note', { n: sum(asked, ({ instant }) => instant) })}
        </dd>
      </div>
      <div>
        <dt>{t('in.sum.ahead')}</dt>
        <dd className="number">{formatNumber(sum(ahead, ({ bookings }) => bookings))}</dd>
        <dd className={dashboardStyles.noteLine}>
          {t('in.sum.ahead.note', {
            yours: formatMoney(
              sum(ahead, ({ yours }) => yours),
              currency,
            ),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('in.sum.reply')}</dt>
        <dd className="number">
          {replies.minutes === null ? t('in.sum.reply.none') : formatDuration(Math.round(replies.minutes))}
        </dd>
        <dd className={dashboardStyles.noteLine}>{replyNote(replies)}</dd>
      </div>
    </dl>
  )
}

export { DashboardError as ErrorBoundary }

const pages = {
  opens: ['/dashboard/hours', 'hours'],
  closes: ['/dashboard/hours', 'hours'],
  notice: ['/dashboard/hours', 'hours'],
  horizon: ['/dashboard/hours', 'hours'],
  radius: ['/dashboard/travel', 'travel'],
  service: ['/dashboard/services', 'service'],
} as const

/** The setting whose change would have fitted most searches, and alternatives. */
function SuggestionCard({ days, searches, fitted, best, others }: OutputOf<typeof insights.suggestion>) {
  const { t, country } = useInsightMessages()
  const said = (change: SuggestedChange): string => {
    const n = change.more
    switch (change.kind) {
      case 'opens':
      case 'closes':
        return t(`in.tip.${change.kind}`, { time: formatNightTime(change.time), n })
      case 'radius':
        return t('in.tip.radius', { distance: formatDistance(change.distance.metres, country), n })
      case 'notice':
        return t('in.tip.notice', { hours: change.hours, n })
      case 'horizon':
        return t('in.tip.horizon', { days: change.days, n })
      case 'service':
        return t('in.tip.service', { service: change.service, n })
    }
  }
  const all = best ? [best, ...others] : []
  const [path, page] = best ? pages[best.kind] : ['', null]
  return (
    <Figure
      title={t('in.tip')}
      file="suggestion"
      means={t('in.tip.means')}
      data={readTableData(
        t('in.tip.chart'),
        [
          { label: t('in.tip'), value: said },
          { label: t('in.tip.chart'), value: ({ more }: SuggestedChange) => more },
        ],
        all,
      )}
      empty={!best && <p className="muted">{t('in.tip.none', { days })}</p>}>
      {best && (
        <>
          <p className="heading-3">{said(best)}</p>
          <p className="muted">
            {t('in.tip.of', { days, searches: formatNumber(searches), fitted: formatNumber(fitted) })}{' '}
            {page && (
              <Link className="link" to={path}>
                {t(`in.tip.change.${page}`)}
              </Link>
            )}
          </p>
          {others.length > 0 && (
            <StepBars
              label={t('in.tip.chart')}
              steps={all.map((change) => ({
                key: `${change.kind}${'service' in change ? change.service : ''}`,
                name: shortOf(change, country),
                value: change.more,
                said: `+${formatNumber(change.more)}`,
              }))}
            />
          )}
        </>
      )}
    </Figure>
  )
}

function shortOf(change: SuggestedChange, country: Parameters<typeof formatDistance>[1]): string {
  switch (change.kind) {
    case 'opens':
      return `${formatNightTime(change.time)} –`
    case 'closes':
      return `– ${formatNightTime(change.time)}`
    case 'radius':
      return formatDistance(change.distance.metres, country)
    case 'notice':
      return `${change.hours} h`
    case 'horizon':
      return `${change.days} d`
    case 'service':
      return change.service
  }
}
