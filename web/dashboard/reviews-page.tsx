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
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './reviews-page.module.css'

const r = createTranslator(reviewMessages)

/** A profile that was never live has no reviews. */
export const clientLoader = requireSession(async () => {
  const own = await browserApi().providerProfile.show({})
  if (own.state !== 'approved' && own.state !== 'paused') return null
  const [profile, first, outside] = await Promise.all([
    browserApi().providers.profile({ profileId: own.slug }),
    browserApi().providers.testimonials({ profileId: own.slug }),
    browserApi().outsideReviews.invitations({}),
  ])
  return { profile, first, outside }
})

export default function ReviewsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  useLive(['review.'], () => void revalidate())
  const t = useDashboardMessages()
  return (
    <DashboardFrame title={t('previewCard.title')}>
      {loaded && loaded.first.total > 0 ? (
        <div className={joinClasses('card pad-24', styles.ownReviews)}>
          <Reviews
            key={loaded.first.total}
            profile={loaded.profile}
            first={loaded.first}
            act={(review, changed) => (
              <div className="stack gap-8">
                {isAwaitingReply(review, new Date()) && (
                  <div>
                    <Badge look="accentSoft">{r('reply.needed')}</Badge>
                  </div>
                )}
                <ReplyForm review={review} country={loaded.profile.countryCode} onSaved={changed} />
              </div>
            )}
          />
        </div>
      ) : (
        <Empty title={t('dashboard.reviews.none')} />
      )}
      {loaded && <TakeReviewsCard slug={loaded.profile.slug} />}
      {loaded && <BringProfileCard country={loaded.profile.countryCode} />}
      {loaded && <AskOutside {...loaded.outside} country={loaded.profile.countryCode} />}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
