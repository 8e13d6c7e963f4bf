import { type ReactNode, useEffect, useId } from 'react'
import { useRevalidator } from 'react-router'
import type { Device, OwnAccount } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { actingIn } from '#web/platform/session.ts'
import { OwnFactors, type OwnFactorsShown } from '#web/accounts/factors/own-factors.tsx'
import { Note } from '#web/ui/note.tsx'
import { OwnAddress } from './own-address.tsx'
import { OwnData } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnDevices } from './own-devices.tsx'
import { OwnNumber } from './own-number.tsx'
import { OwnNotices } from './own-notices.tsx'
import { OwnPassword } from './own-password.tsx'
import { ownWords } from './own-words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './account-panel.module.css'
import { sessionStore } from '#web/platform/storage.ts'

const t = reader(ownWords)

const noFactors: OwnFactorsShown = { passkeys: [], totp: false, recoveryCodes: 0 }

/** What the account page shows, for the loader of either dashboard. */
export async function loadOwnAccount() {
  const { account, factors: api } = browserApi()
  const [own, devices, factors] = await Promise.all([
    account.show({}),
    account.sessions({}),
    actingIn(sessionStore) ? noFactors : api.list({}),
  ])
  return { own, devices, factors }
}

/** The account page's cards for either dashboard, below a page's own title. */
export function AccountPanel({
  own,
  devices,
  factors,
}: {
  own: OwnAccount
  devices: readonly Device[]
  factors: OwnFactorsShown
}) {
  const { revalidate } = useRevalidator()
  useShownPart()
  const acting = actingIn(sessionStore) !== null
  return (
    <div className={styles.panels}>
      {acting && (
        <Note className={styles.note} kind="info">
          {t('own.acting')}
        </Note>
      )}
      <OwnCard id="details" title={t('cd.details')}>
        <OwnDetails own={own} onKept={revalidate} />
        {own.mobile && !own.mobileProven && (
          <OwnNumber key={own.mobile.text} mobile={own.mobile} still={acting} onKept={revalidate} />
        )}
      </OwnCard>
      <OwnCard id="email" title={t('cd.details.email')}>
        <OwnAddress own={own} still={acting} onKept={revalidate} />
      </OwnCard>
      <OwnCard id="password" title={t('cd.details.password')}>
        <OwnPassword own={own} still={acting} onKept={revalidate} />
      </OwnCard>
      {!acting && (
        <OwnCard id="factors" title={t('cd.details.factors')}>
          <OwnFactors factors={factors} onKept={revalidate} />
        </OwnCard>
      )}
      <OwnCard id="sessions" title={t('cd.details.sessions')}>
        <OwnDevices devices={devices} still={acting} onKept={revalidate} />
      </OwnCard>
      <OwnCard id="notices" title={t('cd.details.notices')}>
        <OwnNotices own={own} />
      </OwnCard>
      <OwnCard id="export" title={t('cd.details.export')}>
        <OwnData own={own} still={acting} onKept={revalidate} />
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
function useShownPart() {
  useEffect(() => {
    const part = location.hash ? document.getElementById(location.hash.slice(1)) : null
    part?.scrollIntoView({ block: 'start' })
  }, [])
}
