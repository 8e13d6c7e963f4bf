import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router'
import { browserApi } from '#web/platform/browser.ts'
import { Reviews } from '#web/providers/reviews.tsx'
import { Empty } from '#web/ui/empty.tsx'
import '#web/providers/profile-page.css'
import '#web/ui/styles/profile.css'
import { loadRoom } from './load-room.ts'
import { useDashboardWords } from './own.tsx'
import { Room, RoomError } from './room.tsx'

/** Reviews are public: there are none to read before a profile has been live. */
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadRoom(request, async () => {
  const own = await browserApi().ownProfile.show({})
  if (own.state !== 'approved' && own.state !== 'paused') return null
  const [profile, first] = await Promise.all([browserApi().providers.profile({ profileId: own.slug }), browserApi().providers.testimonials({ profileId: own.slug })])
  return { profile, first }
})

export default function ReviewsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  return (
    <Room title={t('prev.title')}>
      {loaded && loaded.first.total > 0 ? (
        <div className="cardx p24 own-reviews">
          <Reviews profile={loaded.profile} first={loaded.first} />
        </div>
      ) : (
        <Empty title="No reviews yet. They come only from bookings made here." />
      )}
    </Room>
  )
}

export { RoomError as ErrorBoundary }
