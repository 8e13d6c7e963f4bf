import { openMail } from '#server/gateways/mail/mail.ts'
import { openSms } from '#server/gateways/sms/sms.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import { type JobRig, ownContext } from '#server/platform/jobs.ts'
import { faultLog } from '#server/platform/log.ts'
import type { Rig } from '#server/platform/rig.ts'
import { sendWebhooks } from '#server/notifications/webhooks/send-webhooks.ts'
import { type Channels, sendDue } from './send-outbox.ts'
import { vapidOf } from '#server/notifications/push/vapid.ts'

const LOOK_MS = 5_000

/** The configured channels of notices. */
export const channelsOf = ({ env, database }: Pick<Rig, 'env' | 'database'>): Channels => ({
  mail: openMail(env),
  sms: openSms(env),
  vapid: () => vapidOf(database),
})

/** Sends notices as they are written, and every few seconds what has become due; beside them, what other programs are told. Answers how to stop. */
export function startSending(rig: JobRig): () => Promise<void> {
  const faults = faultLog(rig.log, 'notices')
  const channels = channelsOf(rig)
  const lines = [
    sender(() => sendDue(ownContext(rig, 'send-outbox'), channels), faults),
    // On a line of their own: an address that hangs holds up no mail.
    sender(() => sendWebhooks(ownContext(rig, 'send-webhooks')), faultLog(rig.log, 'webhooks')),
  ]
  const wake = () => {
    for (const line of lines) line.wake()
  }
  const looking = setInterval(wake, LOOK_MS)
  const deaf = subscribe(rig.database, 'outbox_waiting', wake)
  deaf.catch(faults.fault)
  return async () => {
    clearInterval(looking)
    const ended = lines.map((line) => line.stop())
    const stop = await deaf.catch(() => () => {})
    stop()
    await Promise.all(ended)
    channels.mail.close()
  }
}

/** Runs one kind of sending at a time, for as long as there is something due. */
function sender(send: () => Promise<number>, faults: ReturnType<typeof faultLog>) {
  let [running, again, stopped]: [Promise<void> | null, boolean, boolean] = [null, false, false]
  const sendAll = async () => {
    do {
      again = false
      while (!stopped && (await send())) {
        /* until nothing is due */
      }
    } while (again && !stopped)
  }
  return {
    wake: () => {
      if (stopped) return
      again = true
      running ??= sendAll()
        .then(faults.well, faults.fault)
        .finally(() => {
          running = null
        })
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
