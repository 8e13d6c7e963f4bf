import { useEffect, useRef, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { formatMoney, markets } from '#contract/format.ts'
import type { GuestArtist, Invitation } from '#contract/party/guests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, formatClockIn, formatEventDay, formatShortPlace } from '#web/appointments/booking-phrases.ts'
import { type BookingStage, bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import factsStyles from '#web/ui/facts.module.css'
import styles from './guest-page.module.css'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { createStandingData } from '#web/platform/standing.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'
import { PartyReview } from '#web/reviews/party/party-review.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { formatGuestLines } from './guest-lines.ts'
import { guestMessages } from './guest-messages.ts'
import { liveMessages } from './live-phrases.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { useSheetLive } from './use-sheet-live.ts'

const NEAR_MS = 12 * 3_600_000

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: `${createTranslator(guestMessages)('meta.title')} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params['key'] as string
  const { guests, partyReviews } = serverApi(context)
  try {
    const { invitation } = await orNull(guests.read({ key }))
    if (invitation) return { invitation, after: null, key, countryCode: invitation.countryCode }
    // After the day, the link leads to the review.
    const after = await partyReviews.show({ key })
    return { invitation: null, after, key, countryCode: after.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

// On network errors the form's text stays.
const { useStanding, load } = createStandingData()
export const clientLoader = load

const orNull = (asked: Promise<{ invitation: Invitation }>): Promise<{ invitation: Invitation | null }> =>
  asked.catch((error) => {
    if (error instanceof ApiError && error.status === 404) return { invitation: null }
    throw error
  })

/** A guest's link: before the day times and wishes, afterwards the review; no account. */
export default function GuestPage() {
  const loaded = useLoaderData<typeof loader>()
  useStanding(loaded)
  const { invitation, after, key } = loaded
  if (after) return <PartyReview key={key} page={after} linkKey={key} />
  return invitation && <BeforeTheDay invitation={invitation} linkKey={key} />
}

function BeforeTheDay({ invitation: loaded, linkKey }: { invitation: Invitation; linkKey: string }) {
  const [invitation, setInvitation] = useState<Invitation>(loaded)
  useEffect(() => setInvitation(loaded), [loaded])
  const { revalidate } = useRevalidator()
  // Live data exists only near the day.
  const near = Date.parse(invitation.startsAt) - Date.now() < NEAR_MS
  useSheetLive(near ? invitation.sheetKey : null, revalidate)
  // The form starts again after each.
  const [erasures, setErasures] = useState(0)
  const [saved, setSaved] = useState<'saved' | 'erased' | null>(null)
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { name, booker, event, place } = invitation
  const artists = [invitation, ...invitation.others]
  const stage = getBookingStage(invitation)
  const { runSheet } = bookingParts[stage]
  const said = { booker, event, place: formatShortPlace(place), date: formatEventDay(invitation) }
  const open = stage === 'ahead'
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', styles.guest)}>
      <div className={joinClasses('stack gap-24', styles.about)}>
        <div className="stack gap-8">
          <h1 className="heading-1">{t(name ? 'guest.title' : 'guest.title.nobody', { name })}</h1>
          {runSheet && artists.map((artist) => <Chair key={artist.slug} invitation={invitation} artist={artist} />)}
          <p className="lead">
            {t(event ? 'guest.lead' : 'guest.lead.plain', { ...said, provider: formatArtists(invitation) })}
          </p>
        </div>
        <div role="status" className="stack gap-12">
          {saved && (
            <Note kind="success">{t(saved === 'saved' ? 'guest.saved' : 'guest.erased', nameReaders(invitation))}</Note>
          )}
          <Standing invitation={invitation} stage={stage} />
          {runSheet &&
            artists.map((artist) => (
              <GuestLive key={artist.slug} day={{ ...invitation, ...artist }} named={invitation.others.length > 0} />
            ))}
        </div>
        {runSheet && <Facts invitation={invitation} />}
      </div>
      <div className="stack gap-24">
        {open && (
          <GuestForm
            key={erasures}
            invitation={invitation}
            linkKey={linkKey}
            onSaved={(next) => {
              setInvitation(next)
              setSaved('saved')
            }}
          />
        )}
        {invitation.answeredAt && (
          <EraseAnswers
            invitation={invitation}
            linkKey={linkKey}
            onErased={(next) => {
              setInvitation(next)
              setSaved('erased')
              setErasures(erasures + 1)
            }}
          />
        )}
        <p className="small muted">{t('guest.private')}</p>
        <p className="small">
          <Link className="link tap-target" to="/your-data">
            {t('guest.data')}
          </Link>
        </p>
      </div>
    </main>
  )
}

/** The names of all artists of this guest. */
function formatArtists({ provider, others, countryCode }: Invitation): string {
  return new Intl.ListFormat(markets[countryCode].locale).format([provider, ...others.map((one) => one.provider)])
}

/** Names for the texts of the form “{booker} and {provider} can read this”. */
function nameReaders({ booker, provider, others }: Invitation): { booker: string; provider: string } {
  const artists = [provider, ...others.map((one) => one.provider)]
  return { booker: [booker, ...artists.slice(0, -1)].join(', '), provider: artists.at(-1) ?? '' }
}

function Chair({ invitation, artist: { chair, provider } }: { invitation: Invitation; artist: GuestArtist }) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  if (!chair) return null
  const { timeZone, others } = invitation
  return (
    <p className="stack gap-4">
      <span className="small muted">{t(others.length > 0 ? 'guest.chair.with' : 'guest.chair', { provider })}</span>
      <b className="heading-2">
        {t('guest.chair.value', {
          from: formatClockIn(chair.from, timeZone),
          to: formatClockIn(chair.to, timeZone),
        })}
      </b>
    </p>
  )
}

function Standing({ invitation, stage }: { invitation: Invitation; stage: BookingStage }) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { booker, state, others } = invitation
  if (stage === 'off')
    return <Note kind="warning">{t(state === 'cancelled' ? 'guest.cancelled' : 'guest.noShow')}</Note>
  if (stage !== 'ahead') return <Note kind="info">{t(stage === 'over' ? 'guest.over' : 'guest.begun')}</Note>
  const artists = [invitation, ...others]
  return (
    <>
      {artists.map(
        ({ asks, provider, slug }) =>
          asks && (
            <Note key={slug} kind="info">
              {t('guest.asks', { services: asks.map(({ label }) => label).join(', '), booker, provider })}
            </Note>
          ),
      )}
      {artists.some(({ asks, declined }) => declined && !asks) && (
        <Note kind="info">{t('guest.declined', { booker })}</Note>
      )}
    </>
  )
}

function Facts({ invitation }: { invitation: Invitation }) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { share, sheetKey } = invitation
  const services = [invitation, ...invitation.others].flatMap((artist) => artist.services)
  return (
    <div className="stack gap-12">
      <dl className={factsStyles.facts}>
        {services.length > 0 && (
          <>
            <dt>{t('guest.services')}</dt>
            <dd>{services.map(({ label }) => label).join(', ')}</dd>
          </>
        )}
        {share && (
          <>
            <dt>{t('guest.share')}</dt>
            <dd className="tabular">{formatAmount(share.amount, invitation)}</dd>
          </>
        )}
      </dl>
      <p className="row gap-16 wrapping">
        {share?.key && (
          <Link className="link tap-target" to={`/split/${share.key}`}>
            {t('guest.share.pay')}
          </Link>
        )}
        {sheetKey && (
          <Link className="link tap-target" to={`/book/day/${sheetKey}`}>
            {t('guest.sheet')}
          </Link>
        )}
      </p>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

interface GuestLiveProps {
  day: GuestArtist & Pick<Invitation, 'countryCode' | 'timeZone'>
  /** Whether the artist is named, because others work on the guest too. */
  named: boolean
}

/** Live state for a guest with one artist: own time, ready time, last update. */
function GuestLive({ day, named }: GuestLiveProps) {
  const online = useOnline()
  const now = useMinutesHere()
  const { own, lines } = formatGuestLines(day, now)
  if (!own && lines.length === 0) return null
  return (
    <Note kind="info">
      <div className="stack gap-4">
        {named && <p className="small muted">{day.provider}</p>}
        {own && <p className="bold">{own}</p>}
        {lines.map((line) => (
          <p key={line} className="small">
            {line}
          </p>
        ))}
        {!online && <p className="small">{createTranslator(liveMessages, day.countryCode)('live.offline')}</p>}
      </div>
    </Note>
  )
}

interface EraseAnswersProps {
  invitation: Invitation
  linkKey: string
  onErased: (invitation: Invitation) => void
}

function EraseAnswers({ invitation, linkKey, onErased }: EraseAnswersProps) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const [asking, setAsking] = useState(false)
  const { formError, pending, run } = useForm()
  const erase = async () => {
    setAsking(false)
    const done = await run(() => browserApi().guests.erase({ key: linkKey }))
    if (done) onErased(done.answer.invitation)
  }
  return (
    <div className="stack gap-8">
      {formError && <Note kind="error">{formError}</Note>}
      <div>
        <Button kind="secondary" size="small" loading={pending} onClick={() => setAsking(true)}>
          {t('guest.erase')}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={t('guest.erase.title')}
        act={t('guest.erase')}
        wayOut={t('guest.erase.back')}
        danger
        onAct={erase}
        onClose={() => setAsking(false)}>
        {t('guest.erase.text', { booker: invitation.booker })}
      </Confirm>
    </div>
  )
}

const FEW = 4

/** Splits the services: those chosen and a few more at once, the others behind a button. A short list stays whole. */
function splitOffered(offered: Invitation['offered'], chosen: readonly string[]) {
  if (offered.length <= FEW + 2) return [offered, []] as const
  const own = offered.filter(({ id }) => chosen.includes(id))
  const more = offered.filter(({ id }) => !chosen.includes(id))
  const few = Math.max(0, FEW - own.length)
  return [[...own, ...more.slice(0, few)], more.slice(few)] as const
}

interface GuestFormProps {
  invitation: Invitation
  linkKey: string
  onSaved: (invitation: Invitation) => void
}

function GuestForm({ invitation, linkKey, onSaved }: GuestFormProps) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const artists = [invitation, ...invitation.others]
  const readers = nameReaders(invitation)
  const form = useRef<HTMLFormElement>(null)
  const [hasAllergies, setHasAllergies] = useState(invitation.allergies !== '')
  const [chosen, setChosen] = useState(() =>
    artists.map(({ slug, asks, services }) => ({ slug, services: (asks ?? services).map(({ id }) => id) })),
  )
  const { errors, formError, pending, run } = useForm({ form })
  const toggle = (slug: string, id: string) =>
    setChosen(
      chosen.map((one) =>
        one.slug === slug
          ? {
              slug,
              services: one.services.includes(id) ? one.services.filter((of) => of !== id) : [...one.services, id],
            }
          : one,
      ),
    )
  const save = async () => {
    if (!form.current) return
    const typed = new FormData(form.current)
    const text = (name: string) => String(typed.get(name) ?? '')
    const allergies = text('allergies').trim()
    const allergiesConsent = typed.has('allergiesConsent')
    const [own, ...others] = chosen
    const answer = {
      key: linkKey,
      name: text('name'),
      services: own?.services ?? [],
      others,
      look: text('look'),
      email: text('email'),
    }
    const done = await run(() => browserApi().guests.answer({ ...answer, allergies, allergiesConsent }), {
      errors: allergies && !allergiesConsent ? { allergiesConsent: t('guest.allergies.consent.error') } : {},
    })
    if (done) onSaved(done.answer.invitation)
  }
  return (
    <form
      ref={form}
      className="card pad-24 stack"
      noValidate
      aria-labelledby="about-you"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}>
      <h2 className="heading-3" id="about-you">
        {t('guest.form')}
      </h2>
      {!invitation.answeredAt && <p className="muted">{t('guest.todo', readers)}</p>}
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('guest.name')}
        name="name"
        autoComplete="given-name"
        maxLength={60}
        defaultValue={invitation.name}
        error={errors['name'] ?? null}
        required
      />
      {artists.map((artist, i) => (
        <ServicesOfArtist
          key={artist.slug}
          invitation={invitation}
          artist={artist}
          chosen={chosen[i]?.services ?? []}
          error={errors[i === 0 ? 'services' : `others.${i - 1}.services`] ?? (i > 0 ? errors['others'] : null) ?? null}
          onToggle={(id) => toggle(artist.slug, id)}
        />
      ))}
      <TextAreaField
        label={t('guest.look')}
        optional={t('guest.optional')}
        hint={t('guest.look.hint')}
        name="look"
        rows={2}
        maxLength={500}
        defaultValue={invitation.look}
        error={errors['look'] ?? null}
      />
      <TextAreaField
        label={t('guest.allergies')}
        optional={t('guest.optional')}
        hint={t('guest.allergies.hint', readers)}
        name="allergies"
        rows={2}
        maxLength={1000}
        defaultValue={invitation.allergies}
        error={errors['allergies'] ?? null}
        onChange={({ target }) => setHasAllergies(target.value.trim() !== '')}
      />
      {hasAllergies && (
        <div className="stack gap-4">
          <Checkbox
            name="allergiesConsent"
            defaultChecked={invitation.allergiesConsentAt !== null}
            aria-invalid={errors['allergiesConsent'] ? true : undefined}>
            {t('guest.allergies.consent', readers)}
          </Checkbox>
          {errors['allergiesConsent'] && <FieldError>{errors['allergiesConsent']}</FieldError>}
        </div>
      )}
      <TextField
        label={t('guest.email')}
        optional={t('guest.optional')}
        hint={t('guest.email.hint')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        defaultValue={invitation.email}
        error={errors['email'] ?? null}
      />
      <div className={styles.save}>
        <Button type="submit" loading={pending}>
          {t('guest.save')}
        </Button>
      </div>
    </form>
  )
}

interface ServicesOfArtistProps {
  invitation: Invitation
  artist: GuestArtist
  chosen: readonly string[]
  error: string | null
  onToggle: (id: string) => void
}

function ServicesOfArtist({ invitation, artist, chosen, error, onToggle }: ServicesOfArtistProps) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { slug, provider, offered } = artist
  const { booker, currency, others } = invitation
  // Fixed at first, so that a choice does not move while it is made.
  const [[inView, more]] = useState(() => splitOffered(offered, chosen))
  const choice = ({ id, label, price }: Invitation['offered'][number]) => (
    <Checkbox key={id} name="services" value={id} checked={chosen.includes(id)} onChange={() => onToggle(id)}>
      {price === null ? label : t('guest.price', { label, price: formatMoney(price, currency) })}
    </Checkbox>
  )
  return (
    <fieldset className="stack gap-8" aria-describedby={`pick-hint-${slug}`}>
      <legend className="field-label">{t(others.length > 0 ? 'guest.pick.from' : 'guest.pick', { provider })}</legend>
      <div className={styles.choices}>{inView.map(choice)}</div>
      {more.length > 0 && (
        <details>
          <summary>{t('guest.pick.more', { n: more.length })}</summary>
          <div className={styles.choices}>{more.map(choice)}</div>
        </details>
      )}
      <p className="micro hint" id={`pick-hint-${slug}`}>
        {t('guest.pick.hint', { booker, provider })}
      </p>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
