import { type ReactNode, useContext, useEffect } from 'react'
import {
  type LinksFunction,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
  useNavigation,
} from 'react-router'
import { consentScript } from '#contract/consent.ts'
import { getLocale } from '#contract/i18n/language.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { visitContext } from '#web/platform/context.ts'
import { createOptionalPart, loadPart } from '#web/platform/optional.tsx'
import { StoreProvider } from '#web/platform/store/use-store.tsx'
import { CookieBanner } from '#web/shell/cookie-banner.tsx'
import { ChunkFailed, ErrorPage, Missing } from '#web/shell/pages/error-page.tsx'
import { Footer } from '#web/shell/footer.tsx'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame, Site } from '#web/shell/site.ts'
import { ScriptNonce } from '#web/shell/script-nonce.ts'
import { useKeptCountry, usePageCountry } from '#web/shell/page-country.ts'
import { usePageLanguage } from '#web/shell/page-language.ts'
import { PageLoader, useChunkFailure, useConnection } from '#web/shell/page-loader.tsx'
import { useActing, useFreshPerson, useStoredSession } from '#web/shell/session-state.ts'
import { shellMessages } from '#web/shell/messages.ts'
import siteSheet from './styles.css?url'
import { SnackbarProvider, ToastOutlet } from '#web/ui/overlays/snackbar.tsx'
import figtree from '#web/platform/fonts/figtree-basic.woff2?url'
import styles from './root.module.css'

const t = createTranslator(shellMessages)

// The browser keeps the server-rendered script, so the bundle does not need its text.
const consent = import.meta.env.SSR ? consentScript : ''

const ActingBar = createOptionalPart(
  () => import('#web/shell/acting/acting-bar.tsx').then((m) => m.ActingBar),
  () => <Missing />,
)

export const links: LinksFunction = () => [
  // Preloads the text font only: headings use a local font with the same metrics until theirs has loaded.
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function loader({ context }: LoaderFunctionArgs): Site {
  const { publicUrl, requestId, sample, testPayments, business, country, pseudoLocale } = context.get(visitContext)
  return {
    publicUrl,
    requestId,
    sample,
    testPayments,
    business,
    year: new Date().getUTCFullYear(),
    visitorCountry: country,
    pseudoLocale,
  }
}

// The root loader's data does not change during navigation.
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const language = usePageLanguage()
  const country = usePageCountry()
  const nonce = useContext(ScriptNonce)
  return (
    <html lang={getLocale(country, language)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#4d1534" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: consent }} />
        {/* Defines the order of the cascade layers first: a page's style sheet may load before the site's. */}
        <style href="layers" precedence="first">
          {'@layer base, parts, pages;'}
        </style>
        <link rel="stylesheet" href={siteSheet} precedence="site" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className={styles.skip} href="#main">
          {t('shell.skip')}
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const failed = useChunkFailure()
  // The key renders all texts again in another language.
  return <Frame key={usePageLanguage()}>{failed ? <ChunkFailed /> : <Outlet />}</Frame>
}

export function ErrorBoundary() {
  return (
    <Frame>
      <title>Primp</title>
      <meta name="robots" content="noindex" />
      <ErrorPage />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <StoreProvider>
      <SnackbarProvider close={t('popup.close')}>
        <Shell>{children}</Shell>
      </SnackbarProvider>
    </StoreProvider>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData('root') as Site | undefined
  const frame = useFrame()
  useStoredSession()
  useFreshPerson()
  useConnection()
  useKeptOffline()
  useFocusOnMove()
  useKeptCountry()
  const country = usePageCountry()
  const [acting, stopped] = useActing()
  return (
    <>
      {acting && <ActingBar acting={acting} onStopped={stopped} />}
      {frame.header !== 'none' && <Header onFig={frame.header === 'fig'} />}
      {children}
      {frame.footer !== 'none' && <Footer country={country} site={site} />}
      <CookieBanner />
      <ToastOutlet close={t('popup.close')} />
      <PageLoader />
    </>
  )
}

function useFrame(): PageFrame {
  const frames = useMatches().map(({ handle, loaderData }) => {
    const frame = handle as PageFrame | undefined
    return { ...frame, ...frame?.frameFor?.(loaderData) }
  })
  return Object.assign({}, ...frames) as PageFrame
}

/** Moves focus to the new page's content after navigation, as after a full load. */
function useFocusOnMove(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname && history.state?.idx > 0) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}

const SETTLED_MS = 1_500

/** Caches the offline page and opened run sheets in the browser. */
function useKeptOffline(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle') return
    // After rendering, so that the loaded files are known.
    const timer = setTimeout(
      () =>
        navigator.onLine &&
        loadPart(() => import('#web/notifications/save-offline.ts'))
          .then((part) => part.prepareOffline(pathname))
          .catch(() => {}),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [pathname, state])
}
