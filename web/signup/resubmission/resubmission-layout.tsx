import { type MetaFunction, Outlet, redirect, useLoaderData } from 'react-router'
import { stripEnd } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { createHead } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import type { PageFrame } from '#web/shell/site.ts'
import { loadResubmission, toFix } from '#web/signup/load-signup.ts'
import { resubmissionMessages } from './resubmission-messages.ts'

export const handle: PageFrame = { footer: 'none' }

export const meta: MetaFunction = () =>
  createHead({
    title: `${createTranslator(resubmissionMessages)('resubmission.title', { n: 2 })} · Primp`,
    publicUrl: '',
    noindex: true,
  })

/** Redirects unless the profile was sent back, and to steps that were. */
export const clientLoader = requireSession(async ({ request }) => {
  const loaded = await loadResubmission(request)
  const { progress } = loaded
  if (progress.state !== 'changes_requested') throw redirect(progress.profile ? '/dashboard' : '/signup')
  const step = stripEnd(new URL(request.url).pathname, /\//).split('/')[2]
  if (step && !toFix(progress).some((each) => each === step)) throw redirect('/resubmission')
  return { ...loaded, countryCode: progress.profile?.countryCode }
})

export const HydrateFallback = Undetermined

export default function ResubmissionLayout() {
  const { progress, catalogue } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <Outlet context={{ progress, catalogue }} />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
