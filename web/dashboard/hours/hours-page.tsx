import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { clock } from '#contract/format.ts'
import type { ProviderHours } from '#contract/providers/hours.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { BlocksForm } from './blocks-form.tsx'
import { ExceptionsCard } from './exceptions-card.tsx'
import { FourWeeks } from './four-weeks.tsx'
import { HolidaysForm } from './holidays-form.tsx'
import { type HoursFormProps, HoursPart } from './hours-part.tsx'
import { LeadsForm } from './leads-form.tsx'
import { SeasonsForm } from './seasons-form.tsx'
import { useHoursWords } from './use-hours-words.ts'
import { WeekForm } from './week-form.tsx'

export const clientLoader = membersOnly(async () => ({ loaded: await browserApi().ownHours.show({}) }))

export default function HoursPage() {
  const { loaded } = useLoaderData<typeof clientLoader>()
  const [hours, setHours] = useState(loaded)
  const d = useDashboardWords()
  const { t } = useHoursWords()
  const part = (at: 'week' | 'seasons' | 'blocks' | 'holidays' | 'leads', Form: typeof WeekForm) => (
    <HoursPart at={at} title={t(`hours.${at}`)} text={t(`hours.${at}.text`)} hours={hours} onSaved={setHours}>
      {(form: HoursFormProps) => <Form {...form} />}
    </HoursPart>
  )
  return (
    <DashboardFrame title={d('pd.hours')} text={t('hours.text')}>
      <Outside outside={hours.outside} />
      <TitledCard title={t('hours.weeks')}>
        <FourWeeks days={hours.days} today={hours.today} />
        <p className="small muted">
          {t('hours.zone', { zone: hours.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '' })}
        </p>
      </TitledCard>
      {part('week', WeekForm)}
      {part('seasons', SeasonsForm)}
      <ExceptionsCard hours={hours} onSaved={setHours} />
      {part('holidays', HolidaysForm)}
      {part('blocks', BlocksForm)}
      {part('leads', LeadsForm)}
    </DashboardFrame>
  )
}

const mostNamed = 5

/** Jobs that lie outside the hours, the first of them with the way to their pages. */
function Outside({ outside }: Pick<ProviderHours, 'outside'>) {
  const { t, on } = useHoursWords()
  return (
    <div aria-live="polite">
      {outside.length > 0 && (
        <Note kind="info">
          <p>{t('hours.outside', { n: outside.length })}</p>
          <ul>
            {outside.slice(0, mostNamed).map(({ id, eventDate, startTime, finishTime }) => (
              <li key={id}>
                <Link className="link" to={`/dashboard/appointments/${id}`}>
                  {t('hours.outside.one', { date: on(eventDate), clock: clock(startTime), end: clock(finishTime) })}
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
