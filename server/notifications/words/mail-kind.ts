import type { NoticeGroup } from '#contract/constants.ts'
import type { Phrase } from '#contract/words.ts'
import type { PushKind, SmsKind } from './notice-texts.ts'

export type MailPhrases = {
  subject: Phrase
  preview: Phrase
  body: Phrase
  button?: Phrase
  why: 'account' | 'provider' | 'request' | 'booking' | 'alert' | 'asked' | 'gift' | 'data' | 'operator' | 'partner'
  /** True for essential mails (money, time or safety), which cannot be disabled. */
  always?: true
  group?: NoticeGroup
  sms?: SmsKind
  push?: PushKind
  urgent?: true
  money?: true
  secret?: true
}
