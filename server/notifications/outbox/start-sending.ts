import { openMail } from '#server/gateways/mail/mail.ts'
import { openSms } from '#server/gateways/sms/sms.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import { type JobRig, ownContext } from '#server/platform/jobs.ts'
import { faultLog } from '#server/platform/log.ts'
import type { Rig } from '#server/platform/rig.ts'
import { type Channels, sendDue } from './send-outbox.ts'
import { vapidOf } from '#server/notifications/push/vapid.ts'

const LOOK_MS = 5_000

/** The configured channels of notices. */
export const channelsOf = ({ env, database }: Pick<Rig, 'env' | 'database'>): Channels => ({
  mail: openMail(env),
  sms: openSms(env),
  vapid: () => vapidOf(database),
})

/** Sends notices as they are written, and every few seconds what has become due; answers how to stop. */
export function startSending(rig: JobRig): () => Promise<void> {
  const faults = faultLog(rig.log, 'notices')
  const channels = channelsOf(rig)
  let [running, again, stopped]: [Promise<void> | null, boolean, boolean] = [null, false, false]
  const send = async () => {
    do {
      again = false
      while (!stopped && (await sendDue(ownContext(rig, 'send-outbox'), channels))) {
        /* until nothing is due */
      }
    } while (again && !stopped)
  }
  const wake = () => {
    again = true
    running ??= send()
      .then(faults.well, faults.fault)
      .finally(() => {
        running = null
      })
  }
  const looking = setInterval(wake, LOOK_MS)
  const deaf = subscribe(rig.database, 'outbox_waiting', wake)
  deaf.catch(faults.fault)
  return async () => {
    stopped = true
    clearInterval(looking)
    const stop = await deaf.catch(() => () => {})
    stop()
    await running
    channels.mail.close()
  }
}
