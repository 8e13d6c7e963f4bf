import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
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
    title: t('operator.confirm.job.title', { name }),
    text: t('operator.confirm.job.text'),
    act: t('operator.confirm.job.act'),
    run: async (reason) => {
      const { seconds } = await browserApi().operatorSystem.runJob({ name, reason })
      showToast('success', t('operator.jobs.done', { n: seconds }))
    },
  })
  return (
    <ConsoleFrame title={t('operator.jobs')}>
      <Table
        caption={t('operator.jobs')}
        count={jobs.length}
        file="jobs"
        loading={false}
        error={null}
        more={null}
        empty={null}
        columns={[
          t('operator.jobs.name'),
          t('operator.jobs.cron'),
          t('operator.jobs.last'),
          t('operator.jobs.end'),
          <span key="act" className="visually-hidden">
            {t('operator.jobs.run')}
          </span>,
        ]}>
        {jobs.map((job) => (
          <tr key={job.name}>
            <td>
              <b>{job.name}</b>
            </td>
            <td className={joinClasses('tabular', consoleStyles.keep)}>{job.cron}</td>
            <td className={consoleStyles.keep}>
              {job.lastRunAt ? formatOperatorMoment(job.lastRunAt) : t('operator.jobs.notYet')}
            </td>
            <td>
              {job.state
                ? [
                    job.state,
                    job.seconds === null ? '' : t('operator.jobs.seconds', { n: Math.round(job.seconds * 10) / 10 }),
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
                aria-label={`${t('operator.jobs.run')}: ${job.name}`}
                onClick={() => confirm(running(job.name))}>
                {t('operator.jobs.run')}
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
