import { countOf } from '#contract/i18n/counts.ts'
import { useEffect, useRef, useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { requests } from '#contract/offers/requests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getFirstName, Undetermined } from '#web/accounts/protected.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { accountMessages } from '#web/accounts/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi, browserStore } from '#web/platform/api/browser.ts'
import { openHere } from '#web/platform/api/open-here.ts'
import { createHead } from '#web/platform/head.ts'
import { clearSession, getCurrentToken, saveRequestedPath, consumeRequestedPath } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { resetStore } from '#web/platform/store/store.ts'
import { useForm } from '#web/platform/use-form.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { shellMessages } from '#web/shell/messages.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ChoosePassword } from './choose-password.tsx'
import { AtStake, type Opening, SpendCard } from './spend-card.tsx'

const t = createTranslator(accountMessages)
const s = createTranslator(shellMessages)

export const meta: MetaFunction = () => createHead({ title: 'Verify · Primp', publicUrl: '', noindex: true })

const kinds = ['email', 'change', 'delete', 'request'] as const

export function loader({ params }: LoaderFunctionArgs) {
  const [kind, token] = (params['*'] ?? '').split('/')
  if (!token || !kinds.some((known) => known === kind)) throw data(null, { status: 404 })
  return null
}

// The address contains a secret, so the page renders in the browser only.
export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = Undetermined

export default function VerifyPage() {
  const [kind, token = ''] = (useParams()['*'] ?? '').split('/')
  if (kind === 'request') return <RequestCard key={token} token={token} />
  return kind === 'delete' ? (
    <DeleteCard key={token} token={token} />
  ) : (
    <AddressCard key={token} kind={kind === 'change' ? 'change' : 'email'} token={token} />
  )
}

type State =
  | { at: 'asking' }
  | { at: 'checking' }
  | { at: 'stake' }
  | { at: 'done'; name: string; email: string; kept: boolean; choose: string | null }
  | { at: 'ended'; email: string | null }

/**
 * Verifies an address on load; without a session on a press, because it may invalidate a password and mail scanners
 * open links.
 */
function AddressCard({ kind, token }: { kind: 'email' | 'change'; token: string }) {
  const [state, setState] = useState<State>(() => ({
    at: kind === 'change' || getCurrentToken(localStore) ? 'checking' : 'asking',
  }))
  const started = useRef(false)
  const navigate = useNavigate()
  const seeEnd = ({ status, code, detail }: ApiError) => {
    if (code === 'password_at_stake') {
      setState({ at: 'stake' })
      return null
    }
    if (status !== 410) return undefined
    setState({ at: 'ended', email: (detail as { email?: string } | undefined)?.email ?? null })
    return null
  }
  const { formError, run } = useForm({ refusals: seeEnd })
  const prove = async (opening: Opening): Promise<State> => {
    const { accounts, account } = browserApi()
    const answer =
      kind === 'email'
        ? await openHere((as) => accounts.verifyEmail({ token, ...opening }, as))
        : { ...(await account.confirmEmail({ token })), kept: true, choose: null }
    return { at: 'done', ...answer }
  }
  const verify = async () => {
    setState({ at: 'checking' })
    const done = await run(() => prove({ askFirst: true }))
    if (done) setState(done.answer)
  }
  // A mutation in an effect: a mere fetch of the page, as by mail programs, must not use the link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once, however often the page is drawn
  useEffect(() => {
    if (started.current || state.at === 'asking') return
    started.current = true
    if (kind === 'change' && !getCurrentToken(localStore)) {
      saveRequestedPath(localStore, location.pathname)
      void navigate('/login', { replace: true })
      return
    }
    void verify()
  }, [])
  if (state.at === 'asking') {
    return (
      <AuthCard title={t('verify.ask.title')}>
        <p className="muted">{t('verify.ask.text')}</p>
        <Button size="large" full onClick={verify}>
          {t('verify.ask.act')}
        </Button>
      </AuthCard>
    )
  }
  if (state.at === 'checking' && !formError) {
    return (
      <AuthCard title={t('verify.checking')}>
        <Loader message={t('verify.checking')} slow={s('loader.slow')} />
      </AuthCard>
    )
  }
  if (state.at === 'stake') return <AtStake open={prove} onDone={setState} />
  if (state.at === 'done') return <Proven {...state} />
  if (state.at === 'ended') return <Ended kind={kind} token={token} email={state.email} />
  return (
    <AuthCard title={t('verify.checking')}>
      <Note kind="error">{formError}</Note>
      <Button size="large" full onClick={verify}>
        {t('link.again')}
      </Button>
    </AuthCard>
  )
}

function Ended({ kind, token, email }: { kind: 'email' | 'change'; token: string; email: string | null }) {
  const { pending, formError, run } = useForm()
  const [sent, setSent] = useState(false)
  const resend = async () => {
    const done = await run(() => browserApi().accounts.resendVerification({ token }, { auth: false }))
    setSent(done !== null)
  }
  return (
    <AuthCard title={t('verify.expired.title')}>
      {formError && <Note kind="error">{formError}</Note>}
      {sent && email && !formError && <Note kind="success">{t('verify.sent', { email })}</Note>}
      {kind === 'email' && email ? (
        <>
          <p className="muted">{t('verify.expired.text', { email })}</p>
          <Button size="large" full loading={pending} onClick={resend}>
            {t('verify.expired.action')}
          </Button>
        </>
      ) : (
        <>
          <p className="muted">{t('verify.expired.text.change')}</p>
          <ButtonLink to="/customer-dashboard/account" size="large" full>
            {t('verify.expired.account')}
          </ButtonLink>
        </>
      )}
    </AuthCard>
  )
}

function DeleteCard({ token }: { token: string }) {
  const [until, setUntil] = useState<string | null>(null)
  const country = usePageCountry()
  const gone = ({ keptUntil }: { keptUntil: string }) => {
    clearSession(localStore)
    resetStore(browserStore())
    showToast('success', t('verify.delete.done.title'))
    setUntil(keptUntil)
  }
  if (until) {
    return (
      <AuthCard title={t('verify.delete.done.title')}>
        <p className="muted">{t('verify.delete.done.text', { date: formatDate(until, country) })}</p>
        <ButtonLink to="/" size="large" full>
          {t('verify.delete.done.action')}
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <SpendCard
      title={t('verify.delete.title')}
      act={t('verify.delete.act')}
      danger
      onDone={gone}
      wayOut={
        <ButtonLink kind="secondary" size="large" full to="/">
          {t('verify.delete.keep')}
        </ButtonLink>
      }
      spend={() => browserApi().account.confirmDelete({ token }, { auth: false })}
      ended={() => (
        <>
          <p className="muted">{t('verify.expired.text.delete')}</p>
          <ButtonLink to="/customer-dashboard/account" size="large" full>
            {t('verify.expired.account')}
          </ButtonLink>
        </>
      )}>
      <p className="muted">{t('verify.delete.text')}</p>
    </SpendCard>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

interface ProvenProps {
  name: string
  email: string
  kept: boolean
  choose: string | null
}

function Proven({ name, email, kept, choose }: ProvenProps) {
  const navigate = useNavigate()
  const enter = useEnter()
  const [token, setToken] = useState(choose)
  const carryOn = () => {
    const searchId = localStore.getItem('searchId')
    navigate(
      consumeRequestedPath(localStore) ??
        (getCurrentToken(localStore)
          ? '/customer-dashboard'
          : searchId
            ? `/quotes/${encodeURIComponent(searchId)}`
            : '/login'),
    )
  }
  return (
    <AuthCard title={t('verify.done.title')}>
      <p className="muted">{t('verify.done.text', { firstName: getFirstName(name) })}</p>
      {!kept && <Note kind="info">{token ? t('reset.instead', { email }) : t('verify.done.again')}</Note>}
      {token && (
        <ChoosePassword
          token={token}
          onDone={(answer) => enter(answer, { said: t('reset.done') })}
          onEnded={() => setToken(null)}
        />
      )}
      <Button kind={token ? 'secondary' : 'primary'} size="large" full onClick={carryOn}>
        {t(token ? 'reset.later' : 'verify.done.action')}
      </Button>
      {!kept && !token && (
        <ButtonLink to="/forgot-password" kind="secondary" size="large" full>
          {t('verify.done.choose')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}

/** The link that sends the requests: one press sends them and signs in. */
function RequestCard({ token }: { token: string }) {
  const enter = useEnter()
  const spend = (opening: Opening) => openHere((as) => browserApi().requests.confirm({ token, ...opening }, as))
  return (
    <SpendCard
      title={t('verify.request.title')}
      act={t('verify.request.act')}
      spend={spend}
      onDone={(answer) => enter(answer, { path: answer.path, said: formatRequestDone(answer) })}
      ended={(email) => <RequestCardEnded token={token} email={email} />}>
      <p className="muted">{t('verify.request.text')}</p>
    </SpendCard>
  )
}

function formatRequestDone({ sent, endsAt, timeZone, countryCode }: OutputOf<typeof requests.confirm>): string {
  if (!endsAt) return t('verify.done.request.none')
  const dateTime = `${formatDate(zonedDay(endsAt, timeZone), countryCode, new Date().getFullYear())}, ${formatClock(zonedTime(endsAt, timeZone))}`
  return t('verify.done.request', { artists: countOf('artists', sent), dateTime })
}

function RequestCardEnded({ token, email }: { token: string; email: string | null }) {
  const { pending, formError, run } = useForm()
  const [sent, setSent] = useState(false)
  if (!email)
    return (
      <ButtonLink to="/" size="large" full>
        {t('verify.delete.done.action')}
      </ButtonLink>
    )
  const resend = async () => {
    if (await run(() => browserApi().requests.resend({ token }, { auth: false }))) setSent(true)
  }
  if (sent) return <Note kind="success">{t('verify.sent', { email })}</Note>
  return (
    <>
      <p className="muted">{t('verify.expired.text.request', { email })}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <Button size="large" full loading={pending} onClick={resend}>
        {t('verify.expired.action')}
      </Button>
    </>
  )
}
