import { type FormEvent, useRef, useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { ButtonLink, Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { newPasswordErrors } from '#web/accounts/registering/check-fields.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { useAct } from '#web/platform/use-act.ts'
import { accountWords } from '#web/accounts/words.ts'

const t = reader(accountWords)

export const meta: MetaFunction = () => head({ title: t('meta.reset'), publicUrl: '', noindex: true })

// The address holds a secret: the page is the browser's alone.
export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = Undetermined

export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  const form = useRef<HTMLFormElement>(null)
  const [ended, setEnded] = useState(false)
  const seeEnd = ({ status }: ApiError) => {
    if (status !== 410) return undefined
    setEnded(true)
    return null
  }
  const { errors, waiting, run, clear } = useAct({ form, says: seeEnd })
  const enter = useEnter()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const done = await run(() => browserApi().accounts.resetPassword({ token, password }, { auth: false }), {
      wrong: newPasswordErrors(password),
    })
    if (done) enter(done.answer, { said: t('reset.done') })
  }
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
    <AuthCard title={t('reset.title')} fault={errors['fault']} onFaultClosed={() => clear()}>
      {errors['form'] && <Note kind="error">{errors['form']}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <PasswordField
          label={t('login.password')}
          kept="new-password"
          hint={t('reset.hint')}
          error={errors['password']}
        />
        <Button type="submit" size="large" full loading={waiting}>
          {t('reset.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
