import { useLoaderData } from 'react-router'
import { Scope } from '#contract/accounts/scopes.ts'
import { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { KeysCard } from './keys-card.tsx'
import { programMessages } from './program-messages.ts'
import { type Programs, ProgramsContext } from './programs.ts'
import { WebhooksCard } from './webhooks-card.tsx'

export const clientLoader = requireSession(async () => {
  const { apiKeys, webhooks } = browserApi()
  const [own, told] = await Promise.all([apiKeys.list({}), webhooks.list({})])
  return { ...own, ...told }
})

export default function ProgramsPage() {
  const { keys, webhooks } = useLoaderData<typeof clientLoader>()
  const d = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const t = createTranslator(programMessages, countryCode)
  const api = browserApi()
  const programs: Programs = {
    countryCode,
    says: { keys: t('keys.text'), hooks: t('hooks.text') },
    scopes: Scope.options,
    events: WebhookEvent.options,
    may: { write: true, send: true },
    keys: {
      make: ({ name, scopes }) => api.apiKeys.create({ name, scopes: Scope.array().parse(scopes) }),
      end: (keyId) => api.apiKeys.end({ keyId }),
    },
    hooks: api.webhooks,
  }
  return (
    <DashboardFrame title={d('dashboard.programs')} text={t('programs.text')}>
      <p>
        <a className="link" href="/v1/docs">
          {t('programs.docs')}
        </a>
      </p>
      <ProgramsContext value={programs}>
        <KeysCard known={keys} />
        <WebhooksCard known={webhooks} />
      </ProgramsContext>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
