import { useLoaderData, useRevalidator } from 'react-router'
import { membersOnly } from '#web/accounts/members-only.ts'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Reviews } from '#web/providers/reviews.tsx'
import { ReplyForm } from '#web/reviews/reply-form.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { DashboardFrame, DashboardError } from './dashboard-frame.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './reviews-page.module.css'

/** Reviews are public: there are none to read before a profile has been live. */
export const clientLoader = membersOnly(async () => {
  const own = await browserApi().ownProfile.show({})
  if (own.state !== 'approved' && own.state !== 'paused') return null
  const [profile, first] = await Promise.all([
    browserApi().providers.profile({ profileId: own.slug }),
    browserApi().providers.testimonials({ profileId: own.slug }),
  ])
  return { profile, first }
})

export default function ReviewsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  useLive(['review.'], () => void revalidate())
  const t = useDashboardWords()
  return (
    <DashboardFrame title={t('prev.title')}>
      {loaded && loaded.first.total > 0 ? (
        <div className={classes('card pad-24', styles.ownReviews)}>
          <Reviews
            key={loaded.first.total}
            profile={loaded.profile}
            first={loaded.first}
            act={(review, changed) => (
              <ReplyForm review={review} country={loaded.profile.countryCode} onSaved={changed} />
            )}
          />
        </div>
      ) : (
        <Empty title={t('pd.reviews.none')} />
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
