import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'

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
      <WholeTable
        file="jobs"
        caption={t('operator.jobs')}
        rows={jobs}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { id: 'name', label: t('operator.jobs.name'), width: 40, cell: ({ name }) => name },
          { id: 'cron', label: t('operator.jobs.cron'), kind: 'date', cell: ({ cron }) => cron },
          {
            id: 'last',
            label: t('operator.jobs.last'),
            kind: 'date',
            cell: ({ lastRunAt }) => (lastRunAt ? formatShortMoment(lastRunAt) : t('operator.jobs.notYet')),
          },
          {
            id: 'end',
            label: t('operator.jobs.end'),
            width: 60,
            cell: ({ state, seconds, error }) =>
              state &&
              [state, seconds !== null && t('operator.jobs.seconds', { n: Math.round(seconds * 10) / 10 }), error]
                .filter(Boolean)
                .join(', '),
          },
          {
            id: 'act',
            label: t('operator.jobs.run'),
            kind: 'act',
            cell: ({ name }) => (
              <Button
                kind="secondary"
                size="small"
                aria-label={`${t('operator.jobs.run')}: ${name}`}
                onClick={() => confirm(running(name))}>
                {t('operator.jobs.run')}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
