import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Consent, readConsent, saveConsent, saveTracking, adoptConsent } from '#web/platform/consent.ts'
import { getActingUser, getCurrentToken } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { shellMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './cookie-banner.module.css'
import { localStore, sessionStore } from '#web/platform/storage.ts'

const t = createTranslator(shellMessages)
const asked = 'primp:cookie-choice'
const chosenElsewhere = 'primp:cookie-chosen'

let firstAddress: URL | undefined

/** Opens the banner again, from the footer. */
export const chooseCookies = (): void => {
  dispatchEvent(new Event(asked))
}

/** Syncs the choices of account and browser after login: each adopts the other's. */
export function syncCookieChoice(theirs: Exclude<Consent, 'pending'> | null): void {
  const here = adoptConsent(localStore, sessionStore, theirs)
  if (here === 'pending') return
  document.documentElement.dataset['consent'] = here
  dispatchEvent(new Event(chosenElsewhere))
  if (here !== theirs)
    browserApi()
      .account.setCookieChoice({ choice: here })
      .catch(() => {})
}

const track = (address: URL) => {
  const heap = (window as { heap?: { userId?: string } }).heap
  saveTracking(localStore, sessionStore, address, heap?.userId)
}

/**
 * Shown while the choice is pending: a paragraph and two equal buttons; inline within overlays, else fixed at the
 * bottom.
 */
export function CookieBanner({ inFlow = false }: { inFlow?: boolean }) {
  // Rendered with the page; the script in the head hides it before the first paint if the choice exists.
  const [open, setOpen] = useState<'yes' | 'no' | 'again'>('yes')
  const [known, setKnown] = useState(false)
  const location = useLocation()
  useEffect(() => {
    firstAddress ??= new URL(window.location.href)
    setOpen(readConsent(localStore) === 'pending' ? 'yes' : 'no')
    setKnown(true)
    const again = () => setOpen('again')
    const chosen = () => setOpen('no')
    addEventListener(asked, again)
    addEventListener(chosenElsewhere, chosen)
    return () => {
      removeEventListener(asked, again)
      removeEventListener(chosenElsewhere, chosen)
    }
  }, [])
  useEffect(() => {
    track(new URL(location.pathname + location.search, window.location.origin))
  }, [location])

  const choose = (consent: Exclude<Consent, 'pending'>) => {
    const before = readConsent(localStore)
    saveConsent(localStore, sessionStore, consent)
    if (consent === 'accepted' && firstAddress) track(firstAddress)
    if (before !== 'pending')
      showToast('success', t(consent === 'accepted' ? 'cookie.changed.accepted' : 'cookie.changed.necessary'))
    document.documentElement.dataset['consent'] = consent
    setOpen('no')
    // Saves the choice for their other browsers; if the request fails, those ask again.
    if (getCurrentToken(localStore) && !getActingUser(sessionStore))
      browserApi()
        .account.setCookieChoice({ choice: consent })
        .catch(() => {})
  }
  if (open === 'no' || (inFlow && !known)) return null
  return (
    <section
      className={joinClasses(
        'with-script no-print',
        styles.cookie,
        !inFlow && styles.fixed,
        open === 'again' && styles.again,
      )}
      data-foot={!inFlow || undefined}
      aria-label={t('cookie.label')}>
      <p className={styles.cookieText}>
        {t('cookie.text')} <Link to="/content/privacy-policy">{t('cookie.link')}</Link>
      </p>
      <div className={styles.cookieChoices}>
        <Button kind="secondary" size="small" onClick={() => choose('necessary')}>
          {t('cookie.necessary')}
        </Button>
        <Button kind="secondary" size="small" onClick={() => choose('accepted')}>
          {t('cookie.accept')}
        </Button>
      </div>
    </section>
  )
}
