import { countOf } from '#contract/i18n/counts.ts'
import { type ReactNode, useState } from 'react'
import { formatMonth, toPercent, formatScore, zonedDay } from '#contract/format.ts'
import type { Profile, Review, Testimonials } from '#contract/providers/providers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Pair } from '#web/reviews/before-after/pair.tsx'
import {
  groupByParty,
  formatBookingParts,
  PartyGroup,
  PartyLabel,
  sortTextsFirst,
} from '#web/reviews/party/party-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { ReviewCard } from '#web/ui/review-card.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ShownTags } from '#web/search/looks/shown-tags.tsx'
import { profileMessages } from './messages.ts'
import styles from './reviews.module.css'
import scoreBarsStyles from '#web/ui/score-bars.module.css'

const monthOf = (instant: string): string => {
  const [year = '', m = '1'] = zonedDay(instant, 'UTC').split('-')
  return formatMonth(Number(year), Number(m))
}

export function Reviews({
  profile,
  first,
  act,
  menu,
  newestFirst = false,
  withScores = true,
}: {
  profile: Profile
  first: Testimonials
  /** Keeps the order of time; otherwise reviews with text come before those with a score only. */
  newestFirst?: boolean
  /** Shows the average, and filters by score. */
  withScores?: boolean
  act?: (review: Review, changed: (reply: Review['reply']) => void) => ReactNode
  menu?: (review: Review) => ReactNode
}) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const sort = newestFirst ? (reviews: readonly Review[]) => [...reviews] : sortTextsFirst
  const [shown, setShown] = useState({
    reviews: sort(first.reviews),
    cursor: first.nextCursor,
    score: null as number | null,
  })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const load = async (wanted: number | null, cursor: string | null) => {
    setState('loading')
    try {
      const next = await browserApi().providers.testimonials({
        profileId: profile.slug,
        score: wanted ?? undefined,
        cursor: cursor ?? undefined,
      })
      setShown((now) => ({
        reviews: cursor ? [...now.reviews, ...sort(next.reviews)] : sort(next.reviews),
        cursor: next.nextCursor,
        score: wanted,
      }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  if (first.total === 0) {
    return (
      <section className="stack gap-12" aria-labelledby="reviews">
        <h2 className="heading-3" id="reviews">
          {t('profile.reviews')}
        </h2>
        <Empty drawing="letter" title={t('profile.reviews.none')} />
      </section>
    )
  }
  const most = Math.max(...first.histogram, 1)
  return (
    <section className="stack gap-12" aria-labelledby="reviews" aria-busy={state === 'loading' || undefined}>
      <h2 className="heading-3" id="reviews">
        {t('profile.reviews')}
      </h2>
      {withScores && (
        <div className={joinClasses('row wrapping', styles.reviewHead)}>
          <div>
            <span className={joinClasses('number', styles.reviewScore)}>{formatScore(first.average ?? 0)}</span>
            <div>
              <Stars score={first.average ?? 0} />
            </div>
            <p className="small muted">{countOf('reviews', first.total)}</p>
          </div>
          <div className={joinClasses('grow', scoreBarsStyles.scores, styles.scores)}>
            {[5, 4, 3, 2, 1].map((stars) => {
              const n = first.histogram[stars - 1] ?? 0
              return (
                <button
                  key={stars}
                  type="button"
                  disabled={n === 0}
                  className={joinClasses(
                    scoreBarsStyles.scoreRow,
                    styles.scoreRow,
                    shown.score === stars && styles.chosen,
                  )}
                  aria-pressed={shown.score === stars}
                  onClick={() => load(shown.score === stars ? null : stars, null)}>
                  <span>
                    {stars}
                    <span className="visually-hidden">{t('profile.reviews.ofFive')}</span>
                  </span>
                  <span className={scoreBarsStyles.scoreBar}>
                    <i style={{ width: `${toPercent(n, most)}%` }} />
                  </span>
                  <span className="muted">
                    {formatBookingParts(n)}
                    <span className="visually-hidden">{t('profile.reviews.unit', { n })}</span>
                  </span>
                </button>
              )
            })}
          </div>
        </div>
      )}
      {state === 'failed' && <Note kind="error">{t('profile.reviews.failed')}</Note>}
      {groupByParty(shown.reviews).map((group) => {
        const of = shown.score === null ? group.length : 1
        const cards = group.map((review) => (
          <ReviewCard
            key={review._id}
            review={{
              ...review,
              date: <ReviewFacts review={review} country={profile.countryCode} />,
              reply: review.reply && { ...review.reply, date: monthOf(review.reply.date) },
            }}
            words={{ more: t('profile.reviews.more'), less: t('profile.reviews.less') }}
            menu={menu?.(review)}
            action={
              <>
                {review.beforeAfter && <Pair pair={review.beforeAfter} name={review.name} />}
                {act?.(review, (reply) =>
                  setShown((now) => ({
                    ...now,
                    reviews: now.reviews.map((one) =>
                      one._id === review._id ? { ...one, reply: reply && { ...reply, name: profile.name } } : one,
                    ),
                  })),
                )}
              </>
            }
          />
        ))
        return of > 1 ? (
          <PartyGroup key={group[0]?._id} of={of}>
            {cards}
          </PartyGroup>
        ) : (
          cards
        )
      })}
      {shown.cursor && (
        <Button
          kind="secondary"
          className="with-script"
          loading={state === 'loading'}
          onClick={() => load(shown.score, shown.cursor)}>
          {t('profile.reviews.next')}
        </Button>
      )}
    </section>
  )
}

function ReviewFacts({ review, country }: { review: Review; country: Profile['countryCode'] }) {
  return (
    <>
      {[monthOf(review.date), review.event].filter(Boolean).join(', ')}
      {review.hairTags.length > 0 && (
        <>
          {', '}
          <ShownTags tags={review.hairTags} country={country} />
        </>
      )}
      {review.party && <PartyLabel party={review.party} />}
      {!review.counted && <span>{createTranslator(profileMessages, country)('profile.reviews.uncounted')}</span>}
    </>
  )
}
