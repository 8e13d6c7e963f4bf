import { ArrowLeft, BadgeCheck, Calendar, Clock3, MapPin, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type ActionFunctionArgs, data, Form, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useActionData, useLoaderData, useNavigation } from 'react-router'
import { timeChoices } from '#contract/constants.ts'
import { money, time } from '#contract/format.ts'
import type { Requester } from '#contract/search.ts'
import { counted, reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { head } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/server-api.ts'
import { LockedPrice, lockText } from '#web/providers/price-card.tsx'
import { policyLine } from '#web/providers/policy-terms.tsx'
import { clockOf, dayOf, peopleIn, placeAndTown, readyByOf } from '#web/quotes/quote-phrases.ts'
import { detailsWords } from '#web/search/details-words.ts'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { publicUrlOf } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Pan } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import '#web/ui/styles/profile.css'
import '#web/ui/styles/booking.css'
import '#web/providers/profile-page.css'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  head({ title: loaderData ? `${loaderData.quoted.card.name}, your details · Primp` : 'Primp', publicUrl: publicUrlOf(matches), noindex: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const type = new URL(request.url).searchParams.get('type') === 'studio' ? 'studio' : 'mobile'
  try {
    const quoted = await serverApi(context).quotes.provider({ quoteId, profileId, type })
    // A link that was shared: the price is for everyone to see, the booking is its owner's.
    if (!quoted.search.mine) throw redirect(`/quotes/${quoteId}/@/${quoted.card.slug}?type=${type}`)
    return { quoted, type, countryCode: quoted.search.countryCode, now: Date.now() }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: error.status === 400 ? 404 : error.status })
    throw error
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    name: text('name'), email: text('email'), event: text('event'), mobile: text('mobile'),
    startTime: text('startTime') || undefined, finishTime: text('finishTime') || undefined,
    timeConstraint: text('timeConstraint') === 'start' ? ('start' as const) : ('finish' as const),
  }
  try {
    await serverApi(context).quotes.saveDetails({ quoteId: params['quoteId'] as string, ...typed })
    return { saved: true as const, typed, errors: {} as Record<string, string>, message: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const errors = Object.fromEntries(error.errors.toReversed().map((each) => [each.path, each.message]))
    return data({ saved: false as const, typed, errors, message: error.errors.length ? null : error.message }, { status: error.status })
  }
}

