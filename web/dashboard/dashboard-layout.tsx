import { type MetaFunction, redirect, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { MemberPages, requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/site.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { DashboardShell } from './dashboard-shell.tsx'
import { dashboardMessages } from './messages.ts'

const t = createTranslator(dashboardMessages)

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () =>
  createHead({ title: `${t('dashboard.title')} · Primp`, publicUrl: '', noindex: true })

/** Redirects customers to signup, and providers without a profile to the step that creates it. */
export const clientLoader = requireSession(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('provider')) throw redirect('/join')
  try {
    const profile = await browserApi().providerProfile.show({})
    return { profile, countryCode: profile.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw redirect('/signup/profile/set-location')
    throw error
  }
})

// Forms update this state, so that navigation needs no request and works offline.
export const shouldRevalidate = () => false

export const HydrateFallback = Undetermined

export default function DashboardLayout() {
  const { profile } = useLoaderData<typeof clientLoader>()
  return (
    <DashboardShell profile={profile}>
      <MemberPages />
    </DashboardShell>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
