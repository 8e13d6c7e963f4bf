import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OtherHold } from '#contract/checkout/holds.ts'
import type { TeamHold } from '#contract/checkout/team-holds.ts'
import { formatMoney } from '#contract/format.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import type { MissingField } from '#web/payments/paying.tsx'
import { ActKeys } from '#web/platform/use-form.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sessionStore } from '#web/platform/storage.ts'
import { formatTeamNames, teamMessages } from '#web/search/team-up/team-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { revealAfterRender } from '#web/ui/reveal.ts'
import { GuardianConsent, LaterConsent } from './checkout-parts.tsx'
import { DayFields, readDay } from './day-fields.tsx'
import { hasDraft, LoggedOutNote, useCheckoutDraft } from './checkout-draft.tsx'
import { HoldNote, MissingList, OtherHoldNote } from './hold-note.tsx'
import { extendHold, type HoldStatus, readHoldStatus, useBackInView } from './use-hold.ts'
import { readRequester, RequesterFields, useRequester, validateRequester } from './requester-fields.tsx'
import teamPageStyles from './team-page.module.css'

// A constant, to keep its identity between renders.
const nobody = {}
const lost = new Set(['slot_taken', 'quote_changed', 'quote_expired', 'hold_lapsed'])
const rounds = 20

/**
 * Requester, day and card for all artists of a team: all times are held during payment and booked in one transaction.
 */
