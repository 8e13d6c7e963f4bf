import { Car, Info, List, Map as MapIcon, Store } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type MetaFunction,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { unpackAnswer } from '#web/platform/packed.ts'
import { createStandingData } from '#web/platform/standing.ts'
import { setQuoteData } from '#web/platform/store/quote-data.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { AskingProvider } from '#web/search/asking/asking.tsx'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { AskFirst, sendPlainRequest, PlainAsk, RequestNotes } from '#web/search/asking/request-notes.tsx'
import { SearchHeader, SearchSummary } from '#web/search/form/search-header.tsx'
import { QuotesMap } from '#web/search/map/quotes-map.tsx'
import quotesStyles from '#web/search/quotes.module.css'
import { Header } from '#web/shell/header.tsx'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { ErrorPage, Missing } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { BookedOutMeter } from '#web/ui/meter.tsx'
import { Toggletip } from '#web/ui/overlays/toggletip.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ZoneNote } from './zone-note.tsx'
import { FilterBar, FiltersButton, SortForm } from './filter-bar.tsx'
import { LiveLine } from './live-line.tsx'
import { listAllCards, loadQuotes, parseMode, type QuotesView, chooseShownMode } from './load-quotes.ts'
import { CardSkeletons, MoreCards } from './more-cards.tsx'
import { ProviderCard } from './provider-card.tsx'
import { type Filters, writeFilters } from './quote-filters.ts'
import { listCardsOfBoth, listCardsOfMode, QuoteGroups } from './quote-groups.tsx'
import {
  formatQuoteDay,
  formatQuotesHeadline,
  explainMeter,
  formatMeterShort,
  formatModes,
  formatMeter,
  formatEventPlace,
  getQuotesTranslator,
} from './quote-phrases.ts'
import styles from './quotes-page.module.css'
import { RescuePanel } from './rescue-panel.tsx'
import { AlertNote, SendMe } from './send-me.tsx'
import { useOwnSearch } from './use-own-search.ts'

// Lazy-loaded: split parties are rare.
const PairPanel = createOptionalPart(
  async () => (await import('./pair-panel.tsx')).PairPanel,
  () => <Missing />,
)
// Lazy-loaded: it has nothing to show at first.
const LiveQuotes = createOptionalPart(
  async () => (await import('./live-quotes.tsx')).LiveQuotes,
  () => null,
)
// Lazy-loaded when the first artist is ticked.
const CompareTray = createOptionalPart(
  async () => (await import('#web/search/compare/compare-tray.tsx')).CompareTray,
  () => <Missing />,
)

export const loader = loadQuotes

const { useStanding, load } = createStandingData()
export const clientLoader = load

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Primp' }]
  const { search } = unpackAnswer<QuotesView>(loaderData.shown).page
  const title = getQuotesTranslator(search)('quotes.meta.title', {
    place: formatEventPlace(search),
    date: formatQuoteDay(search),
  })
  return [
    ...createHead({ title, publicUrl: getPublicUrl(matches), noindex: true }),
    { tagName: 'link', rel: 'canonical', href: `${getPublicUrl(matches)}/quotes/${search.id}` },
  ]
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const quoteId = params['quoteId'] as string
  if (form.get('intent') === 'ask') return sendPlainRequest(serverApi(context), quoteId, form)
  const sends = form.get('intent') === 'send'
  try {
    const { quotes } = serverApi(context)
    if (sends) {
      const { confirm } = await quotes.sendMe({ quoteId, email })
      return { sends, alert: false, confirm, email, error: null }
    }
    const { on, confirm } = await quotes.alert({ quoteId, email, on: form.get('intent') !== 'alert-off' })
    return { sends, alert: on, confirm, email, error: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return data(
      { sends, alert: false, confirm: false, email, error: error.errors[0]?.message ?? error.message },
      { status: error.status },
    )
  }
}

// Query parameters that change the view but not the quotes.
const local = new Set(['map', 'stage', 'other', 'compare', 'ask'])
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
  if (currentUrl.pathname !== nextUrl.pathname) return true
  const kept = (url: URL) =>
    [...url.searchParams]
      .filter(([name]) => !local.has(name))
      .sort()
      .join('&')
  return kept(currentUrl) !== kept(nextUrl) || currentUrl.href === nextUrl.href
}

