import { Send } from 'lucide-react'
import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
} from 'react-router'
import type { Bill } from '#contract/checkout/shared-bills.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { formatAmount, formatEventDay, formatEventMoment } from '#web/appointments/booking-phrases.ts'
import { useLive } from '#web/messaging/live.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { ActKeys, useForm } from '#web/platform/use-form.ts'
import { ApiError, fallbackWhenRefused } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ShareBadge } from './share-badge.tsx'
import splitHeadStyles from './split-head.module.css'
import { SplitHead } from './split-head.tsx'
import { splitMessages } from './split-messages.ts'
import { waitForAppointment } from './wait-for-appointment.ts'

const t = createTranslator(splitMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${t('bill.meta')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

/** Loads the bill by the browser's cookie. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const { bill } = await serverApi(context).bookings.readBill({ holdId: params['holdId'] as string })
    return { bill, countryCode: bill.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { bill: null, countryCode: undefined }
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** Loads it by session, which server rendering does not know. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const loaded = await serverLoader<typeof loader>()
  if (loaded.bill) return loaded
  const missing = { ...loaded, missing: true }
  if (!getCurrentToken(localStore)) return missing
  return browserApi()
    .bookings.readBill({ holdId: params['holdId'] as string })
    .then(({ bill }) => ({ bill, countryCode: bill.countryCode }), fallbackWhenRefused(missing))
}
clientLoader.hydrate = true as const

type Loaded = Awaited<ReturnType<typeof loader>> & { missing?: boolean }

export default function BillPage() {
  const { bill, missing }: Loaded = useLoaderData<typeof clientLoader>()
  if (missing) return <NotFound />
  return bill ? <SharedBill loaded={bill} /> : <Undetermined />
}

const titles = { asked: 'bill.title.asked', covered: 'bill.title.covered', let_go: 'bill.title.let_go' } as const

/** A shared bill for the booker: payments, share links, and paying the rest. */
function SharedBill({ loaded }: { loaded: Bill }) {
  const [bill, setBill] = useState(loaded)
  const navigate = useNavigate()
  const [keys] = useState(() => new ActKeys())
  const [paying, setPaying] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { pending, run, formError } = useForm()
  const cash = (amount: number) => formatAmount(amount, bill)
  const nameOf = ({ name, person }: { name: string; person: number }) => name || t('bill.person', { n: person })
  const read = async () => setBill((await browserApi().bookings.readBill({ holdId: bill.holdId })).bill)
  useLive(['hold.', 'appointment.', 'payment.'], () => {
    read().catch(() => {})
  })
  const toBooking = (id: string) => navigate(`/book/booked/${id}`, { replace: true })
  const send = async (share: Bill['shares'][number]) => {
    const link = `${location.origin}/split/${share.key}`
    const values = {
      event: bill.event,
      date: formatEventDay(bill),
      provider: bill.provider,
      amount: cash(share.amount),
      link,
    }
    const text = t('bill.message', values)
    if (navigator.share) return void (await navigator.share({ text, url: link }).catch(() => {}))
    await navigator.clipboard.writeText(text)
    showToast('success', t('bill.copied', { name: nameOf(share) }))
  }
  const letGo = async () => {
    setLeaving(false)
    const done = await run(() => browserApi().bookings.releaseHold({ holdId: bill.holdId }))
    if (done) await read()
  }
  const open = async (): Promise<PaymentView> => {
    const { payment } = await browserApi().bookings.payRest({ holdId: bill.holdId }, { key: keys })
    keys.done()
    return payment
  }
  const restPaid = async () => {
    const id = await waitForAppointment(() => browserApi().bookings.readHold({ holdId: bill.holdId }))
    if (id) await toBooking(id)
    else await read()
  }
  const isOpen = bill.state === 'open'
  const restTime = bill.sharesUntil && Date.parse(bill.sharesUntil) <= Date.now()
  const until = bill.restUntil
  return (
    <main id="main" tabIndex={-1}>
      <SplitHead
        title={
          isOpen
            ? t('bill.title', { reserved: cash(bill.reserved), due: cash(bill.due) })
            : createTranslator(splitMessages, bill.countryCode)(titles[bill.state as keyof typeof titles])
        }
        text={t('bill.text', { event: bill.event, date: formatEventDay(bill), name: bill.provider })}
        picture={bill.profileImg}
        paid={bill.shares.map(({ state }) => state !== 'open' && bill.state !== 'let_go')}
        names={bill.shares.map(({ name }) => name)}>
        {isOpen && until && (
          <p className="bold" role="status">
            {t(restTime ? 'bill.rest.until' : 'bill.until', { until: formatEventMoment(until, bill) })}
          </p>
        )}
      </SplitHead>
      <div
        className={joinClasses(
          'page-width stack gap-24 above-phone-foot',
          isOpen && bill.open > 0 ? splitHeadStyles.wideBody : splitHeadStyles.splitBody,
        )}>
        {formError && <Note kind="error">{formError}</Note>}
        {bill.state === 'covered' && bill.appointmentId && (
          <Note kind="success">
            {t('bill.title.covered')}.{' '}
            <ButtonLink size="small" to={`/book/booked/${bill.appointmentId}`}>
              {t('bill.booked.act')}
            </ButtonLink>
          </Note>
        )}
        {bill.state === 'let_go' && (
          <Note kind="info">
            <p>{t('bill.let_go')}</p>
            <ButtonLink kind="secondary" to={`/quotes/${bill.searchId}`}>
              {t('bill.let_go.act')}
            </ButtonLink>
          </Note>
        )}
        {bill.state === 'asked' && (
          <Note kind="info">
            <p>{t('bill.asked')}</p>
            <ButtonLink to={`/book/${bill.searchId}/@/${bill.slug}`}>{t('bill.asked.act')}</ButtonLink>
          </Note>
        )}
        <div className={joinClasses('stack gap-24', isOpen && bill.open > 0 && splitHeadStyles.columns)}>
          <section className="card pad-24 stack" aria-labelledby="people">
            <h2 className="heading-3" id="people">
              {t('bill.people')}
            </h2>
            <ul>
              {bill.shares.map((share) => (
                <li key={share.person} className={splitHeadStyles.person}>
                  <span>
                    <b className="bold">{nameOf(share)}</b>
                    {share.mine && <span className="small muted"> · {t('bill.you')}</span>}
                    <br />
                    <span className="tabular">{cash(share.amount)}</span>
                  </span>
                  <ShareBadge share={share} currency={bill.currency} />
                  {share.key && share.state === 'open' && (
                    <span className={splitHeadStyles.acts}>
                      <Button kind="secondary" size="small" onClick={() => send(share)}>
                        <Send className="icon" aria-hidden="true" />
                        {t('bill.send')}
                        <span className="visually-hidden">{nameOf(share)}</span>
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          {isOpen && bill.open > 0 && (
            <section className="card pad-24 stack" aria-labelledby="rest">
              <h2 className="heading-3" id="rest">
                {t('bill.rest.title')}
              </h2>
              <p>{t('bill.rest.text', { open: cash(bill.open) })}</p>
              {paying ? (
                <PayForm
                  country={bill.countryCode}
                  amount={bill.open}
                  currency={bill.currency}
                  email={bill.email}
                  label={t('bill.rest.pay', { open: cash(bill.open) })}
                  open={open}
                  onDone={restPaid}
                  onVoided={() => {
                    setPaying(false)
                    read().catch(() => {})
                  }}
                />
              ) : (
                <Button kind="secondary" full onClick={() => setPaying(true)}>
                  {t('bill.rest.act')}
                </Button>
              )}
            </section>
          )}
        </div>
        {isOpen && (
          <div>
            <Button kind="quiet" size="small" loading={pending} onClick={() => setLeaving(true)}>
              {t('bill.off')}
            </Button>
          </div>
        )}
      </div>
      <Confirm
        open={leaving}
        title={t('bill.off.title')}
        act={t('bill.off')}
        wayOut={t('bill.off.keep')}
        danger
        onAct={letGo}
        onClose={() => setLeaving(false)}>
        {t('bill.off.text', { name: bill.provider })}
      </Confirm>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
