import { CircleAlert, CircleCheck, CircleDashed, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { JobState, operatorSystem } from '#contract/operator/system.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { buildTableQuery, WholeTable } from '#web/operator/table.tsx'
import { formatAge, formatOperatorMoment, formatTimeOfDay, formatUntil } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { jobMessages } from './job-messages.ts'

const pageMessages = defineMessages({
  'jobs.search': 'Search jobs',
  'jobs.name': 'Job',
  'jobs.does': 'What it does',
  'jobs.state': 'Status',
  'jobs.state.failed': 'Failed',
  'jobs.state.late': 'Late',
  'jobs.state.running': 'Running',
  'jobs.state.succeeded': 'Succeeded',
  'jobs.state.not_run': 'Not run yet',
  'jobs.last': 'Last run',
  'jobs.ago': '{duration} ago',
  'jobs.next': 'Next run',
  'jobs.in': 'in {duration}',
  'jobs.run': 'Run now',
  'jobs.done': 'Done in {n} s.',
  'jobs.all': 'All jobs run on time.',
  'jobs.attention':
    '{failed, plural, =0 {} one {1 job failed.} other {{failed} jobs failed.}} {late, plural, =0 {} one {1 job is late.} other {{late} jobs are late.}}',
  'jobs.group.attention': 'Failed or late',
  'jobs.group.minute': 'Every minute',
  'jobs.group.minutes': 'Every 5 to 20 minutes',
  'jobs.group.hour': 'Every hour',
  'jobs.group.day': 'Every day',
  'jobs.id': 'ID in logs',
  'jobs.schedule': 'Schedule',
  'jobs.every': '{n, plural, one {Every minute} =60 {Every hour} other {Every {n} minutes}}',
  'jobs.daily': 'Every day at {time}',
  'jobs.took': 'Duration',
  'jobs.seconds': '{n} s',
  'jobs.error': 'Error',
  'jobs.queued': 'Queued runs',
  'jobs.none': 'No job matches.',
})

const t = createTranslator({ ...operatorMessages, ...jobMessages, ...pageMessages })

type Job = OutputOf<typeof operatorSystem.jobs>['jobs'][number]

const looks: Record<JobState, readonly [BadgeLook, LucideIcon]> = {
  failed: ['accent', CircleAlert],
  late: ['accentSoft', Clock],
  running: ['info', LoaderCircle],
  succeeded: ['jadeSoft', CircleCheck],
  not_run: ['outline', CircleDashed],
}

const names = ['text', 'state'] as const

export const clientLoader = requireSession(async ({ request }) => {
  const { jobs } = await browserApi().operatorSystem.jobs({})
  return { jobs, query: buildTableQuery(request, names) }
})

export const HydrateFallback = Undetermined

export default function JobsPage() {
  const { jobs, query } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation({ silent: true })
  const running = (job: Job): Confirmation => ({
    title: t('operator.confirm.job.title', { name: nameOf(job) }),
    text: t('operator.confirm.job.text'),
    act: t('operator.confirm.job.act'),
    run: async (reason) => {
      const { seconds } = await browserApi().operatorSystem.runJob({ name: job.name, reason })
      showToast('success', t('jobs.done', { n: seconds }))
    },
  })
  const count = (state: JobState) => jobs.filter((job) => job.state === state).length
  const [failed, late] = [count('failed'), count('late')]
  return (
    <ConsoleFrame title={t('operator.jobs')} text={t('operator.jobs.text')}>
      {failed + late > 0 ? (
        <Note kind="warning">{t('jobs.attention', { failed, late }).trim()}</Note>
      ) : (
        count('succeeded') > 0 && (
          <Note kind="success" answers={false}>
            {t('jobs.all')}
          </Note>
        )
      )}
      <WholeTable
        file="jobs"
        caption={t('operator.jobs')}
        rows={sortJobs(jobs.filter((job) => matches(job, query)))}
        rowKey={({ name }) => name}
        group={(job) => t(`jobs.group.${groupOf(job)}`)}
        empty={<Empty title={t('jobs.none')} />}
        filters={
          <TableFilters
            search={t('jobs.search')}
            filters={[
              {
                name: 'state',
                label: t('jobs.state'),
                options: Object.keys(looks).map((state) => [state, t(`jobs.state.${state as JobState}`)] as const),
              },
            ]}
          />
        }
        detail={(job) => <JobDetail job={job} onRun={() => confirm(running(job))} />}
        columns={[
          { id: 'name', label: t('jobs.name'), width: 30, cell: nameOf },
          { id: 'does', label: t('jobs.does'), width: 58, cell: ({ name }) => describe(name, '.text') },
          { id: 'state', label: t('jobs.state'), isLead: true, cell: ({ state }) => <StateBadge state={state} /> },
          {
            id: 'last',
            label: t('jobs.last'),
            kind: 'date',
            isLabelled: true,
            cell: ({ lastRunAt }) => lastRunAt && t('jobs.ago', { duration: formatAge(lastRunAt) }),
          },
          {
            id: 'next',
            label: t('jobs.next'),
            kind: 'date',
            isLabelled: true,
            cell: ({ nextRunAt }) => t('jobs.in', { duration: formatUntil(nextRunAt) }),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

/** Returns a text of a job, or '' for a job that the server of a newer release has and this page does not know. */
const describe = (name: string, part: '' | '.text'): string => {
  const key = `job.${name}${part}`
  return key in jobMessages ? t(key as keyof typeof jobMessages) : ''
}

const nameOf = ({ name }: Job): string => describe(name, '') || name

const groups = ['attention', 'minute', 'minutes', 'hour', 'day'] as const

function groupOf({ state, intervalMinutes: minutes }: Job): (typeof groups)[number] {
  if (state === 'failed' || state === 'late') return 'attention'
  if (minutes < 60) return minutes <= 1 ? 'minute' : 'minutes'
  return minutes < 1440 ? 'hour' : 'day'
}

const sortJobs = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((a, b) => groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)) || nameOf(a).localeCompare(nameOf(b)))

const matches = (job: Job, { text = '', state }: Record<string, string>): boolean =>
  (!state || job.state === state) &&
  `${nameOf(job)} ${describe(job.name, '.text')} ${job.name}`.toLowerCase().includes(text.toLowerCase())

function StateBadge({ state }: { state: JobState }) {
  const [look, Icon] = looks[state]
  return (
    <Badge look={look}>
      <Icon className="icon" aria-hidden="true" />
      {t(`jobs.state.${state}`)}
    </Badge>
  )
}

const describeSchedule = ({ intervalMinutes: n, nextRunAt }: Job): string =>
  n < 1440 ? t('jobs.every', { n }) : t('jobs.daily', { time: formatTimeOfDay(nextRunAt) })

function JobDetail({ job, onRun }: { job: Job; onRun: () => void }) {
  const { name, cron, lastRunAt, nextRunAt, seconds, error, waiting } = job
  const facts = [
    [t('jobs.schedule'), `${describeSchedule(job)} (${cron}, UTC)`],
    [t('jobs.last'), lastRunAt ? formatOperatorMoment(lastRunAt) : t('jobs.state.not_run')],
    [t('jobs.took'), seconds !== null && t('jobs.seconds', { n: Math.round(seconds * 10) / 10 })],
    [t('jobs.error'), error],
    [t('jobs.next'), formatOperatorMoment(nextRunAt)],
    [t('jobs.queued'), waiting > 1 && waiting],
    [t('jobs.id'), name],
  ] as const
  return (
    <div className="stack">
      <p>{describe(name, '.text')}</p>
      <dl className={consoleStyles.details}>
        {facts.map(
          ([label, value]) =>
            value !== '' &&
            value !== false && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <div>
        <Button kind="secondary" size="small" aria-label={`${t('jobs.run')}: ${nameOf(job)}`} onClick={onRun}>
          {t('jobs.run')}
        </Button>
      </div>
    </div>
  )
}