export function TeamCheckout({
  team,
  onPaying,
  onBooked,
}: {
  team: ChosenTeam
  /** Whether payment is in progress, so the form must stay mounted. */
  onPaying: (paying: boolean) => void
  onBooked: () => void
}) {
  const { search, parts } = team
  const country = search.countryCode
  const t = createTranslator(teamMessages, country)
  const b = createTranslator(bookMessages, country)
  const form = useRef<HTMLFormElement>(null)
  // A draft may hold other details than the account's: they stay in view.
  const [drafted] = useState(() => hasDraft(sessionStore, `team ${team.id}`))
  const clearDraft = useCheckoutDraft(form, `team ${team.id}`)
  const { start, own, keep, remember, who } = useRequester(search, nobody, form)
  const [gaps, setGaps] = useState<readonly MissingField[]>([])
  const [terms, setTerms] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const [gone, setGone] = useState(false)
  const [other, setOther] = useState<OtherHold | null>(null)
  // The customer has chosen this team over a time that is on hold with another artist.
  const [replace, setReplace] = useState(false)
  const [slow, setSlow] = useState(false)
  const [kept, setKept] = useState<HeldTeam | null>(null)
  const [keys] = useState(() => ({ hold: new ActKeys(), pay: new ActKeys() }))
  const names = formatTeamNames(parts.map(({ artist }) => artist.name))
  const deposit = formatMoney(team.deposit, team.currency, { decimals: 'always' })
  const wrongAt = (field: string) => gaps.find((gap) => gap.field === field)?.message ?? null

  const goTo = ({ field }: MissingField) =>
    revealAfterRender(() => document.querySelector<HTMLElement>(`main [name="${field}"]`))
  const mark = (missing: readonly MissingField[]): boolean => {
    setGaps(missing)
    if (missing[0]) goTo(missing[0])
    return missing.length === 0
  }
  const written = () => {
    const typed = new FormData(form.current ?? undefined)
    return { who: readRequester(typed), ...readDay(typed, { day: null, names: [] }) }
  }
  const gapsNow = (): MissingField[] => {
    const { who: whom, day } = written()
    return [
      ...Object.entries(validateRequester(whom, country)).map(([field, message]) => ({ field, message })),
      ...(day.address ? [] : [{ field: 'address', message: b('book.address.error') }]),
      ...(search.forMinors && !guardian ? [{ field: 'guardian', message: b('book.guardian.error') }] : []),
      ...(terms ? [] : [{ field: 'terms', message: t('chosen.terms.error') }]),
    ]
  }
  const open = async (): Promise<readonly PaymentView[] | null> => {
    const { who: whom, day, shareNumber, smsReminders } = written()
    if (!(await keep(whom, validateRequester(whom, country)))) return null
    remember(whom)
    onPaying(true)
    try {
      const hashes = parts.map(({ locked }) => locked?.hash ?? '')
      const { hold } = await browserApi().teamBookings.holdTeam(
        { teamId: team.id, hashes, replace },
        { key: keys.hold },
      )
      keys.hold.done()
      setKept({ hold, until: Date.now() + hold.secondsLeft * 1000 })
      const { payments } = await browserApi().teamBookings.payTeam(
        { teamId: team.id, requester: whom, day, shareNumber, smsReminders, terms, guardian },
        { key: keys.pay },
      )
      keys.pay.done()
      return payments
    } catch (fault) {
      if (!(fault instanceof ApiError)) {
        onPaying(false)
        throw fault
      }
      if (fault.code === 'already_booked') {
        onBooked()
        return null
      }
      onPaying(false)
      if (fault.code === 'hold_stands') {
        keys.hold.done()
        setOther((fault.detail as { hold: OtherHold }).hold)
        revealAfterRender(() => document.querySelector<HTMLElement>('#other-hold'))
        return null
      }
      if (lost.has(fault.code)) {
        setGone(true)
        return null
      }
      const named = fault.errors.map(({ path, message }) => ({
        field: path.replace(/^(requester|day)\./, ''),
        message,
      }))
      if (fault.code === 'mobile_invalid') mark([{ field: 'mobile', message: fault.message }])
      else if (named.length) mark(named)
      else throw fault
      return null
    }
  }
  /** All payments are authorised and the bookings exist. */
  const done = async () => {
    for (let round = 0; round < rounds; round++) {
      const { hold } = await browserApi()
        .teamBookings.readTeamHold({ teamId: team.id })
        .catch(() => ({ hold: null }))
      if (hold?.state === 'booked') {
        clearDraft()
        return onBooked()
      }
      await new Promise((resolve) => setTimeout(resolve, 400 + round * 120))
    }
    setSlow(true)
  }
  if (gone)
    return (
      <Note kind="warning">
        <p>{t('chosen.lost')}</p>
        <Button kind="secondary" onClick={onBooked}>
          {t('chosen.look')}
        </Button>
      </Note>
    )
  if (slow)
    return (
      <Note kind="info">
        <p>{t('chosen.slow')}</p>
        <Button kind="secondary" onClick={onBooked}>
          {t('chosen.look')}
        </Button>
      </Note>
    )
  return (
    <section className={joinClasses('card stack gap-24', teamPageStyles.section)} aria-labelledby="book-title">
      <h2 className="heading-3" id="book-title" tabIndex={-1}>
        {t('chosen.book')}
      </h2>
      <noscript>
        <p>{b('book.noscript')}</p>
      </noscript>
      <p className="small muted">{t('chosen.book.text')}</p>
      <LoggedOutNote country={country} />
      <form
        ref={form}
        className="stack"
        noValidate
        onChange={({ target }) => {
          const field = target instanceof Element ? target.getAttribute('name') : null
          setGaps((now) => now.filter((gap) => gap.field !== field))
        }}
        onSubmit={(event) => event.preventDefault()}>
        <RequesterFields country={country} own={own?.email ?? null} start={start} wrong={wrongAt} folded={!drafted} />
        <DayFields
          part="before"
          country={country}
          firstName={names}
          mode="mobile"
          given={{}}
          errors={{ address: wrongAt('address') ?? '' }}
          leave={{ share: false, sms: false }}
        />
      </form>
      {other && (
        <div id="other-hold" tabIndex={-1}>
          <OtherHoldNote
            other={other}
            country={country}
            onReplace={() => {
              setOther(null)
              setReplace(true)
              revealAfterRender(() => document.querySelector<HTMLElement>('#book-title'))
            }}
          />
        </div>
      )}
      {kept && <KeptFor kept={kept} country={country} />}
      <PayForm
        country={country}
        amount={team.deposit}
        currency={team.currency}
        email={String(who.email ?? '')}
        label={t('chosen.pay', { deposit })}
        isWhole={(card) => mark([...gapsNow(), ...card])}
        open={open}
        onDone={done}
        onVoided={() => setGone(true)}>
        {search.forMinors && (
          <GuardianConsent
            country={country}
            agreed={guardian}
            wrong={wrongAt('guardian')}
            onChange={(agreed) => {
              setGuardian(agreed)
              setGaps((now) => now.filter(({ field }) => field !== 'guardian'))
            }}
          />
        )}
        <div className="stack gap-8">
          <Checkbox
            name="terms"
            checked={terms}
            onChange={(event) => {
              setTerms(event.target.checked)
              setGaps((now) => now.filter(({ field }) => field !== 'terms'))
            }}
            aria-invalid={wrongAt('terms') ? true : undefined}>
            {t('chosen.agree')}{' '}
            <Link to="/content/legals-customers" target="_blank" className="link">
              {t('chosen.terms')}
            </Link>
          </Checkbox>
          {wrongAt('terms') && <FieldError>{wrongAt('terms')}</FieldError>}
        </div>
        {parts.map(
          ({ locked }) =>
            locked?.laterDeposit && (
              <LaterConsent key={locked.id} quote={locked} later={locked.laterDeposit} country={country} />
            ),
        )}
        <p className="small row gap-8">
          <ShieldCheck className="icon" aria-hidden="true" />
          <span>{t('chosen.pay.holds')}</span>
        </p>
        <MissingList gaps={gaps} onSelect={goTo} />
      </PayForm>
    </section>
  )
}

type HeldTeam = { hold: TeamHold; until: number }

const none = () => {}

function KeptFor({ kept: { hold, until }, country }: { kept: HeldTeam; country: Country }) {
  const [extended, setExtended] = useState<Extract<HoldStatus, { is: 'held' }> | null>(null)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(ticking)
  }, [])
  const [part] = hold.parts
  useBackInView(async () => {
    const next = part && (await readHoldStatus(part))
    if (next?.is === 'held') setExtended(next)
    setNow(Date.now())
  })
  if (!part) return null
  const first = extended?.hold ?? part
  const ends = extended?.until ?? until
  const left = Math.max(0, Math.ceil((ends - now) / 1000))
  return (
    <HoldNote
      keeping={left > 0 ? { is: 'held', hold: first, until: ends } : { is: 'lapsed', hold: first }}
      left={left}
      country={country}
      searchId={first.searchId}
      paying
      onExtend={() => extendHold(first).then((next) => next && setExtended(next))}
      onAgain={none}
      onReplace={none}
      onAccept={none}
    />
  )
}
