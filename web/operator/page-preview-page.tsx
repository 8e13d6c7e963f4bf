import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { type MetaFunction, redirect, useLoaderData, useRevalidator } from 'react-router'
import { kindOf, noFields, type PageFields } from '#contract/page-edit.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api.ts'
import { browserApi } from '#web/platform/browser.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { Note } from '#web/ui/note.tsx'
import { readTyped, typedKey } from './typed-fields.ts'

// The very pages: each draws what this page has loaded as if it were its own.
const pages = {
  place: lazy(() => import('#web/content/city/city-page.tsx')),
  content: lazy(() => import('#web/content/reading/reading-page.tsx')),
  '/': lazy(() => import('#web/content/home/home-page.tsx')),
  '/halloween': lazy(() => import('#web/content/special/halloween-page.tsx')),
  '/happy-place': lazy(() => import('#web/content/special/happy-place-page.tsx')),
  '/lessons': lazy(() => import('#web/content/special/lessons-page.tsx')),
  '/join': lazy(() => import('#web/signup/join-page.tsx')),
} satisfies Record<string, ComponentType>

type Name = keyof typeof pages

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => head({ title: 'Preview · Primp', publicUrl: '', noindex: true })

export const clientLoader = membersOnly(async ({ request }) => {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  const kind = kindOf(path)
  if (!kind) throw redirect('/operator/pages')
  const name: Name = kind === 'landing' ? (path as Name) : kind
  const { operatorPages } = browserApi()
  const typed = readTyped(path)
  const fields: PageFields = { ...noFields, ...(typed ?? (await operatorPages.read({ path }).then(({ draft, standing }) => draft?.fields ?? standing))) }
  try {
    const { place, text } = await operatorPages.preview({ path, fields })
    return { path, name, wrong: null, ...(await shownOn(path, fields, place, text)) }
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 422) throw fault
    return { path, name, wrong: fault.errors[0]?.message ?? fault.message }
  }
})

type Preview = Awaited<ReturnType<ReturnType<typeof browserApi>['operatorPages']['preview']>>

/** What the loader of that page would have answered with these words. */
async function shownOn(path: string, edit: PageFields, place: Preview['place'], text: Preview['text']) {
  const api = browserApi()
  if (text) return { kind: 'text' as const, page: text }
  if (place) {
    const { formSettings } = await api.search.formSettings({ categorySlug: place.categorySlug })
    return { kind: 'city' as const, page: place, settings: formSettings, countryCode: place.countryCode }
  }
  if (path === '/join') {
    const { variantOf } = await import('#web/signup/variants.ts')
    return { variant: variantOf(path), path, paceMinutes: (await api.signup.pace({})).minutes, edit }
  }
  const { formSettings } = await api.search.formSettings({ categorySlug: path === '/lessons' ? 'makeup-hair-lessons' : 'makeup-hair-styling' })
  return { home: await api.content.home({}), settings: formSettings, edit }
}

export const HydrateFallback = Undetermined

export default function PagePreviewPage() {
  const { path, name, wrong } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is typed beside it in this tab is looked at a moment after the last key.
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (key !== null && key !== typedKey(path)) return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(revalidate, 500)
    }
    addEventListener('storage', heard)
    return () => {
      removeEventListener('storage', heard)
      clearTimeout(waiting.current)
    }
  }, [path, revalidate])
  if (wrong) {
    return (
      <main id="main" tabIndex={-1} className="wrap sec">
        <h1 className="sr">Preview</h1>
        <Note kind="error">{wrong}</Note>
      </main>
    )
  }
  const Page = pages[name]
  return (
    <div onClickCapture={holdBack}>
      <Suspense fallback={<Undetermined />}>
        <Page />
      </Suspense>
    </div>
  )
}

// A preview stays where it is; a place of the page itself may be looked at.
function holdBack(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
}
