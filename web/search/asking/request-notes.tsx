import { data, Form, Link, redirect, useActionData } from 'react-router'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type Api, ApiError } from '#web/platform/api/api.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { DetailsFields, DetailsTerms, readDetails } from '#web/search/details/details-form.tsx'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { useAsking } from './asking.tsx'
import { canBeAsked } from './can-be-asked.ts'
import styles from './request-notes.module.css'

const OneStepLeft = createOptionalPart(
  () => import('#web/search/quotes/one-step-left.tsx').then((m) => m.OneStepLeft),
  () => null,
)

/** The owner's tasks about requests: open the link, or send again after a change. */
export function RequestNotes({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = getQuotesTranslator(page.search)
  if (!asking) return null
  const { confirm, earlier } = asking.own
  return (
    <>
      {confirm && <OneStepLeft email={confirm.email} page={page} />}
      {earlier.length > 0 && (
        <Note kind="info">
          <div className="row gap-8 wrapping space-between">
            <span>{t('quotes.asked', { n: earlier.length })}</span>
            <Button kind="secondary" size="small" loading={asking.busy} onClick={asking.resend}>
              {t('quotes.asked.again')}
            </Button>
          </div>
        </Note>
      )}
      {asking.own.requests.some(({ open }) => open) && (
        <Link className="link" to={`/quotes/${page.search.id}/words`}>
          {t('quotes.words')}
        </Link>
      )}
      <Ended page={page} />
    </>
  )
}

/** Requests that were declined or expired. Those that the customer ended are not shown. */
function Ended({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = getQuotesTranslator(page.search)
  const ended = (asking?.own.requests ?? []).flatMap((request) => {
    const { name } = request.provider
    const said = request.note
    if (request.state === 'declined' || request.state === 'expired')
      return [{ id: request.id, line: t(`request.${request.state}`, { name }), said }]
    const state = request.offer?.state
    return !request.open && (state === 'expired' || state === 'withdrawn')
      ? [{ id: request.id, line: t(`offer.${state}`, { name }), said }]
      : []
  })
  if (ended.length === 0) return null
  return (
    <section className="small stack gap-4" aria-label={t('quotes.ended')}>
      {ended.map(({ id, line, said }) => (
        <p key={id}>
          <b className="bold">{line}</b>
          {said && ` ${said}`}
        </p>
      ))}
    </section>
  )
}

/** Sends one request to the first artists of the list, if none was sent yet. */
export function AskFirst({ cards, page }: { cards: readonly Card[]; page: QuotesPage }) {
  const t = getQuotesTranslator(page.search)
  const asking = useAsking()
  const first = cards.filter(canBeAsked).slice(0, mostAtOnce)
  if (!asking || first.length < 2 || asking.own.requests.some(({ open }) => open)) return null
  return (
    <div className={joinClasses('card row space-between wrapping with-script', styles.askFirst)}>
      <p className="small grow">{t('quotes.ask.text')}</p>
      <Button
        kind="secondary"
        size="small"
        loading={asking.busy}
        onClick={() => asking.send(first.map((card) => card.slug))}>
        {t('quotes.ask.first', { n: first.length })}
      </Button>
    </div>
  )
}

type Refused = { asks: true; typed: Partial<Requester>; errors: Record<string, string>; message: string | null }

/** Sends a request from a plain form and redirects to the quotes. */
export async function sendPlainRequest(api: Api, quoteId: string, form: FormData) {
  const typed = readDetails(form)
  const type: Mode = form.get('type') === 'studio' ? 'studio' : 'mobile'
  const profiles = String(form.get('ask') ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, mostAtOnce)
  try {
    await api.quotes.saveDetails({ quoteId, ...typed })
    await api.requests.send({ quoteId, profiles, type }, { key: String(form.get('key') ?? '') || crypto.randomUUID() })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault
    const refused: Refused = {
      asks: true,
      typed,
      errors: Object.fromEntries(fault.errors.toReversed().map((each) => [each.path, each.message])),
      message: fault.errors.length ? null : fault.message,
    }
    return data(refused, { status: fault.status })
  }
  return redirect(`/quotes/${quoteId}?type=${type}`)
}

export const PlainAsk = ({ asked, ...shown }: { page: QuotesPage; type: Mode; asked: string | null }) =>
  asked && shown.page.search.mine ? (
    // Rendered on the server only: browsers with scripts never show it.
    <noscript>{import.meta.env.SSR && <PlainDetails {...shown} asked={asked} />}</noscript>
  ) : null

function PlainDetails({ page, type, asked }: { page: QuotesPage; type: Mode; asked: string }) {
  const answered = useActionData() as Refused | undefined
  const refused = answered && 'asks' in answered ? answered : undefined
  const { countryCode, appointmentSpot } = page.search
  const t = createTranslator(detailsMessages, countryCode)
  const n = asked.split(',').filter(Boolean).length
  return (
    <Form method="post" className="card pad-24 stack" id="details" noValidate>
      <h2 className="heading-3">{t('details.title')}</h2>
      <p className="muted">{t('details.text.many', { n })}</p>
      {refused?.message && <Note kind="error">{refused.message}</Note>}
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="ask" value={asked} />
      <input type="hidden" name="type" value={type} />
      <DetailsFields
        given={refused?.typed ?? page.details ?? {}}
        errors={refused?.errors ?? {}}
        country={countryCode}
        finishTime={appointmentSpot.finishTime}
      />
      <DetailsTerms country={countryCode} />
      <Button type="submit">{t('details.send', { n })}</Button>
    </Form>
  )
}
