import type { NoticeGroup } from '#contract/constants.ts'
import type { Template } from '#contract/templates.ts'
import type { PushKind, SmsKind } from './notice-texts.ts'

export type MailPhrases = {
  subject: Template
  preview: Template
  body: Template
  button?: Template
  why:
    | 'account'
    | 'provider'
    | 'request'
    | 'booking'
    | 'alert'
    | 'asked'
    | 'gift'
    | 'data'
    | 'operator'
    | 'partner'
    | 'confirm'
  /** True for essential mails (money, time or safety), which cannot be disabled. */
  always?: true
  group?: NoticeGroup
  sms?: SmsKind
  push?: PushKind
  urgent?: true
  money?: true
  secret?: true
}
