import { BellRing, Mail, MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { saveRequestedPath } from '#web/platform/session.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useUser } from '#web/shell/session-state.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type PushState, getPushState, disablePush, enablePush } from './browser-notices.ts'
import { noticeMessages } from './messages.ts'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(noticeMessages)
/** Milliseconds before the page shows help. */
const patience = 12_000

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: t('notify.meta.title'),
    description: t('notify.text'),
    path: '/providers/notifications-app',
    publicUrl: getPublicUrl(matches),
  })

export default function NotificationsAppPage() {
  const user = useUser()
  const signedIn = user !== null
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-32">
      <div className="stack">
        <h1 className="heading-1">{t('notify.title')}</h1>
        <p className="lead">{t('notify.text')}</p>
      </div>
      <ul className="three-columns">
        <li className="card pad-24 stack gap-8">
          <BellRing className="icon icon-large" aria-hidden="true" />
          <h2 className="title">{t('notify.push.title')}</h2>
          <p className="muted">{t('notify.push.text')}</p>
          <BrowserNotices signedIn={signedIn} />
        </li>
        <li className="card pad-24 stack gap-8">
          <MessageSquare className="icon icon-large" aria-hidden="true" />
          <h2 className="title">{t('notify.sms.title')}</h2>
          <p className="muted">{user?.mobile ? t('notify.sms.to', { mobile: user?.mobile }) : t('notify.sms.text')}</p>
          {signedIn &&
            (user?.mobile ? (
              <Test channel="sms" />
            ) : (
              <ButtonLink kind="secondary" to="/customer-dashboard/account">
                {t('notify.sms.add')}
              </ButtonLink>
            ))}
        </li>
        <li className="card pad-24 stack gap-8">
          <Mail className="icon icon-large" aria-hidden="true" />
          <h2 className="title">{t('notify.mail.title')}</h2>
          <p className="muted">{user?.email ? t('notify.mail.to', { email: user?.email }) : t('notify.mail.text')}</p>
          {signedIn && (
            <ButtonLink kind="secondary" to="/customer-dashboard/account#notices">
              {t('notify.mail.choose')}
            </ButtonLink>
          )}
        </li>
      </ul>
      <p className="muted">{t('notify.required')}</p>
      {!signedIn && (
        <div>
          <ButtonLink to="/join">{t('notify.join')}</ButtonLink>
        </div>
      )}
    </main>
  )
}

function BrowserNotices({ signedIn }: { signedIn: boolean }) {
  const navigate = useNavigate()
  const [state, setState] = useState<PushState | null>(null)
  const { pending, formError, run } = useForm()
  useEffect(() => {
    getPushState().then(setState, () => setState('unsupported'))
  }, [])
  const change = async (how: () => Promise<PushState>) => {
    const done = await run(how)
    if (done) setState(done.answer)
  }
  const logIn = () => {
    saveRequestedPath(localStore, '/providers/notifications-app')
    navigate('/login')
  }
  if (!signedIn)
    return (
      <div>
        <Button kind="secondary" onClick={logIn}>
          {t('notify.push.login')}
        </Button>
      </div>
    )
  return (
    <div className="stack gap-8" aria-live="polite">
      {state === 'denied' && <Note kind="warning">{t('notify.push.denied')}</Note>}
      {state === 'unsupported' && <Note kind="warning">{t('notify.push.unsupported')}</Note>}
      {formError && <Note kind="error">{formError}</Note>}
      {state === 'off' && (
        <div>
          <Button loading={pending} onClick={() => change(enablePush)}>
            {t('notify.push.on')}
          </Button>
        </div>
      )}
      {state === 'on' && (
        <>
          <p className="small bold">{t('notify.push.isOn')}</p>
          <Test channel="push" />
          <div>
            <Button kind="quiet" loading={pending} onClick={() => change(disablePush)}>
              {t('notify.push.off')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Test({ channel }: { channel: 'push' | 'sms' }) {
  const [state, setState] = useState<'rest' | 'waiting' | 'late'>('rest')
  const { pending, formError, run } = useForm()
  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => setState('late'), patience)
    return () => clearTimeout(timer)
  }, [state])
  const send = async () => {
    setState('rest')
    if (!(await run(() => browserApi().notices.test({ channel })))) return
    showToast('success', t('toast.notice.test'))
    setState('waiting')
  }
  return (
    <div className="stack gap-8">
      <div>
        <Button kind="secondary" loading={pending} onClick={send}>
          {t('notify.test')}
        </Button>
      </div>
      <p className="small muted" role="status">
        {state === 'waiting' && t('notify.test.waiting')}
        {state === 'late' && channel === 'push' && t('notify.test.none')}
      </p>
      {formError && <Note kind="error">{formError}</Note>}
    </div>
  )
}
