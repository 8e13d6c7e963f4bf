import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { type MetaFunction, redirect, useLoaderData, useRevalidator } from 'react-router'
import { formatMessage } from '#contract/i18n/messages.ts'
import { type Country, defaultCountry } from '#contract/words.ts'
import { defaults } from '#contract/constants.ts'
import { getPageKind, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { loader as city } from '#web/content/city/city-page.tsx'
import type { loader as front } from '#web/content/home/home-page.tsx'
import type { loader as gallery } from '#web/content/showcase/gallery-page.tsx'
import type { loader as reading } from '#web/content/reading/reading-page.tsx'
import type { loader as reviews } from '#web/content/showcase/reviews-page.tsx'
import type { loader as halloween } from '#web/content/special/halloween-page.tsx'
import type { loader as happy } from '#web/content/special/happy-place-page.tsx'
import type { loader as lessons } from '#web/content/special/lessons-page.tsx'
import type { loader as join } from '#web/signup/join/join-page.tsx'
import { getVariant } from '#web/signup/join/variants.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/site.ts'
import { Note } from '#web/ui/note.tsx'
import { pageMessages } from './page-messages.ts'
import { readTyped, getTypedKey } from './use-page-editor.ts'

// The very pages: each draws what this page has loaded as if it were its own.
const pages = {
  place: lazy(() => import('#web/content/city/city-page.tsx')),
  content: lazy(() => import('#web/content/reading/reading-page.tsx')),
  '/content/gallery': lazy(() => import('#web/content/showcase/gallery-page.tsx')),
  '/content/reviews': lazy(() => import('#web/content/showcase/reviews-page.tsx')),
  '/': lazy(() => import('#web/content/home/home-page.tsx')),
  '/halloween': lazy(() => import('#web/content/special/halloween-page.tsx')),
  '/happy-place': lazy(() => import('#web/content/special/happy-place-page.tsx')),
  '/lessons': lazy(() => import('#web/content/special/lessons-page.tsx')),
  '/join': lazy(() => import('#web/signup/join/join-page.tsx')),
} satisfies Record<string, ComponentType>

type Name = keyof typeof pages

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => createHead({ title: 'Preview · Primp', publicUrl: '', noindex: true })

export const clientLoader = requireSession(async ({ request }) => {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  const kind = getPageKind(path)
  if (!kind) throw redirect('/operator/pages')
  const name: Name = path in pages ? (path as Name) : kind === 'landing' ? '/' : kind
  const { operatorPages } = browserApi()
  const typed = readTyped(path)
  const fields: PageFields = {
    ...noFields,
    ...(typed ?? (await operatorPages.read({ path }).then(({ draft, standing }) => draft?.fields ?? standing))),
  }
  try {
    const { place, text } = await operatorPages.preview({ path, fields })
    return { path, name, wrong: null, ...(await shownOn(path, fields, place, text)) }
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 422) throw fault
    return { path, name, wrong: fault.errors[0]?.message ?? fault.message }
  }
})

type Preview = Awaited<ReturnType<ReturnType<typeof browserApi>['operatorPages']['preview']>>

type Shown<L> = ReturnType<typeof useLoaderData<L>>

/** Returns the response of that page's loader with this text. */
async function shownOn(path: string, edit: PageFields, place: Preview['place'], text: Preview['text']) {
  const api = browserApi()
  if (path === '/content/gallery' && text)
    return {
      page: text,
      ...(await api.showcase.gallery({ pages: 1 })),
      look: null,
      texture: null,
      tone: null,
      place: null,
      pages: 1,
    } satisfies Shown<typeof gallery>
  if (path === '/content/reviews' && text)
    return {
      page: text,
      reviews: await api.showcase.reviews({ pages: 1 }),
      asked: { score: null, pages: 1, place: '', category: '' },
    } satisfies Shown<typeof reviews>
  if (text) return { kind: 'text', page: text } satisfies Shown<typeof reading>
  if (place) {
    const { formSettings } = await api.search.formSettings({ categorySlug: place.categorySlug })
    return { kind: 'city', page: place, settings: formSettings, countryCode: place.countryCode } satisfies Shown<
      typeof city
    >
  }
  const variant = getVariant(path)
  if (variant)
    return {
      variant,
      path,
      paceMinutes: (await api.signup.pace({})).minutes,
      edit,
      visitorCountry: defaultCountry as Country,
    } satisfies Shown<typeof join>
  const categorySlug = path === '/lessons' ? 'makeup-hair-lessons' : defaults.category
  const { formSettings } = await api.search.formSettings({ categorySlug })
  const visitorCountry = defaultCountry
  const home = {
    home: await api.content.home({ categorySlug, country: visitorCountry }),
    settings: formSettings,
    visitorCountry,
    edit,
  }
  if (path === '/lessons')
    return {
      ...home,
      offers: await api.search.mostBooked({ categorySlug, country: visitorCountry }),
    } satisfies Shown<typeof lessons>
  return home satisfies Shown<typeof front> satisfies Shown<typeof halloween> satisfies Shown<typeof happy>
}

export const HydrateFallback = Undetermined

export default function PagePreviewPage() {
  const { path, name, wrong } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Debounced preview of text typed in this tab.
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (key !== null && key !== getTypedKey(path)) return
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
      <main id="main" tabIndex={-1} className="page-width section">
        <h1 className="visually-hidden">{formatMessage(pageMessages['page.preview.title'])}</h1>
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

// A preview does not navigate; anchors work.
function holdBack(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
}
