import type { NoticeGroup } from '#contract/constants.ts'
import type { Phrase } from '#contract/words.ts'
import type { PushKind, SmsKind } from './notice-texts.ts'

export type MailPhrases = {
  subject: Phrase
  preview: Phrase
  body: Phrase
  /** Label of the button; its URL comes with the notification. */
  button?: Phrase
  why: 'account' | 'provider' | 'request' | 'booking' | 'alert' | 'asked' | 'gift' | 'operator' | 'partner'
  /** Essential (money, time or safety): cannot be disabled. */
  always?: true
  /** Group by which it can be disabled per channel. */
  group?: NoticeGroup
  /** Kinds of the SMS and push versions. */
  sms?: SmsKind
  push?: PushKind
  /** Same-day: sent during quiet hours. */
  urgent?: true
  /** Mentions a payment by the test bank. */
  money?: true
  /** Contains a sign-in link or code. */
  secret?: true
}
