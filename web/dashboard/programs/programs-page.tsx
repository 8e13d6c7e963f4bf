import { BookOpen } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { Scope } from '#contract/accounts/scopes.ts'
import { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { LinkField } from '#web/dashboard/growth/share-links.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useSite } from '#web/shell/site.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
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
  const site = useSite()?.publicUrl ?? ''
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
    <DashboardFrame
      title={d('dashboard.programs')}
      text={t('programs.text')}
      acts={
        <a className={getButtonClasses({ kind: 'secondary', size: 'small' })} href="/v1/docs">
          <BookOpen className="icon" aria-hidden="true" />
          {t('programs.docs')}
        </a>
      }>
      <TitledCard title={t('programs.start')}>
        <p className="muted">{t('programs.start.text')}</p>
        <LinkField name={t('programs.base')} address={`${site}/v1`} />
        <LinkField name={t('programs.try')} address={t('programs.try.command', { site })} />
      </TitledCard>
      <ProgramsContext value={programs}>
        <KeysCard known={keys} />
        <WebhooksCard known={webhooks} />
      </ProgramsContext>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
