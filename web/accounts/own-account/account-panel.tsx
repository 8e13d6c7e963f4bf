import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { Device, OwnAccount } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { actingIn } from '#web/platform/session.ts'
import { shellWords } from '#web/shell/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { OwnAddress } from './own-address.tsx'
import { OwnData } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnDevices } from './own-devices.tsx'
import { OwnNotices } from './own-notices.tsx'
import { OwnPassword } from './own-password.tsx'
import { ownWords } from './own-words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './account-panel.module.css'

const t = reader(ownWords)
const s = reader(shellWords)

type Kept = { own: OwnAccount; devices: Device[] }

/** The account page's cards for either dashboard: it fetches what it shows and stands below a page's own title. */
export function AccountPanel() {
  const [kept, setKept] = useState<Kept | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      const { account } = browserApi()
      const [own, devices] = await Promise.all([account.show({}), account.sessions({})])
      setKept({ own, devices })
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  useShownPart(kept !== null)
  if (failed && !kept)
    return <Empty title={t('own.failed')} action={<Button onClick={load}>{t('own.retry')}</Button>} />
  if (!kept) return <Loader message={t('own.loading')} slow={s('loader.slow')} />
  const { own, devices } = kept
  const acting = actingIn(sessionStorage) !== null
  return (
    <div className={styles.panels}>
      {acting && (
        <Note className={styles.note} kind="info">
          {t('own.acting')}
        </Note>
      )}
      <OwnCard id="details" title={t('cd.details')}>
        <OwnDetails own={own} onKept={load} />
      </OwnCard>
      <OwnCard id="email" title={t('cd.details.email')}>
        <OwnAddress own={own} still={acting} onKept={load} />
      </OwnCard>
      <OwnCard id="password" title={t('cd.details.password')}>
        <OwnPassword own={own} still={acting} onKept={load} />
      </OwnCard>
      <OwnCard id="sessions" title={t('cd.details.sessions')}>
        <OwnDevices devices={devices} still={acting} onKept={load} />
      </OwnCard>
      <OwnCard id="notices" title={t('cd.details.notices')}>
        <OwnNotices own={own} />
      </OwnCard>
      <OwnCard id="export" title={t('cd.details.export')}>
        <OwnData own={own} still={acting} onKept={load} />
      </OwnCard>
    </div>
  )
}

/** One card of the page, which an address can lead to. */
function OwnCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section id={id} className={classes('card pad-24 stack', styles.ownCard)} aria-labelledby={heading}>
      <h2 className="heading-3" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

// The cards come after the page, so the browser has not found the one that the address names.
function useShownPart(shown: boolean) {
  useEffect(() => {
    const part = shown && location.hash ? document.getElementById(location.hash.slice(1)) : null
    part?.scrollIntoView({ block: 'start' })
  }, [shown])
}
