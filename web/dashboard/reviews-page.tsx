import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Reviews } from '#web/providers/reviews.tsx'
import { AskOutside } from '#web/reviews/outside/ask-outside.tsx'
import { BringProfileCard } from '#web/reviews/taken/bring-profile-card.tsx'
import { TakeReviewsCard } from '#web/reviews/taken/take-reviews-card.tsx'
import { isAwaitingReply } from '#web/reviews/needs-reply.ts'
import { ReplyForm } from '#web/reviews/reply-form.tsx'
import { reviewMessages } from '#web/reviews/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './reviews-page.module.css'

const r = createTranslator(reviewMessages)

/** A profile that was never live has no reviews. */
export const clientLoader = requireSession(async () => {
  const own = await browserApi().providerProfile.show({})
  if (own.state !== 'approved' && own.state !== 'paused') return null
  const [profile, first, recent, outside] = await Promise.all([
    browserApi().providers.profile({ profileId: own.slug }),
    browserApi().providers.testimonials({ profileId: own.slug }),
    browserApi().providers.testimonials({ profileId: own.slug, limit: 50 }),
    browserApi().outsideReviews.invitations({}),
  ])
  return { profile, first, recent: recent.reviews, outside }
})

export default function ReviewsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  useLive(['review.'], () => void revalidate())
  const t = useDashboardMessages()
  const [filter, setFilter] = useState<'all' | 'awaiting'>('all')
  const awaiting = loaded?.recent.filter((review) => isAwaitingReply(review, new Date())) ?? []
  return (
    <DashboardFrame title={t('previewCard.title')}>
      {loaded && loaded.first.total > 0 ? (
        <div className={joinClasses('card pad-24 stack', styles.ownReviews)}>
          <div className="row gap-12 wrapping">
            <SegmentedChoice
              label={t('dashboard.reviews.filter')}
              value={filter}
              onChange={setFilter}
              choices={[
                { value: 'all', label: t('dashboard.reviews.all', { n: loaded.first.total }) },
                { value: 'awaiting', label: t('dashboard.reviews.awaiting', { n: awaiting.length }) },
              ]}
            />
            <span className="small muted">{t('dashboard.reviews.newest')}</span>
          </div>
          {filter === 'awaiting' && awaiting.length === 0 && (
            <p className="muted" role="status">
              {t('dashboard.reviews.answered')}
            </p>
          )}
          <Reviews
            key={`${loaded.first.total} ${filter}`}
            newestFirst
            withScores={filter === 'all'}
            profile={loaded.profile}
            first={filter === 'all' ? loaded.first : { ...loaded.first, reviews: awaiting, nextCursor: null }}
            act={(review, changed) => (
              <ReplyForm
                review={review}
                country={loaded.profile.countryCode}
                beside={isAwaitingReply(review, new Date()) && <Badge look="accentSoft">{r('reply.needed')}</Badge>}
                onSaved={changed}
              />
            )}
          />
        </div>
      ) : (
        <Empty title={t('dashboard.reviews.none')} />
      )}
      {loaded && <AskOutside {...loaded.outside} country={loaded.profile.countryCode} />}
      {loaded && (
        <FoldedCard title={t('dashboard.reviews.move')} note={t('dashboard.reviews.move.note')}>
          <TakeReviewsCard slug={loaded.profile.slug} />
          <BringProfileCard country={loaded.profile.countryCode} />
        </FoldedCard>
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
