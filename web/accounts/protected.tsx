import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { createTranslator } from '#contract/words.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { Loader } from '#web/ui/loader.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { isOtherPage } from './other-page.ts'
import styles from './protected.module.css'

const s = createTranslator(shellMessages)
const LATE_MS = 150

/** What a protected page shows while it is not known who is there. */
export function Undetermined() {
  return (
    <main id="main" tabIndex={-1} className="page-width">
      <h1 className="visually-hidden">{s('loader.default')}</h1>
      <Shape />
    </main>
  )
}

function Shape() {
  return (
    <div className={styles.coming}>
      <Skeleton height={44} width="min(320px, 70%)" />
      <Skeleton height={180} />
      <Skeleton height={120} />
      <Skeleton height={120} />
      <div className={styles.message} data-late>
        <Loader message={s('loader.default')} slow={s('loader.slow')} />
      </div>
    </div>
  )
}

/** The pages of somebody who is signed in: one that takes more than 150 ms to come is shown in its shape meanwhile. */
export function MemberPages() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const onItsWay = state === 'loading' && isOtherPage(pathname, location.pathname)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!onItsWay) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [onItsWay])
  const away = onItsWay && late
  return (
    <>
      {/* Out of sight, not gone: where the way does not lead on, what was typed is still there. */}
      <div className={joinClasses(styles.page, away && styles.away)}>
        <Outlet />
      </div>
      {away && (
        <div className="page-width">
          <Shape />
        </div>
      )}
    </>
  )
}

/** The first name of a full one. */
export const getFirstName = (name: string): string => name.split(' ')[0] ?? name
