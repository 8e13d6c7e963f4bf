import { useBlocker } from 'react-router'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'

/** Asks before what was typed is left behind. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useDashboardWords()
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