export default function Book() {
  const { quoted, type, countryCode, now } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const t = reader(detailsWords, countryCode)
  const busy = useNavigation().state === 'submitting'
  const { card, locked, search, details } = quoted
  const given: Partial<Requester> = said?.typed ?? details ?? {}
  const errors = said?.errors ?? {}
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (said && !said.saved) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [said])
  const { timeZone, finishTime } = search.appointmentSpot
  const readyBy = readyByOf(search)
  const asks = card.status === 'offered' ? 'Book' : 'Request quote'
  return (
    <main id="main" tabIndex={-1} className="wrap pad-foot book-page">
      <div className="stack s24">
        <div>
          <Link className="btn qui sm" to={`/quotes/${search.id}/@/${card.slug}?type=${type}`}>
            <ArrowLeft className="i" aria-hidden="true" />
            {card.name}
          </Link>
          <h1 className="d1">{asks === 'Book' ? `Book ${card.name}` : `Ask ${card.name} for a quote`}</h1>
        </div>
        <div className="twocol">
          <div className="stack s24">
            {said?.saved && (
              <Note kind="success">
                <b>Your details are kept with this search.</b> {locked ? lockText(locked, timeZone, countryCode) : ''}
              </Note>
            )}
            {said?.message && <Note kind="error">{said.message}</Note>}
            <section className="cardx p32" aria-labelledby="details">
              <Form method="post" ref={form} className="stack" noValidate preventScrollReset>
                <h2 className="d3" id="details">{t('details.title')}</h2>
                <p className="mut">{t('details.text')}</p>
                <div className="g2 eq">
                  <TextField label={t('details.name')} name="name" autoComplete="name" defaultValue={given.name} error={errors['name']} required />
                  <TextField label={t('details.email')} name="email" type="email" autoComplete="email" defaultValue={given.email} error={errors['email']} required />
                </div>
                <div className="g2 eq">
                  <TextField label={t('details.event')} name="event" placeholder={t('details.event.placeholder')} defaultValue={given.event} error={errors['event']} required />
                  <TextField label={t('details.mobile')} name="mobile" type="tel" autoComplete="tel" defaultValue={given.mobile} error={errors['mobile']} hint={t('details.mobile.note')} required />
                </div>
                <fieldset className="stack s8">
                  <legend className="flabel">{t('details.constraint')}</legend>
                  <div className="row g16 wrapx">
                    <Radio name="timeConstraint" value="finish" defaultChecked={given.timeConstraint !== 'start'}>{t('details.constraint.finish')}</Radio>
                    <Radio name="timeConstraint" value="start" defaultChecked={given.timeConstraint === 'start'}>{t('details.constraint.start')}</Radio>
                  </div>
                </fieldset>
                <div className="g2 eq">
                  <TimeSelect label={t('details.finishTime')} name="finishTime" value={given.finishTime ?? finishTime} error={errors['finishTime']} />
                  <TimeSelect label={t('details.startTime')} name="startTime" value={given.startTime} error={errors['startTime']} />
                </div>
                <Button type="submit" size="large" loading={busy}>Save your details</Button>
              </Form>
            </section>
          </div>
          <aside className="stick stack">
            <div className="cardx p24 stack">
              <div className="row g16">
                <Pan src={card.coverImg.src} alt="" width={88} height={72} className="book-cover" />
                <div className="grow">
                  <div className="row g6">
                    <b className="title">{card.name}</b>
                    {card.verified && <BadgeCheck className="i ver" role="img" aria-label="Identity verified" />}
                  </div>
                  <div className="small mut"><Rating rating={card.rating} reviews={card.totalReviews} none="New on Primp" /></div>
                </div>
              </div>
              <hr className="hr" />
              <ul className="stack s8 small plain-list">
                <li className="row g8"><Calendar className="i" aria-hidden="true" />{dayOf(search)}</li>
                <li className="row g8">
                  <Clock3 className="i" aria-hidden="true" />
                  {readyBy && locked?.plan ? <span><b className="b">{`Ready by ${readyBy}`}</b>{`, start ${clockOf(locked.plan.startAt, search)}`}</span> : 'Add a time to see the plan'}
                </li>
                <li className="row g8"><MapPin className="i" aria-hidden="true" />{placeAndTown(search)}</li>
                <li className="row g8"><Users className="i" aria-hidden="true" />{`${counted(peopleIn(search), 'person', 'people')}, ${counted(card.artists, 'artist', 'artists')}`}</li>
              </ul>
              <hr className="hr" />
              {locked ? (
                <>
                  <LockedPrice locked={locked} people={peopleIn(search)} name={card.name} country={countryCode} />
                  <p className="micro hint">{policyLine({ terms: locked.policy, country: countryCode, timeZone }, now)}</p>
                </>
              ) : (
                <>
                  <p>This artist cannot be had for this time any more.</p>
                  <ButtonLink kind="secondary" to={`/quotes/${search.id}`}>See your quotes</ButtonLink>
                </>
              )}
            </div>
          </aside>
        </div>
      </div>
      {locked && (
        <div className="mfoot">
          <div>
            <span className="num">{money(locked.deposit, locked.currency, { decimals: 'always' })}</span>
            <div className="micro mut">{`deposit of ${money(locked.total, locked.currency)} total`}</div>
          </div>
        </div>
      )}
    </main>
  )
}

function TimeSelect({ label, name, value, error }: { label: string; name: string; value?: string | null; error?: string }) {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ''} error={error}>
      <option value="">Not sure yet</option>
      {timeChoices.map((choice) => <option key={choice} value={choice}>{choice < '05:00' ? `${time(choice)}, next day` : time(choice)}</option>)}
    </SelectField>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
