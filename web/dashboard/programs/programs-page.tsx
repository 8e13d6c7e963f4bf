import { useLoaderData } from 'react-router'
import { membersOnly } from '#web/accounts/members-only.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { KeysCard } from './keys-card.tsx'
import { useProgramWords } from './use-program-words.ts'
import { WebhooksCard } from './webhooks-card.tsx'

export const clientLoader = membersOnly(async () => {
  const { apiKeys, webhooks } = browserApi()
  const [own, told] = await Promise.all([apiKeys.list({}), webhooks.list({})])
  return { ...own, ...told }
})

export default function ProgramsPage() {
  const { keys, webhooks } = useLoaderData<typeof clientLoader>()
  const d = useDashboardWords()
  const { t } = useProgramWords()
  return (
    <DashboardFrame title={d('pd.programs')} text={t('programs.text')}>
      <p>
        <a className="link" href="/v1/docs">
          {t('programs.docs')}
        </a>
      </p>
      <KeysCard known={keys} />
      <WebhooksCard known={webhooks} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
