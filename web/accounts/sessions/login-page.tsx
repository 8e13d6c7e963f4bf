import { KeyRound, Mail } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useActionData, useNavigate, useSearchParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Palette, useViewer } from '#web/content/palette.tsx'
import { heroPalette } from '#web/content/site-pictures.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useHere } from '#web/platform/use-here.ts'
import { toLocalPath } from '#web/platform/local-path.ts'
import { getCurrentToken, readSession, saveRequestedPath, consumeRequestedPath } from '#web/platform/session.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Popup } from '#web/ui/overlays/popup.tsx'
import { CardTitle, handleEarlySubmit } from './auth-card.tsx'
import { validateEmail, validateLogin } from '#web/accounts/registering/check-fields.ts'
import { LookInYourMail } from '#web/accounts/links/code-form.tsx'
import { getHomePath } from '#web/accounts/protected.tsx'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import {
  addressOrPasskey,
  factorMessages,
  supportsPasskeys,
  isPasskeyAutofillSupported,
  signWithPasskey,
} from '#web/accounts/factors/factor-messages.ts'
import { useEnter } from './use-enter.ts'
import { useForm } from '#web/platform/use-form.ts'
import { accountMessages } from '#web/accounts/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import accountsStyles from '#web/accounts/accounts.module.css'
import noteStyles from '#web/ui/note.module.css'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(accountMessages)
const f = createTranslator(factorMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: t('meta.login'), publicUrl: getPublicUrl(matches), noindex: true })

export const action = handleEarlySubmit

export default function LoginPage() {
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  // Rendered with the page: a line added later would move the button.
  const toldPath = toLocalPath(asked.get('redirect')) !== null
  const remembered = useHere(
    () => toldPath || readSession(localStore).pathRequested !== null,
    () => toldPath,
  )
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { open, viewer } = useViewer(heroPalette, t('login.looks'))

  // The page is cached for everyone; the session is only known in the browser.
  useEffect(() => {
    const path = toLocalPath(asked.get('redirect'))
    if (path) saveRequestedPath(localStore, path)
    if (getCurrentToken(localStore)) {
      browserApi()
        .accounts.me({})
        .then(({ user }) =>
          navigate(consumeRequestedPath(localStore) ?? getHomePath(localStore, user.roles), { replace: true }),
        )
        .catch(() => {})
    }
  }, [asked, navigate])

  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', accountsStyles.login)}>
      <div className={joinClasses('card pad-32 stack gap-24', accountsStyles.loginCard)}>
        <CardTitle>{t(sentTo ? 'login.link.sent.title' : 'login.title')}</CardTitle>
        {sentTo ? (
          <LookInYourMail email={sentTo} onOther={() => setSentTo(null)} />
        ) : (
          <PasswordForm remembered={remembered} onSent={setSentTo} />
        )}
      </div>
      <div className="wide-only">
        <Palette pictures={heroPalette} large={[0, 7]} title={t('login.looks')} onOpen={open} />
      </div>
      {viewer}
    </main>
  )
}

function PasswordForm({ remembered, onSent }: { remembered: boolean; onSent: (email: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isPending, run, showErrors, clearErrors } = useForm({ form })
  const enter = useEnter()
  const early = useActionData<typeof action>()
  const typed = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [email, password] = [typed('email'), typed('password')]
    const done = await run(() => browserApi().accounts.login({ email, password }, { auth: false }), {
      errors: validateLogin(email, password),
      name: 'login',
    })
    if (done) enter(done.answer)
  }
  const mailLink = async () => {
    const email = typed('email').trim()
    const done = await run(() => browserApi().accounts.magicLink({ email }, { auth: false }), {
      errors: validateEmail(email),
      name: 'mail',
    })
    if (done) onSent(email)
  }
  const byPasskey = async () => {
    if (!supportsPasskeys()) return showErrors({ form: f('passkey.none') })
    const done = await run(
      async () => {
        const signed = await signWithPasskey()
        return signed && browserApi().factors.logInByPasskey(signed, { auth: false })
      },
      { name: 'passkey' },
    )
    if (done?.answer) enter(done.answer)
    else if (done) showErrors({ form: f('passkey.failed') })
  }
  // Offered in the browser's autofill, if supported.
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once, as the page opens
  useEffect(() => {
    let here = true
    const offer = async () => {
      const signed =
        (await isPasskeyAutofillSupported()) && here && !getCurrentToken(localStore)
          ? await signWithPasskey(true)
          : null
      if (!signed || !here) return
      const entered = await browserApi().factors.logInByPasskey(signed, { auth: false })
      if (here) enter(entered)
    }
    offer().catch(() => {})
    return () => {
      here = false
    }
  }, [])
  return (
    <>
      {remembered ? <Note kind="info">{t('login.text')}</Note> : <p className="muted">{t('login.text.plain')}</p>}
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
          autoComplete={addressOrPasskey}
          inputMode="email"
          defaultValue={early?.email}
          error={errors['email']}
        />
        <PasswordField
          label={t('login.password')}
          kept="current-password"
          error={errors['password']}
          aside={
            <Link className="link tap-target" to="/forgot-password">
              {t('login.forgot')}
            </Link>
          }
        />
        <Button type="submit" size="large" full loading={isPending('login')}>
          {t('login.submit')}
        </Button>
        {/* Rendered for all browsers: a button added at hydration would move the content below. */}
        <Button kind="secondary" size="large" full loading={isPending('passkey')} onClick={byPasskey}>
          <KeyRound className="icon" aria-hidden="true" />
          {f('login.passkey')}
        </Button>
        <Button kind="secondary" size="large" full loading={isPending('mail')} onClick={mailLink}>
          <Mail className="icon" aria-hidden="true" />
          {t('login.link')}
        </Button>
      </form>
      <div className="stack gap-4 small muted">
        <p>
          {t('login.register')}{' '}
          <Link className="link" to="/register">
            {t('login.register.link')}
          </Link>
        </p>
        <p>
          {t('login.join')}{' '}
          <Link className="link" to="/join">
            {t('login.join.link')}
          </Link>
        </p>
      </div>
      {errors['fault'] && (
        <Popup kind="error" open onClose={() => clearErrors()}>
          {errors['fault']}
        </Popup>
      )}
    </>
  )
}
