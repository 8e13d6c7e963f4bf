export type { MailFacts } from './outbox/draw-mail.ts'
export { type Attachment, mailFor, notify, notifyAll, type Notice, type Sender, senderIn, senderOf } from './notify.ts'
export { toldSince } from './queries.ts'
