import type { ComponentProps } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { isChunkError } from '#web/platform/chunks.ts'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { useSite } from '#web/shell/site.ts'
import { shellWords } from '#web/shell/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Room as RoomFrame } from '#web/ui/room.tsx'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './room.module.css'
import roomStyles from '#web/ui/room.module.css'

/** A room of the dashboard, with help at its foot. */
export function Room({ children, ...frame }: ComponentProps<typeof RoomFrame>) {
  return (
    <RoomFrame {...frame}>
      {children}
      <RoomFoot />
    </RoomFrame>
  )
}

/** Where help is, at the same place in every room, and that the market is made up where it is. */
function RoomFoot() {
  const { profile } = useOwn()
  const site = useSite()
  const s = reader(shellWords, profile.countryCode)
  return (
    <p className={classes('small muted', styles.roomFoot)}>
      <Link className="link tap-target" to="/content/help">
        {s('shell.help.inline')}
      </Link>
      <TestPaymentsMark />
      {site?.sample && <span>{s('shell.sample.mark')}</span>}
    </p>
  )
}

/** What a room shows that could not be loaded: what happened, and a way to try again. */
export function RoomError() {
  const t = useDashboardWords()
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <main id="main" tabIndex={-1} className={roomStyles.main}>
      <h1 className="visually-hidden">{t('pd.title')}</h1>
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
