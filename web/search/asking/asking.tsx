import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { CustomerRequest, CustomerRequests } from '#contract/offers/requests.ts'
import type { Mode } from '#contract/values.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { setOfferStatus } from '#web/platform/store/slices.ts'
import { removePendingRequest, setPendingRequests, updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import type { TypedDetails } from '#web/search/details/details-form.tsx'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'

const DetailsDialog = createOptionalPart(
  () => import('#web/search/details/details-dialog.tsx').then((m) => m.DetailsDialog),
  Missing,
)

export const noRequests: CustomerRequests = { requests: [], earlier: [], confirm: null, said: null }

interface Asking {
  own: CustomerRequests
  requestOf: (card: Card) => CustomerRequest | null
  busy: boolean
  /** Sends requests to these artists; asks for 'Your details' first if unknown. */
  send: (slugs: readonly string[]) => void
  resend: () => void
  withdraw: (request: CustomerRequest) => void
  decline: (request: CustomerRequest) => void
  sendLink: () => void
  /** Opens 'Your details' again for a wrong address; unconfirmed requests are sent again. */
  changeAddress: () => void
}

const AskingContext = createContext<Asking | null>(null)

/** Returns the page's requests and actions; null if the search belongs to someone else. */
export const useAsking = (): Asking | null => useContext(AskingContext)

export function AskingProvider({
  page,
  own,
  type,
  children,
}: {
  page: QuotesPage
  own: CustomerRequests
  type: Mode
  children: ReactNode
}) {
  const { search } = page
  const t = getQuotesTranslator(search)
  const store = useClientStore()
  const { revalidate } = useRevalidator()
  const [query, setQuery] = useSearchParams()
  const { pending: busy, run: act } = useForm({ toasts: true })
  // Dialogs exist only in the browser, not in server rendering.
  const [here, setHere] = useState(false)
  const [anew, setAnew] = useState<readonly CustomerRequest[] | null>(null)
  const named = (query.get('ask') ?? '')
    .split(',')
    .filter((slug) => /^[a-z0-9-]+$/.test(slug))
    .slice(0, mostAtOnce)
  const asks = named.length > 0
  useEffect(() => {
    if (asks) setHere(true)
  }, [asks])

  useEffect(() => {
    const waiting = own.requests.filter(({ state }) => state === 'unconfirmed' || state === 'requested')
    updateSlice(
      store,
      'requests',
      setPendingRequests,
      waiting.map(({ id }) => ({ id })),
    )
  }, [store, own])

  const close = useCallback(() => {
    setAnew(null)
    setQuery(
      (now) => {
        now.delete('ask')
        return now
      },
      { preventScrollReset: true, replace: true },
    )
  }, [setQuery])

  const value = useMemo((): Asking => {
    const quoteId = search.id
    const run = async (name: string, work: (key: ActKeys) => Promise<unknown>, said?: string) => {
      const done = await act(work, { name: name })
      if (done && said) showToast('success', said)
      await revalidate()
    }
    return {
      own,
      busy,
      requestOf: (card) => own.requests.find(({ provider, open }) => open && provider.id === card._id) ?? null,
      send: (slugs) => {
        if (slugs.length + openRequests(own) > mostAtOnce) return void showToast('error', t('quotes.ask.most'))
        if (!page.details)
          return setQuery(
            (now) => {
              now.set('ask', slugs.join(','))
              return now
            },
            { preventScrollReset: true },
          )
        void run(`ask ${slugs.join()}`, async (key) => {
          const answer = await browserApi().requests.send({ quoteId, profiles: [...slugs], type }, { key })
          if (!answer.confirm) showToast('success', t('quotes.ask.sent', { n: slugs.length }))
        })
      },
      resend: () => void run('again', (key) => browserApi().requests.resendToAll({ quoteId }, { key })),
      withdraw: (request) => {
        updateSlice(store, 'requests', removePendingRequest, request.id)
        updateSlice(store, 'providerProfiles', setOfferStatus, `${quoteId}/${request.provider.slug}`, 'withdrawn')
        void run(
          `withdraw ${request.id}`,
          (key) => browserApi().requests.withdraw({ requestId: request.id }, { key }),
          t('quotes.withdrawn', { name: request.provider.name }),
        )
      },
      decline: (request) =>
        void run(
          `decline ${request.id}`,
          (key) => browserApi().requests.declineOffer({ requestId: request.id }, { key }),
          t('quotes.declined', { name: request.provider.name }),
        ),
      sendLink: () =>
        void run('link', (key) => browserApi().requests.sendLink({ quoteId }, { key }), 'A new link is on its way.'),
      changeAddress: () => setAnew(own.requests.filter(({ state }) => state === 'unconfirmed')),
    }
  }, [own, busy, page.details, search.id, type, store, act, revalidate, setQuery, t])

  const send = async (typed: TypedDetails, key: ActKeys) => {
    const { quotes, requests } = browserApi()
    const profiles = anew ? anew.map(({ provider }) => provider.slug) : named
    await quotes.saveDetails({ quoteId: search.id, ...typed })
    for (const request of anew ?? []) await requests.withdraw({ requestId: request.id }, { key })
    const answer = await requests.send({ quoteId: search.id, profiles, type }, { key })
    if (!answer.confirm) showToast('success', t('quotes.ask.sent', { n: profiles.length }))
    close()
    await revalidate()
  }
  const open = search.mine && (anew !== null || (here && asks))
  return (
    <AskingContext value={search.mine ? value : null}>
      {children}
      {open && (
        <DetailsDialog
          open
          country={search.countryCode}
          given={page.details ?? {}}
          finishTime={search.appointmentSpot.finishTime}
          artists={anew?.length ?? named.length}
          onSend={send}
          onClose={close}
        />
      )}
    </AskingContext>
  )
}

export const openRequests = ({ requests }: CustomerRequests): number => requests.filter(({ open }) => open).length
