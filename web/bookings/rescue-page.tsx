import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { formatDistance, formatMoney } from '#contract/format.ts'
import type { Card } from '#contract/search/quotes.ts'
import { formatYou } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import {
  formatAmount,
  formatClockIn,
  formatEventDay,
  formatEventMoment,
  formatReady,
  formatRefundMethod,
  formatShortPlace,
  getBookingTranslator,
} from '#web/appointments/booking-phrases.ts'
import { ApiError, fallbackWhenRefused } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { useForm } from '#web/platform/use-form.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { getPublicUrl, useSite } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import priceTotalStyles from '#web/ui/price-total.module.css'
import { Rating } from '#web/ui/stars.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import styles from './rescue-page.module.css'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  createHead({
    title: loaderData?.rescued
      ? `${getBookingTranslator(loaderData.rescued.appointment)('rescue.title', { name: loaderData.rescued.appointment.provider.name })} · Primp`
      : 'Primp',
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

/** Loads the booking by the browser's cookie. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const rescued = await read(serverApi(context), params['appointmentId'] as string)
    return { rescued, countryCode: rescued.appointment.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { rescued: null, countryCode: undefined }
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

type Rescued = Awaited<ReturnType<typeof read>>

async function read({ bookings }: Pick<ReturnType<typeof browserApi>, 'bookings'>, appointmentId: string) {
  const [{ appointment }, rescue] = await Promise.all([
    bookings.read({ appointmentId }),
    bookings.rescue({ appointmentId }),
  ])
  return { appointment, rescue }
}

/** Loads it by session, which server rendering does not know. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const loaded = await serverLoader<typeof loader>()
  if (loaded.rescued) return loaded
  const missing = { ...loaded, missing: true }
  if (!getCurrentToken(localStore)) return missing
  return read(browserApi(), params['appointmentId'] as string).then(
    (rescued) => ({ rescued, countryCode: rescued.appointment.countryCode }),
    fallbackWhenRefused(missing),
  )
}
clientLoader.hydrate = true as const

type Loaded = Awaited<ReturnType<typeof loader>> & { missing?: boolean }

export default function RescuePage() {
  const { rescued, missing }: Loaded = useLoaderData<typeof clientLoader>()
  if (missing) return <NotFound />
  return rescued ? <Rescue {...rescued} /> : <Undetermined />
}

/** After the artist's cancellation: replacements for the paid deposit, or a full refund. */
function Rescue({ appointment, rescue }: Rescued) {
  const navigate = useNavigate()
  const site = useSite()
  const t = getBookingTranslator(appointment)
  const p = createTranslator(planMessages, appointment.countryCode)
  const act = useForm()
  const [over, setOver] = useState(!rescue.open)
  const refund = formatAmount(rescue.refund || appointment.refunded, appointment)
  const take = async (card: Card) => {
    const done = await act.run(
      (key) => browserApi().bookings.bookRescue({ appointmentId: appointment.id, profileId: card._id }, { key }),
      { name: card._id },
    )
    if (done) await navigate(`/book/booked/${done.answer.appointment.id}`)
  }
  const end = async () => {
    const done = await act.run((key) => browserApi().bookings.endRescue({ appointmentId: appointment.id }, { key }), {
      name: 'end',
    })
    if (done) setOver(true)
  }
  const waits = appointment.refundWaiting > 0
  const said = {
    n: rescue.found,
    ofYou: formatYou(appointment.people),
    time: formatReady(appointment),
    refund,
    waiting: formatAmount(appointment.refundWaiting, appointment),
    way: formatRefundMethod(appointment),
    until: rescue.until ? formatEventMoment(rescue.until, appointment) : '',
  }
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses('page-width stack gap-24 above-phone-foot', styles.rescuePage)}>
      <div>
        <BackLink to={`/book/booked/${appointment.id}`} label={t('rescue.back')} />
        <h1 className="heading-1">{t('rescue.title', { name: appointment.provider.name })}</h1>
      </div>
      {over ? (
        <Note kind="success">
          {t(rescue.ended === 'rebooked' ? 'rescue.rebooked' : waits ? 'rescue.over.waits' : 'rescue.over', said)}
        </Note>
      ) : (
        <>
          <div className="stack gap-8">
            <p className="bold">
              {[appointment.event, formatEventDay(appointment), formatShortPlace(appointment.place)]
                .filter(Boolean)
                .join(', ')}
            </p>
            <p className="lead">{t('rescue.text', said)}</p>
          </div>
          {act.formError && <Note kind="error">{act.formError}</Note>}
          {rescue.artists.length > 0 ? (
            <section className="stack" aria-labelledby="found">
              <h2 className="heading-2" id="found">
                {t('rescue.found', said)}
              </h2>
              <p className="muted">{t('rescue.same')}</p>
              {rescue.promo && (
                <p className="muted">
                  {t(rescue.promo.carried ? 'rescue.promo.carried' : 'rescue.promo.own', { label: rescue.promo.label })}
                </p>
              )}
              <ul className="stack">
                {rescue.artists.map((card) => {
                  const less = rescue.totalBefore - (card.price ?? 0)
                  return (
                    <li key={card._id} className={joinClasses('card pad-24', styles.artist)}>
                      <Pan className={styles.cover} src={card.coverImg.src} alt={card.coverImg.alt} />
                      <div className="row gap-16">
                        <Avatar size={60} src={card.profileImg.src} alt={card.profileImg.alt} />
                        <div>
                          <Link className="title" to={`/@/${card.slug}`}>
                            {card.name}
                          </Link>
                          <div className={joinClasses('small muted', styles.facts)}>
                            <Rating rating={card.rating} reviews={card.totalReviews} />
                            <span>
                              {[card.location.area, formatDistance(card.distance.metres, appointment.countryCode)].join(
                                ', ',
                              )}
                            </span>
                          </div>
                          {card.plan && (
                            <p className="small">
                              {p('plan.short', {
                                arrive: formatClockIn(card.plan.arriveAt, appointment.timeZone),
                                done: formatClockIn(card.plan.doneAt, appointment.timeZone),
                              })}
                            </p>
                          )}
                        </div>
                      </div>
                      <div className={joinClasses('stack gap-4', styles.offer)}>
                        <span className={joinClasses('number', priceTotalStyles.priceTotal)}>
                          {formatMoney(card.price ?? 0, card.currency)}
                        </span>
                        <span className="small muted">
                          {less > 0
                            ? t('rescue.difference', { amount: formatMoney(less, card.currency) })
                            : t('rescue.equal')}
                        </span>
                        <Button full loading={act.isPending(card._id)} onClick={() => take(card)}>
                          {t('rescue.book', { name: card.name, total: formatMoney(card.price ?? 0, card.currency) })}
                        </Button>
                      </div>
                    </li>
                  )
                })}
              </ul>
              <p className="small muted">{t('rescue.deposit', { deposit: refund })}</p>
            </section>
          ) : (
            <Empty
              title={t('rescue.none')}
              action={<ButtonLink to={`/quotes/${appointment.searchId}?rescue=1`}>{t('rescue.none.act')}</ButtonLink>}
            />
          )}
          <div className="row gap-16 wrapping">
            <Button kind="secondary" loading={act.isPending('end')} onClick={end}>
              {t('rescue.done')}
            </Button>
            {site?.business.supportPhone && <p>{t('rescue.help', { supportPhone: site.business.supportPhone })}</p>}
          </div>
        </>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
