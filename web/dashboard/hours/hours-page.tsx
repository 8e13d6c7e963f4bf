import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatClock, toPercent } from '#contract/format.ts'
import type { HoursDay, HoursWindow, ProviderHours } from '#contract/providers/hours.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { BlocksForm } from './blocks-form.tsx'
import { ExceptionsCard } from './exceptions-card.tsx'
import { type HoursFormProps, HoursPart, WeekEditor } from './hours-fields.tsx'
import hoursPageStyles from './hours-page.module.css'
import { useHoursMessages } from './hours-messages.ts'
import { SeasonsForm } from './seasons-form.tsx'

export const clientLoader = requireSession(async () => ({ loaded: await browserApi().providerHours.show({}) }))

export default function HoursPage() {
  const { loaded } = useLoaderData<typeof clientLoader>()
  const [hours, setHours] = useState(loaded)
  const d = useDashboardMessages()
  const { t } = useHoursMessages()
  const { notice, horizon } = useLeadTexts()
  const part = (at: 'week' | 'seasons' | 'blocks' | 'holidays' | 'leads', Form: typeof WeekForm, folded?: string) => (
    <HoursPart
      at={at}
      title={t(`hours.${at}`)}
      text={t(`hours.${at}.text`)}
      folded={folded}
      hours={hours}
      onSaved={setHours}>
      {(form: HoursFormProps) => <Form {...form} />}
    </HoursPart>
  )
  return (
    <DashboardFrame title={d('dashboard.hours')} text={t('hours.text')}>
      <Outside outside={hours.outside} />
      {part('week', WeekForm)}
      <TitledCard title={t('hours.weeks')}>
        <FourWeeks days={hours.days} today={hours.today} />
        <p className="small muted">
          {t('hours.zone', { zone: hours.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '' })}
        </p>
      </TitledCard>
      {part('seasons', SeasonsForm, t('hours.seasons.count', { n: hours.seasons.length }))}
      <ExceptionsCard hours={hours} onSaved={setHours} />
      {part(
        'holidays',
        HolidaysForm,
        t('hours.holidays.count', {
          n: hours.holidays.filter(({ closed }) => closed).length,
          all: hours.holidays.length,
        }),
      )}
      {part('blocks', BlocksForm, t('hours.blocks.count', { n: hours.blocks.length }))}
      {part(
        'leads',
        LeadsForm,
        t('hours.leads.note', { notice: notice(hours.noticeHours), horizon: horizon(hours.horizonDays) }),
      )}
    </DashboardFrame>
  )
}

const mostNamed = 5

function Outside({ outside }: Pick<ProviderHours, 'outside'>) {
  const { t, on } = useHoursMessages()
  return (
    <div aria-live="polite">
      {outside.length > 0 && (
        <Note kind="info">
          <p>{t('hours.outside', { n: outside.length })}</p>
          <ul>
            {outside.slice(0, mostNamed).map(({ id, eventDate, startTime, finishTime }) => (
              <li key={id}>
                <Link className="link" to={`/dashboard/appointments/${id}`}>
                  {t('hours.outside.one', {
                    date: on(eventDate),
                    clock: formatClock(startTime),
                    end: formatClock(finishTime),
                  })}
                </Link>
              </li>
            ))}
          </ul>
          {outside.length > mostNamed && <p>{t('hours.outside.more', { n: outside.length - mostNamed })}</p>}
        </Note>
      )}
    </div>
  )
}

export { DashboardError as ErrorBoundary }

function WeekForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { days: hours.week },
    send: ({ days }) => browserApi().providerHours.week({ days }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {formError && <Note kind="error">{formError}</Note>}
      <WeekEditor week={draft.days} path="days" errors={errors} onChange={(days) => change({ days })} />
    </form>
  )
}

function HolidaysForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t, on } = useHoursMessages()
  const closedOf = (ticked: Readonly<Record<string, boolean>>) =>
    hours.holidays.filter(({ date, closed }) => ticked[date] ?? closed).map(({ date }) => date)
  const { draft, change, formError, submit, form } = useForm({
    // Only local changes, so that concurrent updates show through.
    start: { ticked: {} as Readonly<Record<string, boolean>> },
    send: ({ ticked }) => browserApi().providerHours.holidays({ closed: closedOf(ticked) }),
    onSaved,
    onState,
  })
  const all = hours.holidays.map(({ date }) => date)
  const closed = closedOf(draft.ticked)
  const full = closed.length === all.length
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {formError && <Note kind="error">{formError}</Note>}
      <div>
        <Button
          kind="secondary"
          size="small"
          onClick={() => change({ ticked: Object.fromEntries(all.map((date) => [date, !full])) })}>
          {t(full ? 'hours.holidays.none' : 'hours.holidays.all')}
        </Button>
      </div>
      <div className={hoursPageStyles.holidays}>
        {hours.holidays.map(({ date, name }) => (
          <Checkbox
            key={date}
            checked={closed.includes(date)}
            onChange={({ target }) => change({ ticked: { ...draft.ticked, [date]: target.checked } })}>
            {t('hours.holiday', { name, date: on(date) })}
          </Checkbox>
        ))}
      </div>
    </form>
  )
}

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
// A strip spans 5 AM to 5 AM.
const [begins, ends] = [300, 1740]

