import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import type { Progress } from '#contract/signup/signup.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { isWholeDayEvent } from '#web/dashboard/calendar/day-blocks.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import styles from './home-cards.module.css'
import { dashboardMessages as words, dashboardMessages } from './messages.ts'

/** Signup data for the banner; unknown parts are omitted. */
type BannerStanding = {
  stepsDone?: number
  sentOn?: string | null
  toFix?: number
  deletedOn?: string | null
  again?: boolean
}

export const getSignupStanding = ({ steps, sentBack, submittedAt, purgeOn, round }: Progress): BannerStanding => ({
  stepsDone: steps.filter(({ state }) => state === 'done').length,
  sentOn: submittedAt,
  toFix: sentBack.filter(({ fixed }) => !fixed).length,
  deletedOn: purgeOn,
  again: round > 1,
})

/** Shows the state of a profile that is not live, with the next action. */
export function StateBanner({ standing }: { standing: BannerStanding }) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const site = useSite()
  const { state, countryCode } = profile
  const day = (of: string | null | undefined) =>
    of ? formatDate(of.slice(0, 10), countryCode, new Date().getFullYear()) : undefined
  const said = (phrase: (typeof words)[keyof typeof words], values: Record<string, string | number | undefined>) =>
    formatMessage(phrase, values, countryCode)
  if (state === 'approved') return null
  if (state === 'draft') {
    return (
      <Banner kind="info" label={t('state.draft')} text={said(words['state.draft.text'], { n: standing.stepsDone })}>
        <ButtonLink size="small" to="/signup">
          {t('state.draft.act')}
        </ButtonLink>
      </Banner>
    )
  }
  if (state === 'changes_requested') {
    return (
      <Banner
        kind="warning"
        label={t('state.changes_requested')}
        text={
          standing.toFix ? t('state.changes_requested.text', { n: standing.toFix }) : t('state.changes_requested.some')
        }>
        <ButtonLink size="small" to="/resubmission">
          {t('state.changes_requested.act')}
        </ButtonLink>
      </Banner>
    )
  }
  if (state === 'rejected') {
    return (
      <Banner
        kind="error"
        label={t('state.rejected')}
        text={said(words['state.rejected.text'], { date: day(standing.deletedOn) })}>
        <ButtonLink size="small" kind="secondary" to="/dashboard/checks#appeals">
          {t('state.rejected.act')}
        </ButtonLink>
      </Banner>
    )
  }
  if (state === 'suspended')
    return (
      <Banner
        kind="error"
        label={t('state.suspended')}
        text={said(words['state.suspended.text'], { supportEmail: site?.business.supportEmail || undefined })}>
        <ButtonLink size="small" kind="secondary" to="/dashboard/checks#appeals">
          {t('state.suspended.act')}
        </ButtonLink>
      </Banner>
    )
  if (state === 'paused') return <Banner kind="info" label={t('state.paused')} text={t('state.paused.text')} />
  if (standing.again)
    return (
      <Banner
        kind="info"
        label={t('state.resubmitted')}
        text={said(words['state.resubmitted.text'], { date: day(standing.sentOn) })}
      />
    )
  return (
    <Banner
      kind="info"
      label={t(`state.${state}`)}
      text={said(words['state.submitted.text'], { date: day(standing.sentOn) })}
    />
  )
}

function Banner({
  kind,
  label,
  text,
  children,
}: {
  kind: 'info' | 'warning' | 'error'
  label: string
  text: string
  children?: ReactNode
}) {
  return (
    <Note kind={kind}>
      <div className="row wrapping space-between">
        <p>
          <b className="bold">{label}</b>
          {text && ` · ${text}`}
        </p>
        {children}
      </div>
    </Note>
  )
}

interface WeekStripProps {
  days: readonly CalendarDay[]
  today: string
  /** Number of today's bookings, with those that are over. */
  jobsToday: number
  country: Country
}

export function WeekStrip({ days, today, jobsToday, country }: WeekStripProps) {
  const t = useDashboardMessages()
  const shown = days.filter((day) => day.date >= today).slice(0, 7)
  return (
    <ol className={joinClasses('card', styles.week)} aria-label={t('dashboard.week')}>
      {shown.map((day) => {
        const jobs = day.date === today ? jobsToday : day.taken.filter(({ kind }) => kind === 'appointment').length
        const [weekday = '', ...rest] = formatDate(day.date, country, Number(day.date.slice(0, 4)))
          .replace(',', '')
          .split(' ')
        const state =
          jobs > 0
            ? t('dashboard.week.jobs', { n: jobs })
            : day.bookedOut.some(({ whole }) => whole)
              ? t('dashboard.week.out')
              : day.taken.some(isWholeDayEvent)
                ? t('dashboard.week.feed')
                : t('dashboard.week.free')
        return (
          <li key={day.date} className={day.date === today ? styles.current : undefined}>
            <Link to={`/dashboard/calendar?day=${day.date}`}>
              <span className="micro muted">{weekday}</span>
              <span className="visually-hidden"> {rest.join(' ')}</span>
              <span className={styles.date} aria-hidden="true">
                {Number(day.date.slice(8))}
              </span>
              <span className={joinClasses('micro', jobs > 0 ? styles.busy : 'muted')}>{state}</span>
              {day.requests > 0 && (
                <span className={joinClasses('micro', styles.asked)}>
                  {t('dashboard.week.requests', { n: day.requests })}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

const t = createTranslator(dashboardMessages)

export function replyNote({ minutes, fasterThan }: { minutes: number | null; fasterThan: number | null }): string {
  if (minutes === null) return t('dashboard.reply.none')
  if (fasterThan === 10) return t('dashboard.reply.all')
  return fasterThan ? t('dashboard.reply.note', { n: fasterThan }) : t('dashboard.reply.usual')
}
