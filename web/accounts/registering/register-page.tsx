import { type FormEvent, useRef } from 'react'
import { Link, type MetaFunction, useActionData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard, handleEarlySubmit } from '#web/accounts/sessions/auth-card.tsx'
import { registerErrors } from './check-fields.ts'
import { MobileField, readMobile } from './mobile-field.tsx'
import { PasswordField } from './password-field.tsx'
import { getFirstName } from '#web/accounts/protected.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { useForm } from '#web/platform/use-form.ts'
import { accountMessages } from '#web/accounts/messages.ts'
import noteStyles from '#web/ui/note.module.css'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: t('meta.register'), publicUrl: getPublicUrl(matches), noindex: true })

export const action = handleEarlySubmit

export default function RegisterPage() {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, clearErrors } = useForm({ form })
  const enter = useEnter()
  const early = useActionData<typeof action>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    const person = { name: text('name'), email: text('email').trim(), password: text('password') }
    const wrong = {
      ...registerErrors(person),
      ...(typed.has('adult') ? {} : { adult: t('register.adult.error') }),
      ...(typed.has('acceptTerms') ? {} : { acceptTerms: t('register.terms.error') }),
    }
    const done = await run(
      () =>
        browserApi().accounts.register(
          { ...person, ...readMobile(typed), acceptTerms: true, adult: true },
          { auth: false },
        ),
      { errors: wrong },
    )
    if (done)
      enter(done.answer, {
        said: t('register.done', { firstName: getFirstName(done.answer.user.name), email: person.email }),
      })
  }
  return (
    <AuthCard title={t('register.title')} fault={errors['fault']} onFaultClosed={() => clearErrors()}>
      <p className="muted">{t('register.text')}</p>
      <noscript>
        <p className={noteStyles.note}>{t('login.noscript')}</p>
      </noscript>
      {errors['form'] && <Note kind="error">{errors['form']}</Note>}
      {early && !errors['form'] && <Note kind="error">{t('form.early')}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <TextField
          label={t('register.name')}
          name="name"
          autoComplete="name"
          maxLength={120}
          error={errors['name']}
          defaultValue={early?.name}
        />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          defaultValue={early?.email}
          error={errors['email']}
        />
        <PasswordField
          label={t('login.password')}
          kept="new-password"
          hint={t('register.password.hint')}
          error={errors['password']}
        />
        <MobileField hint={t('register.mobile.hint')} error={errors['mobile']} />
        <div className="stack gap-4">
          <Checkbox
            name="adult"
            aria-invalid={errors['adult'] ? true : undefined}
            aria-describedby={errors['adult'] ? 'adult-error' : undefined}>
            {t('register.adult')}
          </Checkbox>
          {errors['adult'] && <FieldError id="adult-error">{errors['adult']}</FieldError>}
        </div>
        <div className="stack gap-4">
          <Checkbox
            name="acceptTerms"
            aria-invalid={errors['acceptTerms'] ? true : undefined}
            aria-describedby={errors['acceptTerms'] ? 'terms-error' : undefined}>
            {t('register.terms')}
          </Checkbox>
          <p className="small row gap-16 wrapping">
            <Link className="link tap-target" to="/content/legals-customers" target="_blank" rel="noopener">
              {t('register.terms.read')}
            </Link>
            <Link className="link tap-target" to="/content/privacy-policy" target="_blank" rel="noopener">
              {t('register.privacy.read')}
            </Link>
          </p>
          {errors['acceptTerms'] && <FieldError id="terms-error">{errors['acceptTerms']}</FieldError>}
        </div>
        <Button type="submit" size="large" full loading={pending}>
          {t('register.submit')}
        </Button>
      </form>
      <div className="stack gap-4 small muted">
        <p>
          {t('register.login')}{' '}
          <Link className="link" to="/login">
            {t('login.title')}
          </Link>
        </p>
        <p>
          {t('login.join')}{' '}
          <Link className="link" to="/join">
            {t('login.join.link')}
          </Link>
        </p>
      </div>
    </AuthCard>
  )
}
