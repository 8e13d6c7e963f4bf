import { useEffect, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { createTranslator } from '#contract/words.ts'
import visitStyles from '#web/bookings/own-clients/visit-page.module.css'
import bookingStyles from '#web/bookings/booking.module.css'
import { formatAmount, formatClockIn, formatEventDay } from '#web/bookings/booking-phrases.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { createStandingData } from '#web/platform/standing.ts'
import { PartyReview } from '#web/reviews/party/party-review.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { useSheetLive } from '#web/bookings/day/use-sheet-live.ts'
import { GuestForm } from './guest-form.tsx'
import { GuestLive } from './guest-live.tsx'
import { guestMessages } from './guest-messages.ts'

const NEAR_MS = 12 * 3_600_000

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: `${createTranslator(guestMessages)('meta.title')} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params['key'] as string
  const { guests, partyReviews } = serverApi(context)
  try {
    const { invitation } = await orNull(guests.read({ key }))
    if (invitation) return { invitation, after: null, key, countryCode: invitation.countryCode }
    // Once the day is over, the link asks how it was.
    const after = await partyReviews.show({ key })
    return { invitation: null, after, key, countryCode: after.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

// Where nobody answers what is half written stays.
const { useStanding, load } = createStandingData()
export const clientLoader = load

const orNull = (asked: Promise<{ invitation: Invitation }>): Promise<{ invitation: Invitation | null }> =>
  asked.catch((error) => {
    if (error instanceof ApiError && error.status === 404) return { invitation: null }
    throw error
  })

/** The link of one guest of a booking: before the day when they sit and what they would like, after it how it was; no account. */
export default function GuestPage() {
  const loaded = useLoaderData<typeof loader>()
  useStanding(loaded)
  const { invitation, after, key } = loaded
  if (after) return <PartyReview page={after} linkKey={key} />
  return invitation && <BeforeTheDay invitation={invitation} linkKey={key} />
}

function BeforeTheDay({ invitation: loaded, linkKey }: { invitation: Invitation; linkKey: string }) {
  const [invitation, setInvitation] = useState<Invitation>(loaded)
  useEffect(() => setInvitation(loaded), [loaded])
  const { revalidate } = useRevalidator()
  // Before the day nothing of it happens.
  const near = Date.parse(invitation.startsAt) - Date.now() < NEAR_MS
  useSheetLive(near ? invitation.sheetKey : null, revalidate)
  const [saved, setSaved] = useState(false)
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { name, booker, provider, event, place, state } = invitation
  const said = { booker, provider, event, place, date: formatEventDay(invitation) }
  const open = state === 'booked' && Date.parse(invitation.startsAt) > Date.now()
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', visitStyles.visit)}>
      <div className="stack gap-8">
        <h1 className="heading-1">{t(name ? 'guest.title' : 'guest.title.nobody', { name })}</h1>
        <p className="lead">{t(event ? 'guest.lead' : 'guest.lead.plain', said)}</p>
      </div>
      <div role="status" className="stack gap-12">
        {saved && <Note kind="success">{t('guest.saved', said)}</Note>}
        <Standing invitation={invitation} open={open} />
        <GuestLive invitation={invitation} />
      </div>
      <Facts invitation={invitation} />
      {open && (
        <GuestForm
          invitation={invitation}
          linkKey={linkKey}
          onSaved={(next) => {
            setInvitation(next)
            setSaved(true)
          }}
        />
      )}
      <p className="small muted">{t('guest.private')}</p>
    </main>
  )
}

/** What has become of the booking, and of what the guest asked for. */
function Standing({ invitation, open }: { invitation: Invitation; open: boolean }) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { asks, declined, booker, provider, state } = invitation
  if (state === 'cancelled') return <Note kind="warning">{t('guest.cancelled')}</Note>
  if (!open) return <Note kind="info">{t('guest.begun')}</Note>
  if (asks)
    return (
      <Note kind="info">
        {t('guest.asks', { services: asks.map(({ label }) => label).join(', '), booker, provider })}
      </Note>
    )
  return declined ? <Note kind="info">{t('guest.declined', { booker })}</Note> : null
}

function Facts({ invitation }: { invitation: Invitation }) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { chair, services, share, sheetKey, timeZone } = invitation
  return (
    <div className="stack gap-12">
      <dl className={bookingStyles.sheetFacts}>
        {chair && (
          <>
            <dt>{t('guest.chair')}</dt>
            <dd>
              {t('guest.chair.value', {
                from: formatClockIn(chair.from, timeZone),
                to: formatClockIn(chair.to, timeZone),
              })}
            </dd>
          </>
        )}
        {services.length > 0 && (
          <>
            <dt>{t('guest.services')}</dt>
            <dd>{services.map(({ label }) => label).join(', ')}</dd>
          </>
        )}
        {share && (
          <>
            <dt>{t('guest.share')}</dt>
            <dd className="tabular">{formatAmount(share.amount, invitation)}</dd>
          </>
        )}
      </dl>
      <p className="row gap-16 wrapping">
        {share?.key && (
          <Link className="link tap-target" to={`/split/${share.key}`}>
            {t('guest.share.pay')}
          </Link>
        )}
        {sheetKey && (
          <Link className="link tap-target" to={`/book/day/${sheetKey}`}>
            {t('guest.sheet')}
          </Link>
        )}
      </p>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
