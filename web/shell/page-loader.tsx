import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { createOptionalPart, isOptionalPart, reportLate } from '#web/platform/optional.tsx'
import { failureMessages } from '#web/platform/api/api.ts'
import { useClientState } from '#web/platform/store/use-store.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { shellMessages } from './messages.ts'
import styles from './page-loader.module.css'
import loaderStyles from '#web/ui/loader.module.css'

const t = createTranslator(shellMessages)

const OnItsWay = createOptionalPart(
  () => import('#web/shell/page-shapes/on-its-way.tsx').then((m) => m.OnItsWay),
  () => null,
)

/** The full-page loader during a request; during navigation a thin bar, then the next page's skeleton. */
export function PageLoader() {
  const { showing, message } = useClientState((state) => state.loader)
  const moving = useNavigation().state !== 'idle'
  return (
    <>
      {moving && (
        <>
          <div className={styles.pageBar} role="progressbar" aria-label={t('loader.default')} />
          <OnItsWay />
        </>
      )}
      {showing && (
        <div className={loaderStyles.loaderVeil}>
          <Loader message={message || t('loader.default')} slow={t('loader.slow')} />
        </div>
      )}
    </>
  )
}

/** Shows messages when the connection is lost and restored. */
export function useConnection(): void {
  useEffect(() => {
    const gone = () => showToast('warning', formatMessage(failureMessages['net.offline']))
    const back = () => showToast('success', t('net.back'))
    addEventListener('offline', gone)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', gone)
      removeEventListener('online', back)
    }
  }, [])
}

/**
 * Returns whether a part of the next page timed out after 120 seconds, or a required style or script failed to load.
 */
export function useChunkFailure(): boolean {
  const [failed, setFailed] = useState(false)
  const moving = useNavigation().state === 'loading'
  useEffect(() => {
    // Deferred: whether the failed module is optional is known just after this event.
    const report = (event: Event) =>
      setTimeout(() => isOptionalPart((event as Event & { payload?: unknown }).payload) || setFailed(true))
    addEventListener('vite:preloadError', report)
    return () => removeEventListener('vite:preloadError', report)
  }, [])
  useEffect(() => {
    if (moving) return reportLate(() => setFailed(true))
  }, [moving])
  return failed
}
