export { requestAddressConfirmation } from './confirming.ts'
export type { MailFacts } from './draw-mail.ts'
export { wasMailedSince } from './notifications.queries.ts'
export {
  type Attachment,
  buildMail,
  type Notice,
  notify,
  notifyAll,
  type Sender,
  getSenderInTransaction,
  getSender,
} from './notify.ts'
export { isProvenNumber } from './outbox.queries.ts'
export { countFailedNoticesSince, isBlotted, unblockNotice, sendAgain, listResendable } from './outbox.ts'
export { endNoticesOf, endNoticesOfAll, endNoticesOfSession } from './push.queries.ts'
export { textBudgetKey, getTextBudget, usualTextBudget } from './text-budget.ts'
export { addStop, findMailToStop } from './unsubscribe.queries.ts'
export { groupOf, createMailEventsRoute, openMailKey } from './unsubscribe.ts'
export { writeCodeText } from './write-sms.ts'
export { type MailKind, mailKinds, type NoticeKind } from '#server/notifications/words/mail-texts.ts'
