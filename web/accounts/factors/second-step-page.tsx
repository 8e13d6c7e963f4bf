import { type MetaFunction, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { consumeRequestedPath } from '#web/platform/session.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { factorMessages } from './factor-messages.ts'
import { OwnFactors } from './own-factors.tsx'
import { ProofForm } from './proof-form.tsx'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(factorMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('second.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const { accounts, factors } = browserApi()
  const [{ needs }, own] = await Promise.all([accounts.me({}), factors.list({})])
  return { needs, own }
})

export const HydrateFallback = Undetermined

/** Page /second-step: an operator must set up or prove a second factor first. */
export default function SecondStepPage() {
  const { needs, own } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const goOn = () => navigate(consumeRequestedPath(localStore) ?? '/operator', { replace: true })
  return (
    <AuthCard title={t('second.title')}>
      <p className="muted">{t(needs === 'proof' ? 'second.proof' : 'second.setup')}</p>
      {needs === 'proof' ? <ProofForm onProven={goOn} /> : <OwnFactors factors={own} onKept={revalidate} />}
      {!needs && (
        <Button size="large" full onClick={goOn}>
          {t('second.go')}
        </Button>
      )}
    </AuthCard>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
