import { Timer } from 'lucide-react'
import { useRef } from 'react'
import type { OtherHold } from '#contract/checkout/holds.ts'
import { type HoldEndReason, holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { formatMoney, formatTime, toPercent } from '#contract/format.ts'
import { type Country, formatCount } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import type { MissingField } from '#web/payments/paying.tsx'
import { Button, ButtonLink, getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import styles from './hold-note.module.css'
import type { HoldStatus } from './use-hold.ts'

/** Returns the clock as speech: 7 minutes 29 seconds. */
function spoken(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return [
    ...(hours ? [formatCount(hours, 'hour', 'hours')] : []),
    ...(minutes || !hours ? [formatCount(minutes, 'minute', 'minutes')] : []),
    ...(seconds % 60 ? [formatCount(seconds % 60, 'second', 'seconds')] : []),
  ].join(' ')
}

/** Returns the clock as digits: 7:29, or 1:07:29 with hours. */
function formatCountdown(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

const endedByArtist = ['offer_withdrawn', 'artist_unavailable', 'listing_changed'] as const
const isEndedByArtist = (reason: HoldEndReason): reason is (typeof endedByArtist)[number] =>
  (endedByArtist as readonly string[]).includes(reason)

const two = (n: number) => String(n).padStart(2, '0')

interface HoldNoteProps {
  keeping: HoldStatus
  /** Seconds. */
  left: number
  country: Country
  searchId: string
  paying: boolean
  /** Extends the hold. */
  onExtend: () => void
  onAgain: () => void
  /** Releases the time with another artist and holds this one. */
  onReplace: () => void
  onAccept: () => void
}

/**
 * State of the hold, announced only at changes: held, half time, soon over with a button for more time, last minute,
 * expired, taken, or price changed.
 */
export function HoldNote({
  keeping,
  left,
  country,
  searchId,
  paying,
  onExtend,
  onAgain,
  onReplace,
  onAccept,
}: HoldNoteProps) {
  const t = createTranslator(bookMessages, country)
  // Holds of the waiting list and of a partner's link last longer.
  const most = useRef(holdTimers.minutes * 60)
  most.current = Math.max(most.current, left)
  const whole = most.current
  const countdown = formatCountdown(left)
  const canExtend = keeping.is === 'held' && keeping.hold.extensionsLeft > 0 && left <= holdTimers.askSeconds
  const stage = canExtend ? 'ask' : left <= 60 ? 'last' : left <= whole / 2 ? 'half' : 'line'
  // Announced once per stage, with the initial time.
  const began = useRef({ stage, left })
  if (began.current.stage !== stage) began.current = { stage, left }
  const line = useRef<HTMLDivElement>(null)
  const extend = () => {
    // The button goes away.
    line.current?.focus()
    onExtend()
  }
  switch (keeping.is) {
    case 'keeping':
      return (
        <p className={styles.holdLine} role="status" data-bar="above">
          {t('hold.keeping')}
          <Dabs />
        </p>
      )
    case 'held':
      return (
        <div
          ref={line}
          tabIndex={-1}
          className={joinClasses(styles.holdLine, (stage === 'last' || stage === 'ask') && styles.late)}
          data-bar="above">
          <Timer className="icon" aria-hidden="true" />
          <span className="grow tabular" aria-hidden="true">
            {t(`hold.${stage === 'half' ? 'half' : 'line'}`, { countdown })}
          </span>
          <span className={styles.left} role="timer" aria-label={t('hold.label', { countdown: spoken(left) })}>
            <span style={{ width: `${Math.min(100, toPercent(left, whole))}%` }} />
          </span>
          <span className="visually-hidden" role="status">
            {t(`hold.${stage}`, { countdown: spoken(began.current.left), minutes: holdTimers.extensionMinutes })}
          </span>
          {canExtend && (
            <Button kind="secondary" size="small" onClick={extend}>
              {t('hold.extend', { minutes: holdTimers.extensionMinutes })}
            </Button>
          )}
        </div>
      )
    case 'stands':
      return <OtherHoldNote other={keeping.other} country={country} onReplace={onReplace} />
    case 'lapsed': {
      const { endReason } = keeping.hold
      if (endReason && isEndedByArtist(endReason))
        return (
          <div role="alert">
            <Note kind="warning">
              <b className="bold">{t('hold.lapsed.title')}</b>
              <p>{t(`hold.ended.${endReason}`)}</p>
              <ButtonLink kind="secondary" size="small" to={`/quotes/${searchId}`}>
                {t('hold.ended.next')}
              </ButtonLink>
            </Note>
          </div>
        )
      return (
        <Note kind="warning">
          <b className="bold">{t('hold.lapsed.title')}</b>
          <p>{t(paying ? 'hold.lapsed.paying' : 'hold.lapsed.free')}</p>
          {!paying && <Button onClick={onAgain}>{t('hold.lapsed.again')}</Button>}
        </Note>
      )
    }
    case 'taken':
      return (
        <div className="stack gap-12" role="alert">
          <Note kind="warning">
            <b className="bold">{t('hold.lapsed.title')}</b>
            <p>{t(keeping.times.length ? 'hold.lapsed.taken' : 'hold.lapsed.none')}</p>
          </Note>
          <div className="row wrapping gap-8">
            {keeping.times.map((free) => (
              <form key={free.readyAt} method="post">
                <input type="hidden" name="finishTime" value={free.finishTime} />
                <button type="submit" className={getButtonClasses({ kind: 'secondary', size: 'small' })}>
                  {formatTime(free.finishTime)}
                </button>
              </form>
            ))}
            <ButtonLink kind="secondary" size="small" to={`/quotes/${searchId}`}>
              {t('book.changed.back')}
            </ButtonLink>
          </div>
        </div>
      )
    case 'changed': {
      const { before, locked } = keeping
      return (
        <div role="alert">
          <Note kind="warning">
            <b className="bold">{t('book.changed.title')}</b>
            {before && (
              <p>
                {t('book.changed.text', {
                  before: formatMoney(before.total, locked.currency),
                  total: formatMoney(locked.total, locked.currency),
                })}
              </p>
            )}
            <div className="row gap-8 wrapping">
              <Button onClick={onAccept}>
                {t('book.changed.accept', { total: formatMoney(locked.total, locked.currency) })}
              </Button>
              <ButtonLink kind="secondary" to={`/quotes/${searchId}`}>
                {t('book.changed.back')}
              </ButtonLink>
            </div>
          </Note>
        </div>
      )
    }
    case 'booked':
      return null
    case 'refused':
      return <Note kind="error">{keeping.message}</Note>
    case 'failed':
      return (
        <Note kind="error">
          {t('hold.failed')}{' '}
          <Button kind="quiet" size="small" onClick={onAgain}>
            {t('hold.retry')}
          </Button>
        </Note>
      )
  }
}

/** Asks which time to keep, if one with another artist is on hold. */
export function OtherHoldNote({
  other,
  country,
  onReplace,
}: {
  other: OtherHold
  country: Country
  onReplace: () => void
}) {
  const t = createTranslator(bookMessages, country)
  const said = { name: other.name, firstName: other.name.split(' ')[0] ?? other.name }
  return (
    <div role="alert">
      <Note kind="warning">
        <div className="stack gap-12">
          <div>
            <b className="bold">{t('hold.stands.title', said)}</b>
            <p>{t('hold.stands.text', { minutes: Math.max(1, Math.ceil(other.secondsLeft / 60)) })}</p>
          </div>
          <div className="row gap-8 wrapping">
            <ButtonLink to={`/book/${other.searchId}/@/${other.slug}`}>{t('hold.stands.back', said)}</ButtonLink>
            <Button kind="secondary" onClick={onReplace}>
              {t('hold.stands.replace')}
            </Button>
          </div>
        </div>
      </Note>
    </div>
  )
}

const t = createTranslator(bookMessages)

export function MissingList({
  gaps,
  onSelect,
}: {
  gaps: readonly MissingField[]
  onSelect: (gap: MissingField) => void
}) {
  if (gaps.length === 0) return null
  return (
    <Note kind="error">
      <b className="bold">{t('book.missing', { n: gaps.length })}</b>
      <ul className="stack gap-4">
        {gaps.map((gap) => (
          <li key={gap.field}>
            <a
              className="link"
              href={`#${gap.field}`}
              onClick={(event) => {
                event.preventDefault()
                onSelect(gap)
              }}>
              {gap.message}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
