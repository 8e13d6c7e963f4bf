import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useActionData, useLocation, useNavigate, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { SpendCard } from '#web/accounts/links/spend-card.tsx'
import { validateEmail } from '#web/accounts/registering/check-fields.ts'
import { AuthCard, handleEarlySubmit } from '#web/accounts/sessions/auth-card.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import noteStyles from '#web/ui/note.module.css'
import { YourDataView } from './your-data-view.tsx'
import { yourDataMessages } from './your-data-messages.ts'

const t = createTranslator(yourDataMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${t('your.meta')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

export const action = handleEarlySubmit

/**
 * A person without an account asks for a link here. The link leads here too, with its token in the path. What it opens
 * has its key in the fragment, which is sent to no server and no other site.
 */
export default function YourDataPage() {
  const { token } = useParams()
  const navigate = useNavigate()
  const { hash } = useLocation()
  // The server does not know the fragment, so that it is read after hydration.
  const [key, setKey] = useState('')
  useEffect(() => setKey(hash.slice(1)), [hash])
  if (token)
    return (
      <SpendCard
        title={t('your.title')}
        act={t('your.link.open')}
        spend={() => browserApi().personalData.open({ token }, { auth: false })}
        onDone={({ key: opened }) => navigate(`/your-data#${opened}`, { replace: true })}
        ended={() => (
          <>
            <p className="muted">{t('your.link.ended')}</p>
            <ButtonLink size="large" full to="/your-data">
              {t('your.link.again')}
            </ButtonLink>
          </>
        )}>
        <p className="muted">{t('your.link.text')}</p>
      </SpendCard>
    )
  return key ? <YourDataView linkKey={key} /> : <LinkForm />
}

function LinkForm() {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, clearErrors } = useForm({ form })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const early = useActionData<typeof action>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const done = await run(() => browserApi().personalData.requestLink({ email }, { auth: false }), {
      errors: validateEmail(email),
    })
    if (done) setSentTo(email)
  }
  return (
    <AuthCard
      title={t(sentTo ? 'your.sent.title' : 'your.title')}
      fault={errors['fault']}
      onFaultClosed={() => clearErrors()}>
      {sentTo ? (
        <>
          <p className="muted">{t('your.sent', { email: sentTo })}</p>
          <p className="small">
            <button type="button" className="link tap-target" onClick={() => setSentTo(null)}>
              {t('your.other')}
            </button>
          </p>
        </>
      ) : (
        <>
          <p className="muted">{t('your.text')}</p>
          <noscript>
            <p className={noteStyles.note}>{t('your.noscript')}</p>
          </noscript>
          {errors['form'] && <Note kind="error">{errors['form']}</Note>}
          <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
            <TextField
              label={t('your.email')}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              defaultValue={early?.email}
              error={errors['email']}
            />
            <Button type="submit" size="large" full loading={pending}>
              {t('your.submit')}
            </Button>
          </form>
          <p className="small">
            {t('your.account')}{' '}
            <Link className="link tap-target" to="/login">
              {t('your.account.link')}
            </Link>
          </p>
        </>
      )}
    </AuthCard>
  )
}
