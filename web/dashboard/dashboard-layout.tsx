import { useEffect } from 'react'
import { type MetaFunction, redirect, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { MemberPages, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { loadToasts } from '#web/ui/overlays/toast-outlet.tsx'
import { OwnProvider } from '#web/dashboard/own-profile/own.tsx'
import { loadPart } from '#web/platform/chunks.ts'
import { DashboardBar, Rail } from './rail.tsx'
import { useWaitingRequests } from './use-waiting-requests.ts'
import { dashboardWords } from './words.ts'
import navigationStyles from '#web/ui/navigation.module.css'

const t = reader(dashboardWords)

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => head({ title: `${t('pd.title')} · Primp`, publicUrl: '', noindex: true })

/** A customer who is no provider is led to joining, one without a profile yet to the step that makes it. */
export const clientLoader = membersOnly(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('provider')) throw redirect('/join')
  try {
    const profile = await browserApi().ownProfile.show({})
    return { profile, countryCode: profile.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw redirect('/signup/profile/set-location')
    throw error
  }
})

// What the forms save is kept here: moving from page to page asks for nothing again, and needs no connection for it.
export const shouldRevalidate = () => false

export const HydrateFallback = Undetermined

export default function DashboardLayout() {
  const { profile } = useLoaderData<typeof clientLoader>()
  // 'You are offline' is said in a toast: what shows it must be here before the connection goes.
  useEffect(() => {
    loadToasts()
  }, [])
  useWaitingRequests()
  useKeptWords()
  return (
    <OwnProvider loaded={profile}>
      <div className={navigationStyles.frame}>
        <Rail />
        <div className="can-shrink">
          <div className="narrow-only">
            <Header />
          </div>
          <MemberPages />
        </div>
        <DashboardBar />
      </div>
    </OwnProvider>
  )
}

/** What was said of a day without a connection is sent from whatever page comes first. */
function useKeptWords(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    loadPart(() => import('#web/bookings/day/use-day-outbox.ts')).then(
      (part) => {
        if (!gone) stop = part.tendDayOutbox()
      },
      // Without a connection there is nothing to send by.
      () => {},
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [])
}

export function ErrorBoundary() {
  return <ErrorPage />
}
