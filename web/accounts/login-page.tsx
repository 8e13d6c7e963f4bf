import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { reader, say } from '#contract/words.ts'
import { Palette, useViewer } from '#web/content/palette.tsx'
import { heroPalette } from '#web/content/site-pictures.ts'
import { ApiError } from '#web/platform/api.ts'
import { browserApi } from '#web/platform/browser.ts'
import { head } from '#web/platform/head.ts'
import { currentToken, ownPath, readSession, rememberPath, saveSession, takePath } from '#web/platform/session.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/user.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Popup } from '#web/ui/popup.tsx'
import { toast } from '#web/ui/toasts.ts'
import { homeOf } from './guard.ts'
import { firstName } from './protected.tsx'
import { accountWords } from './words.ts'
import '#web/ui/styles/accounts.css'

const t = reader(accountWords)

export const meta: MetaFunction = ({ matches }) => head({ title: 'Log In · Primp', publicUrl: publicUrlOf(matches), noindex: true })

type Errors = { email?: string; password?: string; form?: string; fault?: string }

const required = (name: string) => say(sharedWords['field.required'], { Name: name })
const emailShape = /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/

/** What is wrong with the two fields, by field. */
export function loginErrors(email: string, password: string): Errors {
  const address = email.trim()
  return {
    ...(address === '' ? { email: required('Email') } : emailShape.test(address) ? {} : { email: say(sharedWords['field.email']) }),
    ...(password === '' ? { password: required('Password') } : {}),
  }
}

export default function LoginPage() {
  const navigate = useNavigate()
  const store = useClientStore()
  const [asked] = useSearchParams()
  const [remembered, setRemembered] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { open, viewer } = useViewer(heroPalette, 'Looks')

  useEffect(() => {
    const path = ownPath(asked.get('redirect'))
    if (path) rememberPath(localStorage, path)
    setRemembered(readSession(localStorage).pathRequested !== null)
    if (currentToken(localStorage)) {
      browserApi()
        .accounts.me({})
        .then(({ user }) => navigate(takePath(localStorage) ?? homeOf(localStorage, user.roles), { replace: true }))
        .catch(() => {})
    }
  }, [asked, navigate])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const email = String(fields.get('email') ?? '')
    const password = String(fields.get('password') ?? '')
    const wrong = loginErrors(email, password)
    setErrors(wrong)
    if (wrong.email || wrong.password) return focusFirst(wrong)
    setBusy(true)
    try {
      const { token, user } = await browserApi().accounts.login({ email, password }, { auth: false })
      const { roles, ...kept } = user
      saveSession(localStorage, kept, token)
      change(store, 'user', setUser, kept)
      toast('success', t('toast.login', { firstName: firstName(user.name) }))
      navigate(takePath(localStorage) ?? homeOf(localStorage, roles), { replace: true })
    } catch (error) {
      // A refusal belongs beside the form; a fault is nobody's slip and waits to be closed.
      const said = error instanceof ApiError ? error : new ApiError(0, {})
      setErrors(said.status >= 400 && said.status < 500 ? { form: said.message } : { fault: said.message })
      setBusy(false)
    }
  }
  const focusFirst = (wrong: Errors) => form.current?.querySelector<HTMLInputElement>(`[name=${wrong.email ? 'email' : 'password'}]`)?.focus()

  return (
    <main id="main" tabIndex={-1} className="wrap login">
      <div className="cardx p32 stack s24 login-card">
        <h1 className="d1">{t('login.title')}</h1>
        {remembered ? <Note kind="info">{t('login.text')}</Note> : <p className="mut">{t('login.text.plain')}</p>}
        <noscript>
          <p className="note">{t('login.noscript')}</p>
        </noscript>
        {errors.form && <Note kind="error">{errors.form}</Note>}
        <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
          <TextField label={t('login.email')} name="email" type="email" autoComplete="username" inputMode="email" error={errors.email} />
          <TextField
            label={t('login.password')}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            error={errors.password}
            suffix={
              <IconButton label={t(shown ? 'field.hide' : 'field.show')} onClick={() => setShown(!shown)}>
                {shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />}
              </IconButton>
            }
          />
          <Button type="submit" size="large" full loading={busy}>
            {t('login.submit')}
          </Button>
        </form>
        <p className="small mut">
          {t('login.join')} <Link to="/join">{t('login.join.link')}</Link>
        </p>
      </div>
      <div className="only-d">
        <Palette pictures={heroPalette} large={[0, 7]} title="Looks" onOpen={open} />
      </div>
      {viewer}
      {errors.fault && (
        <Popup kind="error" open onClose={() => setErrors({})}>
          {errors.fault}
        </Popup>
      )}
    </main>
  )
}
