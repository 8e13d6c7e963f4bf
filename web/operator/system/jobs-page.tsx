import { useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { Table } from '#web/operator/table.tsx'
import { moment } from '#web/operator/when.ts'
import { operatorWords } from '#web/operator/words.ts'
import { classes } from '#web/ui/class-names.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(operatorWords)

export const clientLoader = membersOnly(() => browserApi().operatorSystem.jobs({}))

export const HydrateFallback = Undetermined

export default function JobsPage() {
  const { jobs } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation({ silent: true })
  const running = (name: string): Confirmation => ({
    title: t('op.confirm.job.title', { name }),
    text: t('op.confirm.job.text'),
    act: t('op.confirm.job.act'),
    run: async (reason) => {
      const { seconds } = await browserApi().operatorSystem.runJob({ name, reason })
      toast('success', t('op.jobs.done', { n: seconds }))
    },
  })
  return (
    <ConsoleFrame title={t('op.jobs')}>
      <Table
        caption={t('op.jobs')}
        count={jobs.length}
        file="jobs"
        loading={false}
        error={null}
        more={null}
        empty={null}
        columns={[
          t('op.jobs.name'),
          t('op.jobs.cron'),
          t('op.jobs.last'),
          t('op.jobs.end'),
          <span key="act" className="visually-hidden">
            {t('op.jobs.run')}
          </span>,
        ]}>
        {jobs.map((job) => (
          <tr key={job.name}>
            <td>
              <b>{job.name}</b>
            </td>
            <td className={classes('tabular', consoleStyles.keep)}>{job.cron}</td>
            <td className={consoleStyles.keep}>{job.lastRunAt ? moment(job.lastRunAt) : t('op.jobs.notYet')}</td>
            <td>
              {job.state
                ? [
                    job.state,
                    job.seconds === null ? '' : t('op.jobs.seconds', { n: Math.round(job.seconds * 10) / 10 }),
                    job.error,
                  ]
                    .filter(Boolean)
                    .join(', ')
                : ''}
            </td>
            <td>
              <Button
                kind="secondary"
                size="small"
                aria-label={`${t('op.jobs.run')}: ${job.name}`}
                onClick={() => confirm(running(job.name))}>
                {t('op.jobs.run')}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