export default function Quotes() {
  const loaded = useLoaderData<typeof loader>()
  useStanding(loaded)
  const { shown } = loaded
  const { page, own, halves, formSettings } = unpackAnswer<QuotesView>(shown)
  const t = getQuotesTranslator(page.search)
  const store = useClientStore()
  const [query, setQuery] = useSearchParams()
  const navigation = useNavigation()
  const busy = navigation.state === 'loading'
  const answered = useActionData<typeof action>()
  const said = answered && 'sends' in answered ? answered : undefined
  const type = chooseShownMode(query.get('type'), page)
  // The pressed tab is selected at once, while its cards load.
  const pressed = busy ? parseMode(new URLSearchParams(navigation.location?.search).get('type')) : null
  const coming = pressed !== null && pressed !== type && navigation.location?.pathname === `/quotes/${page.search.id}`
  const [more, setMore] = useState<{ of: QuotesPage; pages: QuotesPage[] }>({ of: page, pages: [] })
  const pages = useMemo(() => [page, ...(more.of === page ? more.pages : [])], [page, more])
  const [compared, setCompared] = useState<readonly string[]>(() =>
    (query.get('compare') ?? '').split(',').filter(Boolean),
  )
  const [pointed, setPointed] = useState<string | null>(null)
  const mapOpen = query.get('map') === 'open'
  // Requested or booked artists count, even if the search now fits no one.
  const nobody =
    page.counts.people.fits === 0 &&
    listAllCards(page).every(({ status }) => status === 'unavailable' || status === 'cancelled')
  const cards = useMemo(
    () => (nobody ? listCardsOfBoth(pages) : pages.flatMap((each) => listCardsOfMode(each, type))),
    [pages, type, nobody],
  )
  // A further page has the cards of one mode only.
  const lastPageOf = (mode: Mode) =>
    pages.findLast((each) => each === page || listCardsOfMode(each, mode).length > 0) ?? page
  const nextMode = nobody && lastPageOf('mobile').nextCursor.mobile === null ? 'studio' : type
  const browsing = useScrolled()
  const serviceLabel = (id: string) =>
    formSettings.serviceTypes.flatMap((each) => each.services).find((service) => service.id === id)?.label ?? id

  useEffect(() => {
    updateSlice(store, 'quoteData', setQuoteData, page)
  }, [store, page])

  useOwnSearch(page.search)

  const put = useCallback(
    (name: string, value: string | null) =>
      setQuery(
        (now) => {
          if (value === null) now.delete(name)
          else now.set(name, value)
          return now
        },
        { preventScrollReset: true, replace: true },
      ),
    [setQuery],
  )

  const linkFor = (filters: Filters) => {
    const next = new URLSearchParams({ type, sortBy: page.sortBy, filterBy: writeFilters(filters) })
    return `/quotes/${page.search.id}?${next}`
  }
  const latestCompared = useRef(compared)
  // Also in the address, so that Back from the comparison restores the selection.
  const compareAll = (slugs: readonly string[]) => {
    latestCompared.current = slugs
    setCompared(slugs)
    put('compare', slugs.join(',') || null)
  }
  const ticked = cards.filter((card) => compared.includes(card.slug))
  // At hydration several cards report their state in one turn.
  const compare = (slug: string, on: boolean) => {
    const others = latestCompared.current.filter((known) => known !== slug)
    compareAll(on ? [...others, slug].slice(-mostAtOnce) : others)
  }
  const draw = (card: Card, index: number) => (
    <ProviderCard
      key={`${card._id}-${card.location.mobileOrStudio}`}
      card={card}
      page={page}
      mine={page.search.mine}
      eager={browsing}
      first={index === 0}
      onPoint={setPointed}
      compared={compared.includes(card.slug)}
      onCompare={(on) => compare(card.slug, on)}
    />
  )

  return (
    <AskingProvider page={page} own={own} type={nobody ? 'mobile' : type}>
      <SearchHeader search={page.search} settings={formSettings} />
      <main
        id="main"
        tabIndex={-1}
        className={styles.grid}
        data-map={mapOpen ? 'open' : undefined}
        data-nobody={nobody || undefined}
        data-comparing={ticked.length > 0 || undefined}>
        <div className={styles.list} aria-busy={busy || undefined}>
          <SearchSummary search={page.search} place={formatEventPlace(page.search)} />
          <div className={styles.head}>
            <h1 className="heading-2" id="headline">
              {formatQuotesHeadline(page)}
            </h1>
            <div className={styles.standing}>
              <LiveLine page={page} silent={nobody} />
              {page.counts.reach > 0 && !nobody && (
                <BookedOutMeter
                  percent={page.bookedOutPercentage}
                  label={formatMeter(page)}
                  said={formatMeterShort(page)}>
                  <Toggletip
                    className={styles.about}
                    label={t('meter.about')}
                    icon={<Info className="icon" aria-hidden="true" />}>
                    <p>{`${formatMeter(page)}.`}</p>
                    <p>{explainMeter(page)}</p>
                    {page.counts.people.fits > 0 && <p>{formatModes(page)}</p>}
                  </Toggletip>
                </BookedOutMeter>
              )}
            </div>
            <ZoneNote
              timeZone={page.search.appointmentSpot.timeZone}
              day={page.search.appointmentSpot.eventDate}
              country={page.search.countryCode}
            />
            <LiveQuotes page={page} type={type} />
          </div>
          {!page.search.mine && (
            <Form method="post" action="/search" className={styles.shared}>
              <span>{t('quotes.shared')}</span>
              <input type="hidden" name="from" value={page.search.id} />
              <button type="submit" className="link tap-target">
                {t('quotes.shared.action')}
              </button>
            </Form>
          )}
          {halves && <PairPanel halves={halves} />}
          <RequestNotes page={page} />
          <PlainAsk page={page} type={type} asked={query.get('ask')} />
          {said && !said.sends && <AlertNote said={said} page={page} />}
          {page.rescue && <RescuePanel page={page} rescue={page.rescue} type={type} serviceLabel={serviceLabel} />}
          {!nobody && (
            <>
              <div className={styles.tools}>
                <Tabs
                  className={styles.tabs}
                  label={t('quotes.where')}
                  value={coming ? pressed : type}
                  panel="quotes-panel"
                  onChange={(value) => put('type', value)}
                  tabs={[
                    {
                      value: 'mobile',
                      label: t('tab.mobile'),
                      icon: <Car className="icon" aria-hidden="true" />,
                      count: page.counts.mobile.fits,
                      href: `/quotes/${page.search.id}?type=mobile`,
                    },
                    {
                      value: 'studio',
                      label: t('tab.studio'),
                      icon: <Store className="icon" aria-hidden="true" />,
                      count: page.counts.studio.fits,
                      href: `/quotes/${page.search.id}?type=studio`,
                    },
                  ]}
                />
                <FiltersButton page={page} type={type} />
                <SortForm page={page} type={type} />
              </div>
              <FilterBar page={page} linkFor={linkFor} />
            </>
          )}
          {!nobody && (
            <p className={page.filterBy === 'all' ? 'visually-hidden' : 'small muted'} aria-live="polite">
              {t(`filter.result.${type}`, { n: page.counts.shown[type].fits, all: page.counts[type].fits })}
              <span className="visually-hidden">{`. ${t('sort.done', { sort: t(`sort.${page.sortBy}`) })}`}</span>
            </p>
          )}
          <div id="quotes-panel" role="tabpanel" aria-label={t(`tab.${type}`)} className="stack gap-24">
            {coming && <CardSkeletons label={t('quotes.more.loading')} />}
            <div className="stack gap-24" hidden={coming}>
              <QuoteGroups
                cards={cards}
                page={page}
                type={type}
                both={nobody}
                draw={draw}
                ask={<AskFirst cards={cards} page={page} />}
                more={
                  <MoreCards
                    page={lastPageOf(nextMode)}
                    type={nextMode}
                    onMore={(next) => setMore({ of: page, pages: [...pages.slice(1), next] })}
                  />
                }
              />
            </div>
            {type === 'studio' && !nobody && <p className="small muted">{t('tab.studio.note')}</p>}
          </div>
          {page.search.mine && !nobody && (
            <SendMe
              page={page}
              said={said?.sends ? { sentTo: said.email, confirm: said.confirm, error: said.error } : null}
            />
          )}
          {ticked.length > 0 && (
            <CompareTray
              chosen={ticked}
              searchId={page.search.id}
              type={type}
              ask={t('quotes.ask', { n: ticked.filter(canBeAsked).length })}
              onClear={() => compareAll([])}
            />
          )}
          {!nobody && (
            <Button
              size="small"
              className={joinClasses('narrow-only with-script', styles.mapPill)}
              data-foot-bar
              onClick={() => put('map', 'open')}>
              <MapIcon className="icon" aria-hidden="true" />
              {t('quotes.map')}
            </Button>
          )}
        </div>
        {!nobody && (
          <aside className={quotesStyles.mapSide} aria-label={t('quotes.map')}>
            <QuotesMap
              page={page}
              type={type}
              cards={cards}
              pointed={pointed}
              back={
                <Button className="narrow-only" onClick={() => put('map', null)}>
                  <List className="icon" aria-hidden="true" />
                  {t('quotes.list')}
                </Button>
              }
            />
          </aside>
        )}
      </main>
    </AskingProvider>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <Header />
      <ErrorPage />
    </>
  )
}

/** Returns whether the page was scrolled; then all cards' pictures are preloaded. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const now = () => setScrolled(true)
    window.addEventListener('scroll', now, { passive: true, once: true })
    return () => window.removeEventListener('scroll', now)
  }, [])
  return scrolled
}
