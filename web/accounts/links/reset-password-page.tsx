import { useState } from 'react'
import { type MetaFunction, useLocation, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { type InsteadOf, useEnter } from '#web/accounts/sessions/use-enter.ts'
import { ChoosePassword } from './choose-password.tsx'
import { accountMessages } from '#web/accounts/messages.ts'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = () => createHead({ title: t('meta.reset'), publicUrl: '', noindex: true })

// The address contains a secret, so the page renders in the browser only.
export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = Undetermined

/** Page /reset-password/{token}: from a mail, or after a link invalidated the old password. */
export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  const instead = useLocation().state as InsteadOf | null
  const [ended, setEnded] = useState(false)
  const enter = useEnter()
  if (ended) {
    return (
      <AuthCard title={t('link.expired.title')}>
        <p className="muted">{t('link.expired.text')}</p>
        <ButtonLink to="/forgot-password" size="large" full>
          {t('link.expired.action')}
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('reset.title')}>
      {instead && <Note kind="info">{t('reset.instead', { email: instead.email })}</Note>}
      <ChoosePassword
        token={token}
        onDone={(answer) => enter(answer, { said: t('reset.done'), ...(instead ? { path: instead.to } : {}) })}
        onEnded={() => setEnded(true)}
      />
      {instead && (
        <ButtonLink kind="secondary" size="large" full to={instead.to}>
          {t('reset.later')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
