import { data, Form, redirect, useActionData } from 'react-router'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { reader } from '#contract/words.ts'
import { type Api, ApiError } from '#web/platform/api/api.ts'
import { DetailsFields, DetailsTerms, readDetails } from '#web/search/details/details-form.tsx'
import { detailsWords } from '#web/search/details/details-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Refused = { asks: true; typed: Partial<Requester>; errors: Record<string, string>; message: string | null }

/** Sends a request from a plain form, and comes back to the quotes where it stands. */
export async function plainAsk(api: Api, quoteId: string, form: FormData) {
  const typed = readDetails(form)
  const type: Mode = form.get('type') === 'studio' ? 'studio' : 'mobile'
  const profiles = String(form.get('ask') ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, mostAtOnce)
  try {
    await api.quotes.saveDetails({ quoteId, ...typed })
    await api.requests.ask({ quoteId, profiles, type }, { key: String(form.get('key') ?? '') || crypto.randomUUID() })
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

/** 'Your details' as a part of the page, where no script opens them over it. */
export const PlainAsk = ({ asked, ...shown }: { page: QuotesPage; type: Mode; asked: string | null }) =>
  asked && shown.page.search.mine ? (
    // Where scripts run nobody sees what is in here: the browser need not have it.
    <noscript>{import.meta.env.SSR && <PlainDetails {...shown} asked={asked} />}</noscript>
  ) : null

function PlainDetails({ page, type, asked }: { page: QuotesPage; type: Mode; asked: string }) {
  const answered = useActionData() as Refused | undefined
  const refused = answered && 'asks' in answered ? answered : undefined
  const { countryCode, appointmentSpot } = page.search
  const t = reader(detailsWords, countryCode)
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
