import type { ComponentProps } from 'react'
import { Link, useBlocker, useRevalidator, useRouteError } from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { isChunkError } from '#web/platform/optional.tsx'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'
import { useUser } from '#web/shell/session-state.ts'
import { useSite } from '#web/shell/site.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import titledPageStyles from '#web/ui/titled-page.module.css'
import { TitledPage } from '#web/ui/titled-page.tsx'
import styles from './dashboard-frame.module.css'

export function DashboardFrame({ children, ...frame }: ComponentProps<typeof TitledPage>) {
  return (
    <TitledPage {...frame}>
      <PrintHead />
      {children}
      <FrameFoot />
    </TitledPage>
  )
}

/** The head of printed pages: the logo, and the artist's name and phone number. */
function PrintHead() {
  const { profile } = useOwn()
  const user = useUser()
  return (
    <p className={styles.printHead}>
      <Logo label={formatMessage(shellMessages['shell.logo.alt'])} />
      <span>{[profile.name, user?.mobile].filter(Boolean).join(', ')}</span>
    </p>
  )
}

function FrameFoot() {
  const { profile } = useOwn()
  const site = useSite()
  const s = createTranslator(shellMessages, profile.countryCode)
  return (
    <p className={joinClasses('small muted no-print', styles.frameFoot)}>
      <Link className="link tap-target" to="/content/help">
        {s('shell.help.inline')}
      </Link>
      <TestPaymentsMark />
      {site?.sample && <span>{s('shell.sample.mark')}</span>}
    </p>
  )
}

export function DashboardError() {
  const t = useDashboardMessages()
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <main id="main" tabIndex={-1} className={titledPageStyles.main}>
      <h1 className="visually-hidden">{t('dashboard.title')}</h1>
      <Note kind="error">
        {error instanceof ApiError && error.status !== 0 && error.status < 500 ? error.message : t('error.section')}
      </Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {t('toast.retry')}
        </Button>
      </div>
    </main>
  )
}

export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useDashboardMessages()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title={t('confirm.leave')}
      act={t('confirm.leave.act')}
      wayOut={t('confirm.leave.stay')}
      onAct={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}>
      {t('confirm.leave.text')}
    </Confirm>
  )
}
