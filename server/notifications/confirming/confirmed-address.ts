import type { TestRig } from '#server/test-rig.ts'
import { type MailTopic, saveConfirmed } from './confirmation-queries.ts'

/** For tests: an address that has opened the link of its mail. */
export const confirmedAddress = (rig: TestRig, email: string, topic: MailTopic) =>
  saveConfirmed(rig.database.db, email, topic, rig.clock())
