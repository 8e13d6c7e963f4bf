import type { NoticeGroup } from '#contract/constants.ts'
import type { Phrase } from '#contract/words.ts'
import type { PushKind, SmsKind } from './notice-texts.ts'

export type MailPhrases = {
  subject: Phrase
  preview: Phrase
  body: Phrase
  /** The label of the one button; its address comes with the notice. */
  button?: Phrase
  why: 'account' | 'provider' | 'request' | 'booking' | 'alert' | 'asked' | 'gift' | 'operator' | 'partner'
  /** About money, time or safety: the mail cannot be switched off. */
  always?: true
  /** The group of notices by which it is switched off, each way on its own. */
  group?: NoticeGroup
  /** The same in an SMS, and on a screen. */
  sms?: SmsKind
  push?: PushKind
  /** Of this very hour: comes through quiet hours. */
  urgent?: true
  /** Says of a payment that the test bank took it. */
  money?: true
  /** Holds a link or code that lets somebody in. */
  secret?: true
}
