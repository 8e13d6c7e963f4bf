import { Link } from 'react-router'
import type { insights, SuggestedChange } from '#contract/bookings/insights/insights.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { distance, nightTime, number } from '#contract/format.ts'
import { dataOf } from '#web/ui/figures/data-table.tsx'
import { Figure } from '#web/ui/figures/figure.tsx'
import { StepBars } from '#web/ui/figures/step-bars.tsx'
import { useInsightWords } from './use-insight-words.ts'

const pages = {
  opens: ['/dashboard/hours', 'hours'],
  closes: ['/dashboard/hours', 'hours'],
  notice: ['/dashboard/hours', 'hours'],
  horizon: ['/dashboard/hours', 'hours'],
  radius: ['/dashboard/travel', 'travel'],
  service: ['/dashboard/services', 'service'],
} as const

/** The one rule whose change would have fitted most searches, with the next best beside it. */
export function SuggestionCard({ days, searches, fitted, best, others }: OutputOf<typeof insights.suggestion>) {
  const { t, country } = useInsightWords()
  const said = (change: SuggestedChange): string => {
    const n = change.more
    switch (change.kind) {
      case 'opens':
      case 'closes':
        return t(`in.tip.${change.kind}`, { time: nightTime(change.time), n })
      case 'radius':
        return t('in.tip.radius', { distance: distance(change.distance.metres, country), n })
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
      data={dataOf(
        t('in.tip.chart'),
        [
          { label: t('in.tip'), value: said },
          { label: t('in.tip.chart'), value: ({ more }: SuggestedChange) => more },
        ],
        all,
      )}
      empty={
        !best && (
          <p className="muted">
            {t('in.tip.none')} {t('in.tip.of', { days, searches: number(searches), fitted: number(fitted) })}
          </p>
        )
      }>
      {best && (
        <>
          <p className="heading-3">{said(best)}</p>
          <p className="muted">
            {t('in.tip.of', { days, searches: number(searches), fitted: number(fitted) })}{' '}
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
                said: `+${number(change.more)}`,
              }))}
            />
          )}
        </>
      )}
    </Figure>
  )
}

/** A change in the fewest words, for the room before its bar. */
function shortOf(change: SuggestedChange, country: Parameters<typeof distance>[1]): string {
  switch (change.kind) {
    case 'opens':
      return `${nightTime(change.time)} –`
    case 'closes':
      return `– ${nightTime(change.time)}`
    case 'radius':
      return distance(change.distance.metres, country)
    case 'notice':
      return `${change.hours} h`
    case 'horizon':
      return `${change.days} d`
    case 'service':
      return change.service
  }
}
