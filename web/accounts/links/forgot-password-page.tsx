import { type FormEvent, useRef, useState } from 'react'
import { Link, type MetaFunction, useActionData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard, handleEarlySubmit } from '#web/accounts/sessions/auth-card.tsx'
import { validateEmail } from '#web/accounts/registering/check-fields.ts'
import { useForm } from '#web/platform/use-form.ts'
import { accountMessages } from '#web/accounts/messages.ts'
import noteStyles from '#web/ui/note.module.css'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: t('meta.forgot'), publicUrl: getPublicUrl(matches), noindex: true })

export const action = handleEarlySubmit

export default function ForgotPasswordPage() {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, clearErrors } = useForm({ form })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const early = useActionData<typeof action>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const done = await run(() => browserApi().accounts.forgotPassword({ email }, { auth: false }), {
      errors: validateEmail(email),
    })
    if (done) setSentTo(email)
  }
  return (
    <AuthCard
      title={t(sentTo ? 'login.link.sent.title' : 'forgot.title')}
      fault={errors['fault']}
      onFaultClosed={() => clearErrors()}>
      {sentTo ? (
        <>
          <p className="muted">{t('forgot.sent', { email: sentTo })}</p>
          <p className="small">
            <button type="button" className="link tap-target" onClick={() => setSentTo(null)}>
              {t('login.other')}
            </button>
          </p>
        </>
      ) : (
        <>
          <p className="muted">{t('forgot.text')}</p>
          <noscript>
            <p className={noteStyles.note}>{t('login.noscript')}</p>
          </noscript>
          {errors['form'] && <Note kind="error">{errors['form']}</Note>}
          {early && !errors['form'] && <Note kind="error">{t('form.early')}</Note>}
          <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
            <TextField
              label={t('login.email')}
              name="email"
              type="email"
              autoComplete="username"
              inputMode="email"
              defaultValue={early?.email}
              error={errors['email']}
            />
            <Button type="submit" size="large" full loading={pending}>
              {t('forgot.submit')}
            </Button>
          </form>
          <p className="small">
            <Link className="link tap-target" to="/login">
              {t('login.title')}
            </Link>
          </p>
        </>
      )}
    </AuthCard>
  )
}
