import { UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type ActingUser, getStoredUser, stopActing } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { clearUser, setUser } from '#web/platform/store/slices.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './acting-bar.module.css'

const actingMessages = defineMessages({
  'loginAs.bar': { fixed: 'Acting as {name}' },
  'loginAs.stop': { fixed: 'Stop' },
  'loginAs.bar.left': '{timeLeft}',
  'loginAs.limits': 'You cannot make payments, send messages or change passwords.',
})

const t = createTranslator(actingMessages)

/** Shows 'Acting as …' on every page of the tab, with remaining time and a stop button. */
export function ActingBar({ acting, onStopped }: { acting: ActingUser; onStopped: () => void }) {
  const store = useClientStore()
  const navigate = useNavigate()
  const [left, setLeft] = useState(() => acting.until - Date.now())
  const { pending, run } = useForm()
  const stop = async () => {
    // Sent before this tab stops impersonating, to end that session. If the request fails, the session expires within
    // 30 minutes.
    await run(() => browserApi().accounts.logout({}), { staysPending: true })
    leave()
    navigate('/operator')
  }
  const leave = () => {
    stopActing(sessionStore)
    const own = getStoredUser(localStore)
    if (own) updateSlice(store, 'user', setUser, own)
    else updateSlice(store, 'user', clearUser)
    onStopped()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for one session
  useEffect(() => {
    const clock = setInterval(() => {
      const now = acting.until - Date.now()
      setLeft(now)
      if (now > 0) return
      clearInterval(clock)
      leave()
      navigate('/operator')
    }, 1000)
    return () => clearInterval(clock)
  }, [acting.until])
  return (
    <aside
      data-bar="above"
      className={joinClasses('no-print', styles.acting)}
      data-acting
      aria-label={t('loginAs.bar', { name: acting.user.name })}>
      <div className="page-width row wrapping">
        <UserCog className="icon" aria-hidden="true" />
        <b className="bold">{t('loginAs.bar', { name: acting.user.name })}</b>
        <span className={styles.timer} role="timer">
          {t('loginAs.bar.left', { timeLeft: minutesLeft(left) })}
        </span>
        <span className={joinClasses('small grow', styles.limits)}>{t('loginAs.limits')}</span>
        <Button kind="secondary" size="small" loading={pending} onClick={stop}>
          {t('loginAs.stop')}
        </Button>
      </div>
    </aside>
  )
}

const minutesLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
