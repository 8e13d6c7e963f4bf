import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { SharedVisit } from '#contract/calendar/private-clients.ts'
import { formatClock, formatDate, formatMoney, zonedTime } from '#contract/format.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import factsStyles from '#web/ui/facts.module.css'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import visitPageStyles from './visit-page.module.css'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  createHead({
    title: `${createTranslator(visitMessages)('visit.title', { name: loaderData?.visit.artist.name ?? '' })} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params['key'] as string
  try {
    const { visit } = await serverApi(context).privateClients.visit({ key })
    return { visit, key, countryCode: visit.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** A private appointment for its client, by link: time, services, place and price; no account. */
export default function VisitPage() {
  const loaded = useLoaderData<typeof loader>()
  const [visit, setVisit] = useState<SharedVisit>(loaded.visit)
  const [asking, setAsking] = useState(false)
  const { formError, isPending, run } = useForm()
  const t = createTranslator(visitMessages, visit.countryCode)
  const { name, slug } = visit.artist
  const at = (instant: string) => formatClock(zonedTime(instant, visit.timeZone))
  const answer = async (given: 'yes' | 'no') => {
    setAsking(false)
    const done = await run(() => browserApi().privateClients.answerVisit({ key: loaded.key, answer: given }), {
      name: given,
    })
    if (done) setVisit(done.answer.visit)
  }
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', visitPageStyles.visit)}>
      <div className="stack gap-8">
        <h1 className="heading-1">{t('visit.title', { name })}</h1>
        {visit.state === 'open' && <p className="lead">{t('visit.hello', { firstName: visit.firstName })}</p>}
      </div>
      {visit.state !== 'open' && (
        <div role="status">
          <Note kind={visit.state === 'agreed' ? 'success' : 'info'}>{t(`visit.${visit.state}`, { name })}</Note>
        </div>
      )}
      <div className="card pad-24 stack gap-24">
        <dl className={factsStyles.facts}>
          <dt>{t('visit.when')}</dt>
          <dd>
            <b className={visitPageStyles.when}>
              {formatDate(visit.eventDate, visit.countryCode, new Date().getFullYear())}
            </b>
            {t('visit.when.value', { clock: at(visit.startsAt), end: at(visit.endsAt) })}
          </dd>
          {visit.services && (
            <>
              <dt>{t('visit.what')}</dt>
              <dd>{visit.services}</dd>
            </>
          )}
          {visit.place && (
            <>
              <dt>{t('visit.where')}</dt>
              <dd>{visit.place}</dd>
            </>
          )}
          {visit.price !== null && (
            <>
              <dt>{t('visit.price')}</dt>
              <dd>
                <b className="bold">{formatMoney(visit.price, visit.currency)}</b>{' '}
                <span className="small muted">{t('visit.price.text', { name })}</span>
              </dd>
            </>
          )}
        </dl>
        {formError && <Note kind="error">{formError}</Note>}
        {(visit.state === 'open' || visit.state === 'agreed') && (
          <div className={visitPageStyles.answers}>
            {visit.state === 'open' && (
              <Button loading={isPending('yes')} onClick={() => answer('yes')}>
                {t('visit.yes')}
              </Button>
            )}
            <Button kind="secondary" loading={isPending('no')} onClick={() => setAsking(true)}>
              {t('visit.no')}
            </Button>
          </div>
        )}
      </div>
      {(visit.state === 'cancelled' || visit.state === 'past') && (
        <div>
          <ButtonLink kind="secondary" to={`/@/${slug}`}>
            {t('visit.page', { name })}
          </ButtonLink>
        </div>
      )}
      <p className="small muted">{t('visit.private')}</p>
      <Confirm
        open={asking}
        title={t('visit.no.title')}
        act={t('visit.no')}
        wayOut={t('visit.no.back')}
        onAct={() => answer('no')}
        onClose={() => setAsking(false)}>
        {t('visit.no.text', { name })}
      </Confirm>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

const visitMessages = defineMessages({
  'visit.title': 'Your appointment with {name}',
  'visit.hello': 'Hello {firstName}, does this time work for you?',
  'visit.when': 'When',
  'visit.when.value': '{clock} to {end}',
  'visit.what': 'Services',
  'visit.where': 'Where',
  'visit.price': 'Price',
  'visit.price.text': 'Paid to {name} on the day.',
  'visit.yes': 'Yes, that works',
  'visit.no': 'I cannot come',
  'visit.no.title': 'Cancel this appointment?',
  'visit.no.text': 'We will tell {name} immediately, and the time will become free.',
  'visit.no.back': 'Go back',
  'visit.agreed': 'Confirmed. We have told {name}.',
  'visit.cancelled': 'This appointment has been cancelled.',
  'visit.past': 'This date has passed.',
  'visit.page': 'See {name}’s page',
  'visit.private': 'Anyone with this link can reply for you. Keep it to yourself.',
})
