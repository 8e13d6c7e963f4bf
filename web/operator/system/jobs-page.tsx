import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/words.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { Table } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)

export const clientLoader = requireSession(() => browserApi().operatorSystem.jobs({}))

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
      showToast('success', t('op.jobs.done', { n: seconds }))
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
            <td className={joinClasses('tabular', consoleStyles.keep)}>{job.cron}</td>
            <td className={consoleStyles.keep}>
              {job.lastRunAt ? formatOperatorMoment(job.lastRunAt) : t('op.jobs.notYet')}
            </td>
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