/** Returns left and width of a window on the strip. */
function placeOf({ opens, closes }: HoursWindow): { left: string; width: string } {
  const from = Math.max(begins, minuteOf(opens))
  const to = minuteOf(closes) + (closes <= opens ? 1440 : 0)
  return {
    left: `${toPercent(from - begins, ends - begins)}%`,
    width: `${toPercent(Math.max(0, to - from), ends - begins)}%`,
  }
}

/** The next four weeks as strips, with reasons for unusual days. */
function FourWeeks({ days, today }: { days: readonly HoursDay[]; today: string }) {
  const { t, on, said } = useHoursMessages()
  return (
    <ol className={hoursPageStyles.strips}>
      {days.map(({ date, windows, label, closed }) => {
        const why = [label, ...closed.map((part) => part.label)].filter((word) => word !== null)
        const words = [...new Set(why)].join(', ')
        return (
          <li
            key={date}
            className={joinClasses(
              hoursPageStyles.strip,
              windows.length === 0 && hoursPageStyles.shut,
              date === today && hoursPageStyles.today,
            )}>
            <span className="visually-hidden">
              {words
                ? t('hours.weeks.why', { date: on(date), hours: said(windows), label: words })
                : t('hours.weeks.day', { date: on(date), hours: said(windows) })}
            </span>
            <span className={hoursPageStyles.date} aria-hidden="true">
              {on(date)}
            </span>
            <span className={hoursPageStyles.shortDate} aria-hidden="true">
              {on(date).slice(0, 3)} <b>{Number(date.slice(8))}</b>
            </span>
            <span className={hoursPageStyles.line} aria-hidden="true">
              {windows.map((window) => (
                <i key={window.opens} style={placeOf(window)} />
              ))}
            </span>
            <span className={hoursPageStyles.said} aria-hidden="true">
              {windows.length === 0 ? t('hours.weeks.closed') : said(windows)}
            </span>
            {words && (
              <span className={hoursPageStyles.reason} aria-hidden="true">
                {words}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const notices = [0, 2, 3, 6, 12, 24, 48, 72, 168, 336, 504, 672]
const horizons = [14, 30, 60, 90, 180, 365, 548, 730]
const includeCurrent = (list: readonly number[], kept: number | null): number[] =>
  kept === null ? [...list] : [...new Set([...list, kept])].sort((a, b) => a - b)

/** Returns the texts of a minimum notice, given in hours, and of a booking period, given in days. */
function useLeadTexts() {
  const { t } = useHoursMessages()
  return {
    notice: (hours: number) =>
      hours === 0
        ? t('hours.lead.now')
        : hours > 24 && hours % 24 === 0
          ? t('hours.lead.days', { n: hours / 24 })
          : t('hours.lead.hours', { n: hours }),
    horizon: (days: number) =>
      days >= 60 ? t('hours.lead.months', { n: Math.round(days / 30.4) }) : t('hours.lead.days', { n: days }),
  }
}

type Lead = Pick<ProviderHours['leads'][number], 'noticeHours' | 'horizonDays'>

function LeadsForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t } = useHoursMessages()
  const { draft, change, formError, submit, form } = useForm({
    start: { noticeHours: hours.noticeHours, horizonDays: hours.horizonDays, leads: hours.leads },
    send: ({ leads, ...usual }) =>
      browserApi().providerHours.leads({ ...usual, leads: leads.map(({ label: _, ...lead }) => lead) }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {formError && <Note kind="error">{formError}</Note>}
      <LeadFields
        type={t('hours.leads.all')}
        lead={draft}
        onChange={({ noticeHours, horizonDays }) =>
          change({ ...(noticeHours == null ? {} : { noticeHours }), ...(horizonDays == null ? {} : { horizonDays }) })
        }
      />
      {draft.leads.map((lead) => (
        <LeadFields
          key={lead.typeId}
          type={lead.label}
          lead={lead}
          may
          onChange={(part) =>
            change({ leads: draft.leads.map((one) => (one.typeId === lead.typeId ? { ...one, ...part } : one)) })
          }
        />
      ))}
    </form>
  )
}

function LeadFields({
  type,
  lead,
  may = false,
  onChange,
}: {
  type: string
  lead: Lead
  may?: boolean
  onChange: (part: Partial<Lead>) => void
}) {
  const { t } = useHoursMessages()
  const { notice, horizon } = useLeadTexts()
  const numberOf = (value: string) => (value === '' ? null : Number(value))
  return (
    <div className={hoursPageStyles.lead}>
      <SelectField
        label={t('hours.lead.notice', { type })}
        value={lead.noticeHours ?? ''}
        onChange={({ target }) => onChange({ noticeHours: numberOf(target.value) })}>
        {may && <option value="">{t('hours.lead.same')}</option>}
        {includeCurrent(notices, lead.noticeHours).map((hours) => (
          <option key={hours} value={hours}>
            {notice(hours)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.lead.horizon', { type })}
        value={lead.horizonDays ?? ''}
        onChange={({ target }) => onChange({ horizonDays: numberOf(target.value) })}>
        {may && <option value="">{t('hours.lead.same')}</option>}
        {includeCurrent(horizons, lead.horizonDays).map((days) => (
          <option key={days} value={days}>
            {horizon(days)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
